#ifndef TWH_PNG_READER_H
#define TWH_PNG_READER_H

#include <stddef.h>
#include <stdint.h>

#include "fence_error.h"

typedef struct fence_png_reader fence_png_reader;

typedef struct {
  uint32_t width;
  uint32_t height;
  uint8_t bit_depth;      /* as in the file: 1, 2, 4, 8, 16 */
  uint8_t color_type;     /* as in the file: 0, 2, 3, 4, 6 */
  uint8_t interlaced;     /* 0 or 1 */
  uint8_t has_alpha;      /* 1 if a pixel may be less than opaque (alpha channel or tRNS) */
  uint8_t sample_bytes;   /* of the rows that are read: 1 or 2 (native byte order) */
  uint64_t bytes_needed;  /* unpacked pixel data of the whole picture, in the file's own depth */
} fence_png_info;

/* Reads up to the first pixel. *reader is null unless the status is FENCE_OK. */
fence_status fence_png_open(
  const uint8_t *bytes, size_t count, fence_png_reader **reader, fence_png_info *info,
  fence_error *error);

/*
 * Reads all rows as RGBA, alpha not premultiplied, width * 4 * sample_bytes bytes a row without
 * padding, then everything up to the end mark. Checksums that are wrong anywhere are errors.
 * *bytes_read counts unpacked pixel data like bytes_needed, whole rows only.
 */
fence_status fence_png_read(
  fence_png_reader *reader, const uint8_t *bytes, size_t count, uint8_t *pixels,
  uint64_t *bytes_read, fence_error *error);

void fence_png_close(fence_png_reader *reader);

#endif
