import Foundation
import Testing

/// A process of a headless Chromium, controlled with the DevTools protocol over pipes. It ends when
/// the object is deallocated. Only one thread at a time may use it.
final class ChromiumProcess: @unchecked Sendable {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  /// A folder with a short name: Chromium creates a socket in it, and the path of a socket is limited
  /// to 107 bytes.
  private let profile = NSTemporaryDirectory() + "browser-" + UUID().uuidString.prefix(8)
  private var received = Data()
  private var lastID = 0
  /// The identifiers of the pages that are no longer used.
  var closedPages: [String] = []

  var isRunning: Bool { process.isRunning }

  init() throws {
    let executable = try #require(Chromium.executable)
    // The pipes of the protocol are the browser's file descriptors 3 and 4.
    let options = [
      "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
      "--force-color-profile=srgb", "--no-first-run", "--disable-background-networking",
      "--user-data-dir=\(profile)", "about:blank",
    ]
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null", executable] + options
    process.standardInput = input
    process.standardOutput = output
    // Temporary files are removed with the profile.
    try FileManager.default.createDirectory(atPath: profile, withIntermediateDirectories: true)
    process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": profile]) { $1 }
    try process.run()
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    // The browser's other processes write for some time after it ends.
    for _ in 0..<100 where FileManager.default.fileExists(atPath: profile) {
      do {
        try FileManager.default.removeItem(atPath: profile)
      } catch {
        usleep(20_000)
      }
    }
  }

  /// Calls a method and waits for its result at most `seconds`.
  @discardableResult
  func call(
    _ method: String, _ parameters: [String: Any] = [:], session: String? = nil,
    within seconds: Double = 180
  ) throws -> [String: Any] {
    let end = Date(timeIntervalSinceNow: seconds)
    lastID += 1
    var message: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    message["sessionId"] = session
    let bytes = try JSONSerialization.data(withJSONObject: message)
    // A write to a closed pipe would end the tests.
    guard process.isRunning else { throw Chromium.Failure(description: "the browser has ended") }
    try input.fileHandleForWriting.write(contentsOf: bytes + [0])
    while true {
      let answer = try nextMessage(before: end)
      guard answer["id"] as? Int == lastID else { continue }
      if let error = answer["error"] { throw Chromium.Failure(description: "\(method): \(error)") }
      return answer["result"] as? [String: Any] ?? [:]
    }
  }

  private func nextMessage(before end: Date) throws -> [String: Any] {
    while true {
      // `firstIndex(of:)` is slow for megabytes in code that is not optimized.
      let length = received.withUnsafeBytes { bytes in
        bytes.baseAddress.map { strnlen($0.assumingMemoryBound(to: CChar.self), bytes.count) } ?? 0
      }
      if length < received.count {
        let message = received.prefix(length)
        received = Data(received.dropFirst(length + 1))
        return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
      }
      var waiting = pollfd(
        fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Int32(max(0, end.timeIntervalSinceNow) * 1000)) > 0 else {
        throw Chromium.Failure(description: "the browser has not answered in time")
      }
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw Chromium.Failure(description: "the browser has ended") }
      received += bytes
    }
  }
}
