#define _GNU_SOURCE
#include "CScarceMemory.h"

#include <dlfcn.h>
#include <errno.h>
#include <glib.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#if defined(__linux__)
#include <ucontext.h>
#endif

#include "leaving.h"

static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS};
#define SIGNAL_COUNT (sizeof signals / sizeof signals[0])

static struct sigaction before[SIGNAL_COUNT];

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
 * What is not had by way of `malloc`: threads and their stacks, pages, files. Most often the function
 * that failed has left its error, and nothing was called since that sets another. libdispatch traps
 * where it cannot start a thread, or open the list of its threads.
 */
static void on_fault(int number, siginfo_t *info, void *context) {
  int error = errno;
  /* What fails while the program leaves says nothing more. */
  if (error == ENOMEM || twh_is_leaving()) twh_leave(twh_no_memory);
  if ((error == EMFILE || error == ENFILE) && number == SIGILL && is_in_library(context))
    twh_leave(twh_no_files);
  /* What another process sent is no crash to be described. */
  if (info->si_code == SI_USER) signal(number, SIG_DFL);
  else
    for (size_t i = 0; i < SIGNAL_COUNT; i++)
      if (signals[i] == number) sigaction(number, &before[i], NULL);
  /* The instruction at fault runs again; what was sent, or is a breakpoint, comes once. */
  if (info->si_code <= 0 || number == SIGTRAP) raise(number);
}

/* Pango's warnings speak of files it could not open, which are checked here, in other words. */
static GLogWriterOutput on_log(
  GLogLevelFlags level, const GLogField *fields, gsize count, gpointer data) {
  return level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL)
    ? g_log_writer_default(level, fields, count, data) : G_LOG_WRITER_HANDLED;
}

__attribute__((constructor)) static void install(void) {
  g_log_set_writer_func(on_log, NULL, NULL);
  for (size_t i = 0; i < SIGNAL_COUNT; i++) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fault;
    /* A fault within the handler comes to it too. */
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaction(signals[i], &action, &before[i]);
  }
}
