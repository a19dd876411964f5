#if defined(__linux__)
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
#elif defined(__APPLE__)
#include <errno.h>
#include <stdio.h>
#else
#include <errno.h>
#endif

#include "CPlatform.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

int twheader_exchange_files(const char *first, const char *second) {
#if defined(__linux__) && defined(SYS_renameat2)
  // The system call is used because some C libraries lack the function. 2 is RENAME_EXCHANGE of
  // linux/fs.h.
  return syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, 2) == 0 ? 0 : errno;
#elif defined(__APPLE__)
  return renamex_np(first, second, RENAME_SWAP) == 0 ? 0 : errno;
#else
  (void)first;
  (void)second;
  return ENOSYS;
#endif
}

void twheader_limit_memory_pools(int count) {
#if defined(__GLIBC__)
  mallopt(M_ARENA_MAX, count);
#else
  (void)count;
#endif
}
