import Foundation

/// Another program that answers each line it is given with a line of JSON.
final class LineProgram {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread = Data()

  /// - Parameter path: of the program; a name without a slash is sought in `PATH`.
  init(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    process.executableURL = URL(fileURLWithPath: path.contains("/") ? path : "/usr/bin/env")
    process.arguments = path.contains("/") ? arguments : [path] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  func ask(_ line: String) -> [String: Any]? {
    input.fileHandleForWriting.write(Data((line + "\n").utf8))
    return answer()
  }

  /// The next line as an object; nil at the end or for anything else.
  func answer() -> [String: Any]? {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        let line = unread[unread.startIndex..<end]
        unread = Data(unread[unread.index(after: end)...])
        return try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      unread += more
    }
  }

  /// Ends the program's input and waits for it.
  func finish() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
