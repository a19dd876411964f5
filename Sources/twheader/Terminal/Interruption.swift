import FileAccess
import PortableFoundation
import Synchronization

/// Leaves on HUP, INT, QUIT and TERM without unfinished files: status 129, 130, 131 or 143; and where
/// the processor's time is used up, with 75.
enum Interruption {
  /// Handlers put the signals into a pipe that a thread reads: a signal ends the program by itself up
  /// to the moment when its handler is there, and is never lost.
  static func install() {
    // A closed pipe and a file that grows too large are errors of writing, not the end.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let received = ends[0]
    entry = ends[1]
    DetachedThread.start {
      var number: UInt8 = 0
      while true { if read(received, &number, 1) == 1 { take(Int32(number)) } }
    }
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGPROF] {
      // What a parent has switched off (`nohup`, a shell's background job) stays off.
      let before = signal(number) { number in
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(Interruption.entry, &byte, 1)
        errno = error
      }
      let isIgnored = unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      if isIgnored, [SIGHUP, SIGINT, SIGQUIT].contains(number) { signal(number, SIG_IGN) }
    }
    leaveBeforeTheSystemKills()
  }

  private static func take(_ number: Int32) {
    if number == SIGTERM {
      let cancel = termination.withLock { termination in
        termination.isReceived = true
        return termination.cancel
      }
      if let cancel { return cancel() }
    }
    TemporaryFiles.removeAll {
      guard [SIGXCPU, SIGPROF].contains(number) else { _exit(128 + number) }
      Diagnostics.error("the processor's time is used up; raise the limit (ulimit -t)")
      _exit(HeaderKitError.Code.tryAgain.rawValue)
    }
  }

  /// Where the limits of time that warn and that kill are the same, nothing warns but this.
  private static func leaveBeforeTheSystemKills() {
    #if os(Linux)
      var limit = rlimit()
      var used = timespec()
      guard getrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit) == 0,
        limit.rlim_cur == limit.rlim_max, limit.rlim_max < 1 << 31,
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) == 0
      else { return }
      let left = Double(limit.rlim_max) - Double(used.tv_sec) - Double(used.tv_nsec) / 1e9
      let wait = max(0.1, left - 0.5)
      var timer = itimerval()
      timer.it_value.tv_sec = Int(wait)
      timer.it_value.tv_usec = Int(wait.truncatingRemainder(dividingBy: 1) * 1e6)
      setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
    #endif
  }

  /// Whether TERM was received, and what it does in place of ending the program.
  private static let termination = Mutex<(isReceived: Bool, cancel: (@Sendable () -> Void)?)>(
    (false, nil))

  static var isTerminated: Bool { termination.withLock { $0.isReceived } }

  /// From now on TERM ends nothing by itself, for a command that still has results to write.
  static func holdTermination() { termination.withLock { $0.cancel = {} } }

  /// Cancels the task on TERM, at once if TERM was received already.
  static func cancelOnTermination<Success>(_ task: Task<Success, Never>) {
    let isLate = termination.withLock { termination in
      termination.cancel = { task.cancel() }
      return termination.isReceived
    }
    if isLate { task.cancel() }
  }

  /// The pipe's end that handlers write to; set before the first of them can run.
  nonisolated(unsafe) private static var entry: Int32 = -1
}
