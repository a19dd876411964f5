#define _GNU_SOURCE
#include "leaving.h"

#include <CTemporaryFiles.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STATUS 75
#define SECONDS_TO_LEAVE 2
#define RESERVED_BYTES (256 << 10)

const char twh_no_memory[] =
  "twheader: error: out of memory; close other programs, or raise the limit of memory\n";
const char twh_no_files[] =
  "twheader: error: too many files are open; raise the limit of open files\n";

/* What leaving needs, or the end of a command whose outputs have their names. */
static _Atomic(void *) reserve;
/* The thread that leaves, 0 as long as none does. */
static atomic_uintptr_t leaver;

__attribute__((constructor)) static void keep_reserve(void) {
  atomic_store(&reserve, malloc(RESERVED_BYTES));
}

bool twh_spend_reserve(void) {
  void *bytes = atomic_exchange(&reserve, NULL);
  free(bytes);
  return bytes;
}

bool twh_is_leaving(void) { return atomic_load(&leaver); }

static void give_up(int number) {
  (void)number;
  _exit(STATUS);
}

_Noreturn void twh_leave(const char *line) {
  uintptr_t none = 0;
  uintptr_t own = (uintptr_t)pthread_self();
  if (!atomic_compare_exchange_strong(&leaver, &none, own)) {
    if (none == own) _exit(STATUS); /* leaving itself has failed */
    for (;;) pause();
  }
  /* The system's functions may need what this very thread was about to make, or what another holds.
     Other threads block the signal. */
  sigset_t alarms;
  sigemptyset(&alarms);
  sigaddset(&alarms, SIGALRM);
  signal(SIGALRM, give_up);
  pthread_sigmask(SIG_UNBLOCK, &alarms, NULL);
  alarm(SECONDS_TO_LEAVE);
  twh_spend_reserve();
  ssize_t ignored = write(STDERR_FILENO, line, strlen(line));
  (void)ignored;
  twh_naming_wait();
  twh_temporary_files_remove_all();
  _exit(STATUS);
}
