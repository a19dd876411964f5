/*
 * A library that is preloaded into the program under test and makes one system call fail.
 *
 * INJECT_CALL is "open" or "write". INJECT_AT is the number of the call that fails, counted from 1
 * since the start of main. INJECT_REPORT is the path of a file that is created when the call fails.
 * If the file is missing afterwards, the program made fewer calls.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum call { NONE, OPEN, WRITE };

static enum call chosen = NONE;
static long failing = 0;
static atomic_long calls = 0;
static char report[4096];

static int fails(enum call call, int error) {
  if (call != chosen || atomic_fetch_add(&calls, 1) + 1 != failing) return 0;
  long file = syscall(SYS_openat, AT_FDCWD, report, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  if (file >= 0) syscall(SYS_close, file);
  errno = error;
  return 1;
}

/* MARK: Files */

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/*
 * Files in /proc can always be opened. libdispatch reads the states of its threads there about once
 * a second while it is busy, and traps if it cannot.
 */
static int fails_to_open(const char *path) {
  return strncmp(path, "/proc/", 6) != 0 && fails(OPEN, EMFILE);
}

static int mode_of(int flags, va_list rest) {
  return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = mode_of(flags, rest);
  va_end(rest);
  return fails_to_open(path) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = mode_of(flags, rest);
  va_end(rest);
  return fails_to_open(path) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = mode_of(flags, rest);
  va_end(rest);
  return fails_to_open(path) ? -1 : (int)syscall(SYS_openat, folder, path, flags, mode);
}

int creat(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

FILE *fopen(const char *path, const char *mode) {
  return fails_to_open(path) ? NULL : NEXT(fopen)(path, mode);
}

FILE *fopen64(const char *path, const char *mode) {
  return fails_to_open(path) ? NULL : NEXT(fopen64)(path, mode);
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

/* MARK: Counting starts with main */

static int (*real_main)(int, char **, char **);

static int counted_main(int count, char **arguments, char **environment) {
  const char *call = getenv("INJECT_CALL");
  const char *at = getenv("INJECT_AT");
  const char *path = getenv("INJECT_REPORT");
  if (call && at && path && strlen(path) < sizeof report) {
    strcpy(report, path);
    failing = atol(at);
    chosen = strcmp(call, "open") == 0 ? OPEN : strcmp(call, "write") == 0 ? WRITE : NONE;
  }
  /* Child processes are not under test. */
  unsetenv("LD_PRELOAD");
  return real_main(count, arguments, environment);
}

int __libc_start_main(
  int (*main)(int, char **, char **), int count, char **arguments, void (*init)(void),
  void (*fini)(void), void (*end)(void), void *stack) {
  real_main = main;
  return NEXT(__libc_start_main)(counted_main, count, arguments, init, fini, end, stack);
}
