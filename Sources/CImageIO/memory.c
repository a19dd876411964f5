#include "CImageIO.h"

#include <stdlib.h>

bool twheader_can_allocate(size_t byte_count) {
  /* volatile, because a compiler may remove an unused allocation. */
  void *volatile memory = malloc(byte_count);
  bool can_allocate = memory != NULL;
  free(memory);
  return can_allocate;
}
