#ifndef TWH_CIMAGEFENCE_H
#define TWH_CIMAGEFENCE_H

/*
 * The only door to libpng, libjpeg and giflib.
 *
 * These libraries report errors by longjmp, which must never cross a Swift frame: each entry
 * function sets its own setjmp, calls the library and returns a status and a message. What outlives
 * the jump sits in one heap struct behind the handle. No function calls back into its caller.
 *
 * A reader keeps no pointer into the input between calls: every call that reads is handed the same
 * bytes again, and the reader remembers how far it is.
 */
#include "fence_error.h"
#include "gif_reader.h"
#include "gif_writer.h"
#include "jpeg_reader.h"
#include "memory_probe.h"
#include "png_reader.h"
#include "png_writer.h"

#endif
