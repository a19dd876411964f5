#include "CImageIO.h"

#include <zlib.h>

uint32_t twheader_crc32(uint32_t sum, const uint8_t *bytes, size_t count) {
  /* An empty array may have a null pointer, for which zlib would return its initial value instead.
   */
  return bytes ? (uint32_t)crc32_z(sum, bytes, count) : sum;
}
