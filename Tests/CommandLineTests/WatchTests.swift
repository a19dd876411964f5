import FileAccess
import Foundation
import Synchronization
import Testing

/// `batch run --watch` while a curve is edited.
@Suite struct WatchTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(
      "m.jsonl",
      #"{"id": "i", "at": 0.1, "curve": "swipe.json", "device": "iphone-se", "scale": 0.25}"#)
  }

  private static func curve(_ offset: Int) -> String {
    #"{"version": 1, "keyframes": [{"time": 0, "offset": \#(offset)}, {"time": 0.1, "offset": \#(offset)}]}"#
  }

  /// Waits until `condition` is true, for at most a minute. Returns false on timeout.
  private static func wait(_ condition: () -> Bool) -> Bool {
    for _ in 0..<600 {
      if condition() { return true }
      Thread.sleep(forTimeInterval: 0.1)
    }
    return false
  }

  /// The program continues to watch after an invalid curve.
  ///
  /// - Parameter isGoodFirst: True if the curve is valid at the start.
  @Test(arguments: [true, false])
  func keepsWatchingAfterInvalidCurve(isGoodFirst: Bool) async throws {
    let directory = directory
    if !isGoodFirst { try directory.write("swipe.json", "{") }
    let errors = directory.full("errors")
    try directory.write("errors", "")
    var program = directory.program
    program.environment["XDG_CACHE_HOME"] = directory.full("cache")
    program.errors = FileHandle(forWritingAtPath: errors)
    func said(_ text: String) -> Int {
      ((try? String(contentsOfFile: errors, encoding: .utf8)) ?? "").ranges(of: text).count
    }
    let observed = Mutex<[Bool]>([])
    let outcome = try await program.run(
      ["batch", "run", "m.jsonl", "--out-dir", "out", "--watch"], seconds: 200
    ) { process in
      var waits = 0
      func isWaiting() -> Bool {
        let isSaid = WatchTests.wait {
          ((try? String(contentsOfFile: errors, encoding: .utf8)) ?? "")
            .ranges(of: "waiting for changes").count > waits
        }
        waits += 1
        return isSaid
      }
      // The testing library does not know which test a failure on this thread belongs to.
      func observe(_ isTrue: Bool) { observed.withLock { $0.append(isTrue) } }
      if isGoodFirst {
        observe(isWaiting())
        try? directory.write("swipe.json", "{")
      }
      observe(isWaiting())
      try? FileManager.default.removeItem(atPath: directory.full("out/i.png"))
      try? directory.write("swipe.json", WatchTests.curve(40))
      observe(isWaiting())
      observe(FileManager.default.fileExists(atPath: directory.full("out/i.png")))
      process.terminate()
    }
    #expect(observed.withLock { $0 } == Array(repeating: true, count: isGoodFirst ? 4 : 3))
    #expect(outcome.status == 0)
    #expect(said("swipe.json:1:2") >= 1)
  }
}
