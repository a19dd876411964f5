#include "include/memory_probe.h"

#include <stdlib.h>

bool fence_can_hold(size_t byte_count) {
  /* volatile: a compiler may leave out an allocation that nobody uses. */
  void *volatile memory = malloc(byte_count);
  bool can_hold = memory != NULL;
  free(memory);
  return can_hold;
}
