import CGLib
import PortableFoundation

/// A child process with pipes to its standard streams.
///
/// Arguments are passed unchanged, without a shell. Streams without a pipe are `/dev/null`.
package final class ChildProcess {
  /// A stream of the child: standard input, standard output or standard error (`messages`).
  package enum Stream: Hashable, Sendable {
    case input, output, messages
  }

  /// The process identifier.
  package let identifier: Int32
  /// This process's ends of the pipes. A closed pipe is absent.
  private var ends: [Stream: Int32]
  /// The status that `waitpid` returned, or `nil` before `wait()` has returned.
  private var waitStatus: Int32?

  /// Starts the program at `path`, or returns `nil` if it cannot be started.
  ///
  /// - Parameters:
  ///   - pipes: The streams that get a pipe.
  ///   - log: A file that receives the standard error instead of a pipe; it is created or emptied.
  package init?(
    _ path: String, _ arguments: [String], pipes: Set<Stream>, log: String? = nil
  ) {
    var childEnds: [Stream: Int32] = [:]
    var ownEnds: [Stream: Int32] = [:]
    defer { for descriptor in childEnds.values { close(descriptor) } }
    for stream in [Stream.input, .output, .messages] {
      if pipes.contains(stream) {
        var both: [Int32] = [0, 0]
        guard pipe(&both) == 0 else { break }
        for end in both { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        childEnds[stream] = stream == .input ? both[0] : both[1]
        ownEnds[stream] = stream == .input ? both[1] : both[0]
      } else {
        let isLog = stream == .messages && log != nil
        let file = isLog ? log ?? "" : "/dev/null"
        let mode = isLog ? O_WRONLY | O_CREAT | O_TRUNC : O_RDWR
        let descriptor = open(file, mode | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { break }
        childEnds[stream] = descriptor
      }
    }
    guard let input = childEnds[.input], let output = childEnds[.output],
      let messages = childEnds[.messages],
      let started = Self.start([path] + arguments, input, output, messages)
    else {
      for descriptor in ownEnds.values { close(descriptor) }
      return nil
    }
    identifier = started
    ends = ownEnds
  }

  deinit { for descriptor in ends.values { close(descriptor) } }

  private static func start(
    _ line: [String], _ input: Int32, _ output: Int32, _ messages: Int32
  ) -> Int32? {
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var identifier: GPid = 0
    let isStarted = g_spawn_async_with_fds(
      nil, &words, nil, G_SPAWN_DO_NOT_REAP_CHILD, nil, nil, &identifier, input, output, messages,
      nil)
    return isStarted != 0 ? identifier : nil
  }

  /// Reads at most `count` bytes from the output or the messages. Returns an empty array at the end
  /// of the stream and if it cannot be read.
  package func read(_ stream: Stream, upTo count: Int) -> [UInt8] {
    guard let descriptor = ends[stream] else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var result = 0
      repeat {
        result = PortableFoundation.read(descriptor, buffer.baseAddress, count)
      } while result < 0 && errno == EINTR
      filled = max(0, result)
    }
  }

  /// Reads the output or the messages to their end.
  package func readToEnd(_ stream: Stream) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let piece = read(stream, upTo: 65_536)
      guard !piece.isEmpty else { return bytes }
      bytes += piece
    }
  }

  /// Writes all bytes to the input. Returns `false` if the program no longer reads it.
  package func write(_ bytes: [UInt8]) -> Bool {
    guard let descriptor = ends[.input] else { return false }
    return bytes.write(to: descriptor) == nil
  }

  /// Closes this process's end of a pipe.
  package func closePipe(_ stream: Stream) {
    if let descriptor = ends.removeValue(forKey: stream) { close(descriptor) }
  }

  /// Asks the program to end (SIGTERM) unless `wait()` has seen its end.
  package func terminate() {
    if waitStatus == nil { kill(identifier, SIGTERM) }
  }

  /// Waits for the program's end. Returns its exit status, or 128 plus the number of the signal
  /// that ended it.
  @discardableResult
  package func wait() -> Int32 {
    var status = waitStatus ?? 0
    if waitStatus == nil {
      while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
      waitStatus = status
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
