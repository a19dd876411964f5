import FileAccess
import Foundation
import Synchronization
import Testing

/// `--watch` of single renders, as somebody uses it who edits a document and a curve.
@Suite struct RenderWatchTests {
  private let place: TemporaryDirectory

  init() throws {
    place = try TemporaryDirectory()
    try place.write("card.json", Self.card("#FF0000"))
    try place.write("swipe.json", Self.curve(0))
  }

  private static func card(_ color: String) -> String {
    #"""
    {"version": 1, "name": "card", "screen": {"device": "iphone-se"}, "scroll": {"maximumOffset": 100},
     "layers": [{"id": "ground", "type": "rectangle", "y": "-offset", "fill": "\#(color)"}]}
    """#
  }

  private static func curve(_ offset: Int) -> String {
    #"{"version": 1, "keyframes": [{"time": 0, "offset": \#(offset)}, {"time": 0.1, "offset": \#(offset)}]}"#
  }

  /// A bad save is told, and every file goes on being watched.
  @Test func goesOnAfterABadSaveOfADocument() async throws {
    let place = place
    let errors = place.full("errors")
    try place.write("errors", "")
    var program = place.program
    program.errors = FileHandle(forWritingAtPath: errors)
    @Sendable func said(_ text: String) -> Int {
      ((try? String(contentsOfFile: errors, encoding: .utf8)) ?? "").ranges(of: text).count
    }
    @Sendable func picture() -> Data? {
      FileManager.default.contents(atPath: place.full("still.png"))
    }
    let seen = Mutex<[Data?]>([])
    _ = try await program.run(
      ["still", "--style", "card.json", "--curve", "swipe.json", "--at", "0", "--scale", "1"]
        + ["--watch"], seconds: 120
    ) { process in
      var waits = 0
      func wait() {
        waits += 1
        for _ in 0..<300 where said("waiting for changes") < waits {
          Thread.sleep(forTimeInterval: 0.1)
        }
        seen.withLock { $0.append(picture()) }
      }
      wait()
      try? place.write("card.json", "{")
      wait()
      try? place.write("swipe.json", RenderWatchTests.curve(40))
      wait()
      try? place.write("card.json", RenderWatchTests.card("#00FF00"))
      wait()
      try? place.write("swipe.json", RenderWatchTests.curve(20))
      wait()
      process.terminate()
    }
    let pictures = seen.withLock { $0 }
    #expect(pictures.count == 5)
    #expect(pictures[0] != nil && pictures[0] == pictures[1] && pictures[1] == pictures[2])
    #expect(pictures[3] != pictures[2] && pictures[4] != pictures[3])
    #expect(said("card.json:1:2") == 2)
  }

  @Test(arguments: [
    ["still", "-o", "-"], ["render", "--curve", "-", "-o", "a.gif"], ["preview", "-o", "-"],
  ])
  func streamsCannotBeWatched(arguments: [String]) async throws {
    let outcome = try await place.program.run(arguments + ["--watch"])
    #expect(outcome.status == HeaderKitError.Code.usage.rawValue)
    #expect(outcome.errors.contains("cannot be watched"))
  }
}
