/* Loaded before a program that runs under valgrind (scripts/bench/count). */

#include <signal.h>
#include <unistd.h>
#include <valgrind/callgrind.h>

/* valgrind 3.19 fails in the real one, with which libdispatch parks the main thread forever. */
int sigsuspend(const sigset_t *mask) {
  (void)mask;
  for (;;) pause();
}

/* The benchmark counts its workloads, not their preparation. */
void twheader_count_begin(void) {
  CALLGRIND_START_INSTRUMENTATION;
  CALLGRIND_ZERO_STATS;
}

void twheader_count_end(const char *name) {
  CALLGRIND_DUMP_STATS_AT(name);
  CALLGRIND_STOP_INSTRUMENTATION;
}
