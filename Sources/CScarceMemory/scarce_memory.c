#define _GNU_SOURCE
#include "CScarceMemory.h"

#include <dlfcn.h>
#include <errno.h>
#include <glib.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <ucontext.h>
#endif
#include <unistd.h>

#define STATUS 75
#define SECONDS_TO_LEAVE 2
/* What the cleanup may need, given back before it is called. */
#define RESERVED_BYTES (256 << 10)

static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS};
#define SIGNAL_COUNT (sizeof signals / sizeof signals[0])

static struct sigaction before[SIGNAL_COUNT];
static void (*cleanup)(void);
static void *reserve;
/* The thread that leaves, 0 as long as none does. */
static atomic_uintptr_t leaver;

static void give_up(int number) {
  (void)number;
  _exit(STATUS);
}

static const char no_memory[] =
  "twheader: error: out of memory; close other programs, or raise the limit of memory\n";
static const char no_files[] =
  "twheader: error: too many files are open; raise the limit of open files\n";

static void leave(const char *line) {
  uintptr_t none = 0;
  uintptr_t own = (uintptr_t)pthread_self();
  if (!atomic_compare_exchange_strong(&leaver, &none, own)) {
    if (none == own) _exit(STATUS); /* the cleanup itself has failed */
    for (;;) pause();
  }
  /* The cleanup may need what this very thread was about to make. Other threads block the signal. */
  sigset_t alarms;
  sigemptyset(&alarms);
  sigaddset(&alarms, SIGALRM);
  signal(SIGALRM, give_up);
  pthread_sigmask(SIG_UNBLOCK, &alarms, NULL);
  alarm(SECONDS_TO_LEAVE);
  free(reserve);
  ssize_t ignored = write(STDERR_FILENO, line, strlen(line));
  (void)ignored;
  if (cleanup) cleanup();
  _exit(STATUS);
}

/* The instruction at fault; null where the machine is not known. */
static void *instruction(void *context) {
#if defined(__linux__) && defined(__x86_64__)
  return (void *)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#elif defined(__linux__) && defined(__aarch64__)
  return (void *)((ucontext_t *)context)->uc_mcontext.pc;
#else
  (void)context;
  return NULL;
#endif
}

/* Whether the instruction at fault is none of the program's own. */
static int is_in_library(void *context) {
  Dl_info library, program;
  void *place = instruction(context);
  return place && dladdr(place, &library) && dladdr((void *)is_in_library, &program)
    && library.dli_fbase != program.dli_fbase;
}

/*
 * Most often the function that failed to allocate has left its error, and nothing was called since
 * that sets another. Libraries may follow the null pointer later: fontconfig, for one, does. And
 * libdispatch traps where it cannot open the list of its threads.
 */
static void on_fault(int number, siginfo_t *info, void *context) {
  int error = errno;
  /* What fails while the program leaves says nothing more. */
  if (error == ENOMEM || atomic_load(&leaver)) leave(no_memory);
  if (number == SIGSEGV && (uintptr_t)info->si_addr < 4096 && is_in_library(context))
    leave(no_memory);
  if ((error == EMFILE || error == ENFILE) && number == SIGILL && is_in_library(context))
    leave(no_files);
  for (size_t i = 0; i < SIGNAL_COUNT; i++)
    if (signals[i] == number) sigaction(number, &before[i], NULL);
  /* The instruction at fault runs again; what was sent, or is a breakpoint, comes once. */
  if (info->si_code <= 0 || number == SIGTRAP) raise(number);
}

/* GLib aborts where it gets no memory. Its warnings speak of what is checked here, in other words. */
static void on_log(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {
  if (!(level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL))) return;
  if (strstr(message, "failed to allocate")) leave(no_memory);
  g_log_default_handler(domain, level, message, data);
}

#if defined(__GLIBC__)
/* Swift's runtime and C++ print a reason of their own before they trap; the one line suffices. */
static ssize_t write_unless_scarce(void *cookie, const char *text, size_t count) {
  (void)cookie;
  return errno == ENOMEM ? (ssize_t)count : write(STDERR_FILENO, text, count);
}

static void replace_stderr(void) {
  cookie_io_functions_t functions = {.write = write_unless_scarce};
  FILE *replaced = fopencookie(NULL, "w", functions);
  if (!replaced) return;
  setvbuf(replaced, NULL, _IONBF, 0);
  stderr = replaced;
}
#else
static void replace_stderr(void) {}
#endif

__attribute__((constructor)) static void install(void) {
  reserve = malloc(RESERVED_BYTES);
  replace_stderr();
  for (size_t i = 0; i < SIGNAL_COUNT; i++) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fault;
    /* A fault within the handler comes to it too. */
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaction(signals[i], &action, &before[i]);
  }
  g_log_set_default_handler(on_log, NULL);
}

void twh_scarce_memory_set_cleanup(void (*function)(void)) { cleanup = function; }
