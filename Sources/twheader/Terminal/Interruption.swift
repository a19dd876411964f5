import FileAccess
import PortableFoundation
import Synchronization

/// Signal handling. On HUP, INT, QUIT and TERM, the program removes unfinished files and exits with
/// 129, 130, 131 or 143. If the limit of processor time is reached, it exits with 75.
enum Interruption {
  /// Installs the handlers. They write signals to a pipe, which a thread reads. No signal is lost:
  /// until its handler is installed, a signal ends the program.
  static func install() {
    // A closed pipe and a file above the size limit are write errors; they must not end the
    // program.
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
      // A signal that the parent process ignores (`nohup`, a background job of a shell) stays
      // ignored.
      let before = signal(number) { number in
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(Interruption.entry, &byte, 1)
        errno = error
      }
      let isIgnored = unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      if isIgnored, [SIGHUP, SIGINT, SIGQUIT].contains(number) { signal(number, SIG_IGN) }
    }
    exitBeforeHardLimit()
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
      Diagnostics.error("the limit of processor time is used up; raise it (ulimit -t)")
      _exit(HeaderKitError.Code.tryAgain.rawValue)
    }
  }

  /// Sets a timer shortly before the hard limit of processor time. If the soft limit is equal to
  /// it, the system kills the process without SIGXCPU.
  private static func exitBeforeHardLimit() {
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

  /// Whether TERM was received, and the action that replaces the exit.
  private static let termination = Mutex<(isReceived: Bool, cancel: (@Sendable () -> Void)?)>(
    (false, nil))

  static var isTerminated: Bool { termination.withLock { $0.isReceived } }

  /// Keeps TERM from ending the program, for a command that must still write its results.
  static func holdTermination() { termination.withLock { $0.cancel = {} } }

  /// Cancels the task on TERM, or at once if TERM was already received.
  static func cancelOnTermination<Success>(_ task: Task<Success, Never>) {
    let isLate = termination.withLock { termination in
      termination.cancel = { task.cancel() }
      return termination.isReceived
    }
    if isLate { task.cancel() }
  }

  /// The write end of the pipe. It is set before a handler can run.
  nonisolated(unsafe) private static var entry: Int32 = -1
}
