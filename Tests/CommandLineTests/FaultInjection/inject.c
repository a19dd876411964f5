/*
 * Preloaded into the program under test: one call of the system fails.
 *
 * INJECT_CALL is malloc, open or write; INJECT_AT the number of the call that fails, counted from 1
 * from the beginning of main. INJECT_REPORT names a file that is made when it does: where it is
 * missing afterwards there were fewer calls. INJECT_COUNT names a file that takes the number of calls
 * of a run that comes to its end.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum call { NONE, MALLOC, OPEN, WRITE };

static enum call chosen = NONE;
static long failing = 0;
static atomic_long calls = 0;
static char report[4096];
static char count_file[4096];

static int fails(enum call call, int error) {
  if (call != chosen || atomic_fetch_add(&calls, 1) + 1 != failing) return 0;
  long file = syscall(SYS_openat, AT_FDCWD, report, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  if (file >= 0) syscall(SYS_close, file);
  errno = error;
  return 1;
}

/* MARK: Memory: the functions under the names by which the program's own ask the C library */

void *__libc_memalign(size_t, size_t);

void *__libc_malloc(size_t size) {
  return fails(MALLOC, ENOMEM) ? NULL : __libc_memalign(sizeof(max_align_t), size);
}

void *__libc_calloc(size_t count, size_t size) {
  if (fails(MALLOC, ENOMEM)) return NULL;
  size_t bytes;
  void *memory = __builtin_mul_overflow(count, size, &bytes)
    ? NULL : __libc_memalign(sizeof(max_align_t), bytes);
  return memory ? memset(memory, 0, bytes) : NULL;
}

void *__libc_realloc(void *old, size_t size) {
  if (fails(MALLOC, ENOMEM)) return NULL;
  void *memory = __libc_memalign(sizeof(max_align_t), size);
  if (!memory || !old) return memory;
  size_t before = malloc_usable_size(old);
  memcpy(memory, old, before < size ? before : size);
  free(old);
  return memory;
}

/* MARK: Files */

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int mode_of(int flags, va_list rest) {
  return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = mode_of(flags, rest);
  va_end(rest);
  return fails(OPEN, EMFILE) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = mode_of(flags, rest);
  va_end(rest);
  return fails(OPEN, EMFILE) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = mode_of(flags, rest);
  va_end(rest);
  return fails(OPEN, EMFILE) ? -1 : (int)syscall(SYS_openat, folder, path, flags, mode);
}

int creat(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

FILE *fopen(const char *path, const char *mode) {
  return fails(OPEN, EMFILE) ? NULL : NEXT(fopen)(path, mode);
}

FILE *fopen64(const char *path, const char *mode) {
  return fails(OPEN, EMFILE) ? NULL : NEXT(fopen64)(path, mode);
}

int mkstemp(char *template) { return fails(OPEN, EMFILE) ? -1 : NEXT(mkstemp)(template); }

ssize_t write(int file, const void *bytes, size_t count) {
  return fails(WRITE, ENOSPC) ? -1 : syscall(SYS_write, file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  return fails(WRITE, ENOSPC) ? -1 : NEXT(pwrite)(file, bytes, count, offset);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  return fails(WRITE, ENOSPC) ? -1 : NEXT(writev)(file, parts, count);
}

/* MARK: Counting begins with main */

__attribute__((destructor)) static void write_count(void) {
  char text[32];
  int length = snprintf(text, sizeof text, "%ld", atomic_load(&calls));
  long file = *count_file
    ? syscall(SYS_openat, AT_FDCWD, count_file, O_CREAT | O_WRONLY | O_CLOEXEC, 0600) : -1;
  if (file < 0) return;
  syscall(SYS_write, file, text, (size_t)length);
  syscall(SYS_close, file);
}

static int (*real_main)(int, char **, char **);

static int counted_main(int count, char **arguments, char **environment) {
  const char *call = getenv("INJECT_CALL");
  const char *at = getenv("INJECT_AT");
  const char *path = getenv("INJECT_REPORT");
  const char *count_path = getenv("INJECT_COUNT");
  if (count_path && strlen(count_path) < sizeof count_file) strcpy(count_file, count_path);
  if (call && at && path && strlen(path) < sizeof report) {
    strcpy(report, path);
    failing = atol(at);
    chosen = strcmp(call, "malloc") == 0 ? MALLOC : strcmp(call, "open") == 0 ? OPEN
      : strcmp(call, "write") == 0 ? WRITE : NONE;
  }
  /* What the program starts is not under test. */
  unsetenv("LD_PRELOAD");
  return real_main(count, arguments, environment);
}

int __libc_start_main(
  int (*main)(int, char **, char **), int count, char **arguments, void (*init)(void),
  void (*fini)(void), void (*end)(void), void *stack) {
  real_main = main;
  return NEXT(__libc_start_main)(counted_main, count, arguments, init, fini, end, stack);
}
