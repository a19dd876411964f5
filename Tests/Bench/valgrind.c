/* A library that is preloaded into a program that runs under valgrind (scripts/bench/count). */

#include <signal.h>
#include <unistd.h>
#include <valgrind/callgrind.h>

/* Replaces sigsuspend, in which valgrind 3.19 fails. libdispatch uses it to park the main thread. */
int sigsuspend(const sigset_t *mask) {
  (void)mask;
  for (;;) pause();
}

/* Starts counting. The benchmark calls this after it has prepared a workload. */
void twheader_count_begin(void) {
  CALLGRIND_START_INSTRUMENTATION;
  CALLGRIND_ZERO_STATS;
}

void twheader_count_end(const char *name) {
  CALLGRIND_DUMP_STATS_AT(name);
  CALLGRIND_STOP_INSTRUMENTATION;
}
