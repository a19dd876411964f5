#include "CImageIO.h"

#include <stdlib.h>

bool twheader_can_allocate(size_t byte_count) {
  /* volatile: a compiler may leave out an allocation that nobody uses. */
  void *volatile memory = malloc(byte_count);
  bool can_allocate = memory != NULL;
  free(memory);
  return can_allocate;
}
