#include "CImageIO.h"

#include <zlib.h>

uint32_t twheader_crc32(uint32_t sum, const uint8_t *bytes, size_t count) {
  /* A null pointer, which an empty array may have, is zlib's word for the first sum. */
  return bytes ? (uint32_t)crc32_z(sum, bytes, count) : sum;
}
