#include <gif_lib.h>
#include <stdio.h>

#include <jpeglib.h>
#include <png.h>

#include "CImageIO.h"

#define TEXT(number) #number
#define NUMBER(macro) TEXT(macro)

const char *twheader_png_version(void) { return png_get_libpng_ver(NULL); }

const char *twheader_gif_version(void) {
  return NUMBER(GIFLIB_MAJOR) "." NUMBER(GIFLIB_MINOR) "." NUMBER(GIFLIB_RELEASE);
}

#ifdef LIBJPEG_TURBO_VERSION
const char *twheader_jpeg_version(void) { return NUMBER(LIBJPEG_TURBO_VERSION); }
#else
const char *twheader_jpeg_version(void) { return NUMBER(JPEG_LIB_VERSION); }
#endif
