#ifndef TWH_PNG_WRITER_H
#define TWH_PNG_WRITER_H

#include <stddef.h>
#include <stdint.h>

#include "fence_error.h"

typedef struct {
  uint32_t width;
  uint32_t height;
  uint8_t color_type;  /* 0 grey, 2 RGB, 3 palette, 6 RGBA */
  uint8_t bit_depth;   /* 8; 1, 2, 4 with a palette */
  int level;           /* of deflate, 0 ... 9 */
  int filters;         /* a set of bits: 1 none, 2 sub, 4 up, 8 average, 16 Paeth */
  const uint8_t *pixels; /* rows without padding; palette indices one byte a pixel */
  const uint8_t *palette; /* RGBA entries, null unless color_type is 3 */
  int palette_count;
} fence_png_picture;

/*
 * Writes a whole PNG file into fresh memory; *bytes belongs to the caller, who gives it back with
 * fence_png_free. On failure *bytes is null.
 */
fence_status fence_png_write(
  const fence_png_picture *picture, uint8_t **bytes, size_t *count, fence_error *error);

void fence_png_free(uint8_t *bytes);

#endif
