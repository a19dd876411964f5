import FileAccess
import Foundation
import Synchronization
import Testing

/// `still --watch` while a document and a curve are edited.
@Suite struct RenderWatchTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("card.json", Self.card("#FF0000"))
    try directory.write("swipe.json", Self.curve(0))
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

  /// An invalid document is reported, and the program continues to watch all files.
  @Test func keepsWatchingAfterInvalidDocument() async throws {
    let directory = directory
    let errors = directory.full("errors")
    try directory.write("errors", "")
    var program = directory.program
    program.errors = FileHandle(forWritingAtPath: errors)
    @Sendable func said(_ text: String) -> Int {
      ((try? String(contentsOfFile: errors, encoding: .utf8)) ?? "").ranges(of: text).count
    }
    @Sendable func picture() -> Data? {
      FileManager.default.contents(atPath: directory.full("still.png"))
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
      try? directory.write("card.json", "{")
      wait()
      try? directory.write("swipe.json", RenderWatchTests.curve(40))
      wait()
      try? directory.write("card.json", RenderWatchTests.card("#00FF00"))
      wait()
      try? directory.write("swipe.json", RenderWatchTests.curve(20))
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
  func rejectsWatchingStreams(arguments: [String]) async throws {
    let outcome = try await directory.program.run(arguments + ["--watch"])
    #expect(outcome.status == HeaderKitError.Code.usage.rawValue)
    #expect(outcome.errors.contains("cannot be watched"))
  }
}

/// `preview --watch` with more connections than file descriptors.
@Suite struct PreviewCrowdTests {
  private static let script = #"""
    (ulimit -n 40; exec "$0" preview --watch --style card.json) 2>said &
    for n in {1..300}; do grep -q waiting said && break; sleep 0.1; done
    port=$(sed -n 's|.*127.0.0.1:\([0-9]*\)/.*|\1|p' said | head -n 1)
    for n in {1..60}; do exec {fd}<>/dev/tcp/127.0.0.1/$port && fds+=($fd); done
    for n in {1..100}; do grep -q 'too many open files' said && break; sleep 0.1; done
    for fd in ${fds[@]}; do exec {fd}>&-; done
    for n in {1..50}; do
      exec 9<>/dev/tcp/127.0.0.1/$port
      printf 'GET / HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n\r\n' $port >&9
      read -r -t 5 line <&9
      exec 9>&-
      [ -n "$line" ] && break
      sleep 0.2
    done
    echo "$line"
    kill $!
    cat said
    """#

  @Test func previewSurvivesScarceDescriptors() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      "card.json",
      #"""
      {"version": 1, "name": "card", "screen": {"device": "iphone-se"},
       "scroll": {"maximumOffset": 100}, "layers": [{"type": "rectangle", "y": "-offset"}]}
      """#)
    var shell = directory.program
    shell.executable = URL(fileURLWithPath: "/bin/bash")
    let outcome = try await shell.run(["-c", Self.script, Twheader.executable.path])
    #expect(outcome.text.hasPrefix("HTTP/1.1 200 OK"), "\(outcome.text)\(outcome.errors)")
    #expect(outcome.text.contains("new connections wait until files are closed"))
  }
}
