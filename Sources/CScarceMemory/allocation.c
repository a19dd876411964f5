/*
 * The functions of memory for the whole program, its libraries included: those of the C library, but
 * none ever returns without memory. What a library does then is its own affair: some look and do
 * without what they could not read, some abort, some follow the null pointer. Here the process leaves
 * first.
 *
 * Once an output has its name the reserve is spent before that: a command that is about to end well
 * does so.
 */
#define _GNU_SOURCE
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

#include <CTemporaryFiles.h>
#include <errno.h>
#include <malloc.h>
#include <stdbool.h>

#include "leaving.h"

/* The C library's own, under the names it keeps for programs that replace the others. */
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

/* Whether to ask once more, after memory was refused. False as long as the process leaves. */
static bool asks_again(void) {
  if (twh_has_names_given() && twh_spend_reserve()) return true;
  if (!twh_is_leaving()) twh_leave(twh_no_memory);
  return false;
}

#define GIVEN(call)                               \
  ({                                              \
    void *memory;                                 \
    do memory = (call);                           \
    while (!memory && asks_again());              \
    memory;                                       \
  })

void *malloc(size_t size) { return GIVEN(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return GIVEN(__libc_calloc(count, size)); }

/* Null for nothing: the old memory has been freed. */
void *realloc(void *old, size_t size) {
  return old && size == 0 ? __libc_realloc(old, 0) : GIVEN(__libc_realloc(old, size));
}

void *memalign(size_t alignment, size_t size) { return GIVEN(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
    return EINVAL;
  void *memory = memalign(alignment, size);
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}

#endif
