#ifndef TWH_GIF_READER_H
#define TWH_GIF_READER_H

#include <stddef.h>
#include <stdint.h>

#include "fence_error.h"

typedef struct fence_gif_reader fence_gif_reader;

typedef struct {
  uint16_t width;
  uint16_t height;
  uint16_t palette_count; /* of the global palette, 0 if there is none */
  uint8_t background;     /* its index; of use to nobody */
} fence_gif_screen;

typedef struct {
  uint16_t left;
  uint16_t top;
  uint16_t width;
  uint16_t height;
  uint16_t delay;         /* centiseconds */
  int16_t transparent;    /* palette index, -1 if none */
  uint16_t local_palette_count; /* 0 if the global palette is used */
  uint16_t palette_count;       /* of the palette in use; 0 if there is none */
  uint8_t disposal;       /* 0 ... 7 as in the file */
  uint8_t interlaced;     /* 0 or 1 */
  uint8_t minimum_code_size;
  uint8_t palette[256 * 3]; /* red, green, blue of the palette in use */
} fence_gif_frame;

/* What was met so far between the frames. */
typedef struct {
  int32_t loop_count;     /* of the NETSCAPE2.0 block: 0 for ever; -1 if there is none */
  size_t comment_count;   /* bytes of all comments, cut off at 64 KiB */
} fence_gif_notes;

/* Reads the screen and the global palette. *reader is null unless the status is FENCE_OK. */
fence_status fence_gif_open(
  const uint8_t *bytes, size_t count, fence_gif_reader **reader, fence_gif_screen *screen,
  fence_error *error);

/*
 * Goes on to the next frame's description; FENCE_END at the trailer. Pixels of the frame before
 * that were not skipped are an error (FENCE_FAILED).
 */
fence_status fence_gif_next(
  fence_gif_reader *reader, const uint8_t *bytes, size_t count, fence_gif_frame *frame,
  fence_error *error);

/*
 * Passes over the frame's packed pixels: blocks from fence_gif_offset on, which the caller unpacks
 * if they are wanted.
 */
fence_status fence_gif_skip(
  fence_gif_reader *reader, const uint8_t *bytes, size_t count, fence_error *error);

/* How many bytes of the input have been read. */
size_t fence_gif_offset(const fence_gif_reader *reader);

fence_gif_notes fence_gif_notes_so_far(const fence_gif_reader *reader);

/* Copies the comments into room for notes.comment_count bytes. */
void fence_gif_copy_comment(const fence_gif_reader *reader, uint8_t *target);

void fence_gif_close(fence_gif_reader *reader);

#endif
