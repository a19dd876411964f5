import FileAccess
import Foundation
import Testing

/// Bad input: 65 for what is wrong, 66 for what is not there; one line, nothing written, an older
/// output as it was.
@Suite struct BadInputTests {
  static let head = "twheader: error: "

  static let missing: [(String, String)] = [
    ("render --curve none.json", "none.json: no such file; check the path"),
    ("render --curve dangling.json", "dangling.json: no such file; check the path"),
    ("render --curve folder", "folder: is a folder; name a file in it"),
    (
      "render --curve swipe.json/x",
      "swipe.json/x: a part of the path is not a folder; check the path"
    ),
    ("render --banner none.png", "none.png: no such file; check the path"),
    ("render --avatar none.png", "none.png: no such file; check the path"),
    ("render --scene none.json", "none.json: no such file; check the path"),
    ("render --scene lost.json", "none.png: no such file; check the path"),
    ("encode none.png none2.png", "none.png: no such file; check the path"),
    ("encode folder", "folder: contains no images; pass a folder of PNG, JPEG or WebP files"),
  ]

  @Test(arguments: missing)
  func tellsWhatIsMissing(arguments: String, message: String) async throws {
    let place = try TemporaryDirectory()
    try place.makeFolder("folder")
    try place.makeLink("dangling.json", to: "none.json")
    try place.write("lost.json", #"{"version": 1, "banner": "none.png"}"#)
    try await expect(
      arguments.split(separator: " ").map(String.init) + ["-o", "out.gif"], 66, message, in: place)
  }

  static let bad: [(String, String)] = [
    ("render --curve empty", "empty:1:1: empty; a JSON value is expected"),
    (
      "render --curve cut.json",
      "cut.json:1:55: keyframes[1]: the text ends where a value is expected"
    ),
    ("render --banner empty", "empty: truncated: the file is empty; re-export the file"),
    (
      "render --banner swipe.json",
      "swipe.json: not a PNG, JPEG, GIF or WebP: starts with 7B 22 76 65; use an image in "
        + "one of these formats"
    ),
    ("render --banner -", "standard input: truncated: the file is empty; re-export the file"),
    ("render --curve -", "standard input:1:1: empty; a JSON value is expected"),
    (
      "encode swipe.json",
      "swipe.json: not a PNG, JPEG, GIF or WebP: starts with 7B 22 76 65; use an image in "
        + "one of these formats"
    ),
    (
      "encode -",
      "standard input: truncated: the stream ends 0 bytes after frame 0; send whole frames, at "
        + "least one"
    ),
  ]

  @Test(arguments: bad)
  func tellsWhatIsWrong(arguments: String, message: String) async throws {
    let place = try TemporaryDirectory()
    try place.write("empty", "")
    try place.write("cut.json", #"{"version": 1, "keyframes": [{"time": 0, "offset": 0},"#)
    try await expect(
      arguments.split(separator: " ").map(String.init) + ["-o", "out.gif"], 65, message, in: place)
  }

  @Test func framesMustHaveOneSize() async throws {
    let place = try TemporaryDirectory()
    let (small, large) = (Fixtures.image("checker.png"), Fixtures.image("disc.png"))
    try await expect(
      ["encode", small, large, "-o", "out.gif"], 65,
      "\(large): 64 x 64 pixels, but \(small) has 16 x 16; all frames of an animation must "
        + "have the same size", in: place)
  }

  /// Every limit refuses with the flag that raises it.
  @Test(arguments: [
    (
      "--max-frames 9",
      "frames: 10 are more than 9; lower --fps, or raise the limit with --max-frames"
    ),
    (
      "--hold-last 600 -o held/%d.png",
      "frames: 18,010, counting repeats of held frames, are more than 3,000; hold shorter, or raise the limit with --max-frames"
    ),
    (
      "--max-samples 2",
      "swipe.json:1:29: keyframes: has 3 keyframes, at most 2 are allowed; raise the limit with --max-samples or take fewer"
    ),
    (
      "--max-input-bytes 100",
      "swipe.json: more than 100 bytes; raise the limit with --max-input-bytes"
    ),
    (
      "--max-canvas-pixels 11359",
      "--device: a canvas of 11,360 pixels is too large; raise the limit of 11,359 with --max-canvas-pixels"
    ),
    (
      "--banner \(Fixtures.image("disc.png")) --max-pixels 4095",
      "\(Fixtures.image("disc.png")): too large: 64 x 64 pixels, 4,095 in all are allowed; raise the limit with --max-pixels"
    ),
  ])
  func limitsNameTheirFlag(arguments: String, message: String) async throws {
    let place = try TemporaryDirectory()
    try await expect(
      ["render", "--curve", "swipe.json", "-o", "out.gif"] + Twheader.small
        + arguments.split(separator: " ").map(String.init), 65, message, in: place)
  }

  /// A GIF of few bytes: frames of one pixel on a large screen.
  private func animation(side: UInt16, frames: Int) -> Data {
    let length = [UInt8(side & 255), UInt8(side >> 8)]
    var screen = Array("GIF89a".utf8) + length + length
    screen += [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    return Data(screen + Array(repeating: frame, count: frames).joined() + [0x3B])
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: ["diff large.gif large.gif", "encode large.gif -o a.apng", "fit large.gif"])
  func framesTimesPixelsAreLimited(arguments: String) async throws {
    let place = try TemporaryDirectory()
    try place.write("large.gif", animation(side: 5000, frames: 3000))
    let outcome = try await place.program.run(
      arguments.split(separator: " ").map(String.init) + ["--max-pixels", "25000000"])
    let said = String(decoding: outcome.output, as: UTF8.self) + outcome.errors
    #expect(
      said.contains(
        "large.gif: too large: 3,000 frames of 5,000 x 5,000 pixels, 3,200,000,000 in all frames "
          + "together are allowed; raise the limit with --max-pixels"), "\(said)")
    #expect(outcome.status != 0)
  }

  /// What is too much for the bytes of the file, also where the frames alone would do.
  @Test func fewBytesDoNotMakeMinutesOfWork() async throws {
    let place = try TemporaryDirectory()
    try place.write("large.gif", animation(side: 5000, frames: 327))
    let outcome = try await place.program.run(["encode", "large.gif", "-o", "a.apng"])
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.contains(
        "large.gif: too large: 327 frames of 5,000 x 5,000 pixels, 1,122,500,000 in all frames of "
          + "4,925 bytes together are allowed; raise the limit with --max-pixels"),
      "\(outcome.errors)")
  }

  /// The only item's file is named once.
  @Test func aFileThatCannotBeComparedIsNamedOnce() async throws {
    let place = try TemporaryDirectory()
    try place.write("bad.gif", Data("GIF89a".utf8))
    let outcome = try await place.program.run(["diff", "bad.gif", "bad.gif"])
    #expect(String(decoding: outcome.output, as: UTF8.self).hasPrefix("unreadable: bad.gif: trunc"))
  }

  @Test func aFewLargeFramesAreTaken() async throws {
    let place = try TemporaryDirectory()
    try place.write("wide.gif", animation(side: 300, frames: 128))
    let arguments = ["encode", "wide.gif", "-o", "a.apng", "--max-pixels"]
    #expect(try await place.program.run(arguments + ["90000"]).status == 0)
    try place.write("wide.gif", animation(side: 300, frames: 129))
    #expect(try await place.program.run(arguments + ["90000"]).status == 65)
    #expect(try await place.program.run(arguments + ["90705"]).status == 0)
  }

  /// Every document that the reader of curves refuses, with the words kept beside it.
  @Test func refusesEveryBadCurve() async throws {
    let folder = Fixtures.path + "/Curves/invalid"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let place = try TemporaryDirectory()
    var count = 0
    for name in names where name.hasSuffix(".error") {
      let words = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
      let curve = (name as NSString).deletingPathExtension + ".json"
      let outcome = try await place.program.run(["curve", "lint", curve], in: folder)
      #expect(outcome.errors == Self.head + words.trimmingCharacters(in: .newlines) + "\n")
      #expect(outcome.status == 65, "\(curve)")
      #expect(outcome.output.isEmpty)
      count += 1
    }
    #expect(count > 50)
  }

  /// Every picture that the decoders refuse leaves no output behind.
  @Test(arguments: ["png", "jpeg", "gif"])
  func refusesEveryBadPicture(kind: String) async throws {
    let folder = Fixtures.path + "/Corpus/\(kind)/bad"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let place = try TemporaryDirectory()
    var count = 0
    for name in names where !name.hasSuffix(".error") && !name.hasSuffix(".md") {
      let outcome = try await place.program.run(
        ["encode", name, "--effort", "1", "-o", place.full("out.gif")], in: folder)
      #expect(outcome.lines.count == 1, "\(name): \(outcome.errors)")
      #expect(outcome.errors.hasPrefix(Self.head + name + ": "))
      #expect(outcome.status == 65, "\(name)")
      count += 1
    }
    #expect(count > 10)
    #expect(place.contents == ["swipe.json"])
  }

  private func expect(
    _ arguments: [String], _ status: Int32, _ message: String, in place: TemporaryDirectory,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try place.write("out.gif", "older")
    let past = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes(
      [.modificationDate: past], ofItemAtPath: place.full("out.gif"))
    let before = place.contents
    let outcome = try await place.program.run(arguments)
    #expect(outcome.errors == Self.head + message + "\n", sourceLocation: sourceLocation)
    #expect(outcome.status == status, sourceLocation: sourceLocation)
    #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
    #expect(place.contents == before, sourceLocation: sourceLocation)
    #expect(try place.data("out.gif") == Data("older".utf8), sourceLocation: sourceLocation)
    let attributes = try FileManager.default.attributesOfItem(atPath: place.full("out.gif"))
    #expect(attributes[.modificationDate] as? Date == past, sourceLocation: sourceLocation)
  }
}
