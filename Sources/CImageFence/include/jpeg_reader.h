#ifndef TWH_JPEG_READER_H
#define TWH_JPEG_READER_H

#include <stddef.h>
#include <stdint.h>

#include "fence_error.h"

typedef struct fence_jpeg_reader fence_jpeg_reader;

typedef enum {
  FENCE_JPEG_RGBA = 0, /* red, green, blue, 255 */
  FENCE_JPEG_CMYK      /* cyan, magenta, yellow, black as stored, see inverted */
} fence_jpeg_rows;

typedef enum {
  FENCE_JPEG_IS_GREY = 0,
  FENCE_JPEG_IS_YCBCR,
  FENCE_JPEG_IS_RGB,
  FENCE_JPEG_IS_CMYK,
  FENCE_JPEG_IS_YCCK
} fence_jpeg_color;

typedef struct {
  uint32_t width;
  uint32_t height;
  uint8_t color;       /* a fence_jpeg_color: as in the file */
  uint8_t progressive; /* 0 or 1 */
  uint8_t rows;        /* a fence_jpeg_rows: what fence_jpeg_read writes, 4 bytes a pixel */
  uint8_t inverted;    /* CMYK only: 1 if 255 means no ink, as Adobe writes it */
} fence_jpeg_info;

/* Reads up to the first scan. *reader is null unless the status is FENCE_OK. */
fence_status fence_jpeg_open(
  const uint8_t *bytes, size_t count, fence_jpeg_reader **reader, fence_jpeg_info *info,
  fence_error *error);

/*
 * Reads all rows, width * 4 bytes each without padding, and the end mark. Damage over which the
 * library would only warn is an error. *rows_read counts whole rows.
 */
fence_status fence_jpeg_read(
  fence_jpeg_reader *reader, const uint8_t *bytes, size_t count, uint8_t *pixels,
  uint32_t *rows_read, fence_error *error);

void fence_jpeg_close(fence_jpeg_reader *reader);

#endif
