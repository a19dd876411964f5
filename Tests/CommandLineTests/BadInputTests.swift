import FileAccess
import Foundation
import Testing

/// Bad input ends the program with status 65 if it is invalid and 66 if it is missing. The program
/// prints one line, writes nothing and leaves an existing output unchanged.
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
  func reportsMissingInputs(arguments: String, message: String) async throws {
    let directory = try TemporaryDirectory()
    try directory.makeFolder("folder")
    try directory.makeLink("dangling.json", to: "none.json")
    try directory.write("lost.json", #"{"version": 1, "banner": "none.png"}"#)
    try await expect(
      arguments.split(separator: " ").map(String.init) + ["-o", "out.gif"], 66, message,
      in: directory)
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
  func reportsInvalidInputs(arguments: String, message: String) async throws {
    let directory = try TemporaryDirectory()
    try directory.write("empty", "")
    try directory.write("cut.json", #"{"version": 1, "keyframes": [{"time": 0, "offset": 0},"#)
    try await expect(
      arguments.split(separator: " ").map(String.init) + ["-o", "out.gif"], 65, message,
      in: directory)
  }

  @Test func rejectsFramesOfDifferentSizes() async throws {
    let directory = try TemporaryDirectory()
    let (small, large) = (Fixtures.image("checker.png"), Fixtures.image("disc.png"))
    try await expect(
      ["encode", small, large, "-o", "out.gif"], 65,
      "\(large): 64 x 64 pixels, but \(small) has 16 x 16; all frames of an animation must "
        + "have the same size", in: directory)
  }

  /// The error of each limit names the flag that raises it.
  @Test(arguments: [
    (
      "--max-frames 9",
      "frames: found 10, but at most 9 are allowed; lower --fps, or raise the limit with --max-frames"
    ),
    (
      "--hold-last 600 -o held/%d.png",
      "frames: found 18,010, counting repeats of held frames, but at most 3,000 are allowed; shorten the holds, or raise the limit with --max-frames"
    ),
    (
      "--max-samples 2",
      "swipe.json:1:29: keyframes: found 3 keyframes, but at most 2 are allowed; raise the limit with --max-samples, or give fewer"
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
      "\(Fixtures.image("disc.png")): too large: 64 x 64 pixels, but at most 4,095 pixels are allowed; raise the limit with --max-pixels"
    ),
  ])
  func limitErrorsNameTheFlag(arguments: String, message: String) async throws {
    let directory = try TemporaryDirectory()
    try await expect(
      ["render", "--curve", "swipe.json", "-o", "out.gif"] + Twheader.small
        + arguments.split(separator: " ").map(String.init), 65, message, in: directory)
  }

  /// Returns a small GIF with a canvas of `side` x `side` pixels and frames of one pixel.
  private func animation(side: UInt16, frames: Int) -> Data {
    let length = [UInt8(side & 255), UInt8(side >> 8)]
    var screen = Array("GIF89a".utf8) + length + length
    screen += [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    return Data(screen + Array(repeating: frame, count: frames).joined() + [0x3B])
  }

  @Test(
    arguments: ["diff large.gif large.gif", "encode large.gif -o a.apng", "fit large.gif"])
  func limitsFramesTimesPixels(arguments: String) async throws {
    let directory = try TemporaryDirectory()
    try directory.write("large.gif", animation(side: 5000, frames: 3000))
    let outcome = try await directory.program.run(
      arguments.split(separator: " ").map(String.init) + ["--max-pixels", "25000000"])
    let text = outcome.text + outcome.errors
    #expect(
      text.contains(
        "large.gif: too large: 3,000 frames of 5,000 x 5,000 pixels, but at most 3,200,000,000 "
          + "pixels in all frames are allowed; raise the limit with --max-pixels"), "\(text)")
    #expect(outcome.status != 0)
  }

  /// The maximum number of pixels also depends on the size of the file. This GIF would pass if it
  /// were larger.
  @Test func limitsWorkForSmallHostileFiles() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("large.gif", animation(side: 5000, frames: 327))
    let outcome = try await directory.program.run(["encode", "large.gif", "-o", "a.apng"])
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.contains(
        "large.gif: too large: 327 frames of 5,000 x 5,000 pixels, but at most 1,122,500,000 "
          + "pixels in all frames of 4,925 bytes are allowed; raise the limit with --max-pixels"),
      "\(outcome.errors)")
  }

  /// The item has the name of its file, so the line has no second name.
  @Test func namesIncomparableFilesOnce() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("bad.gif", Data("GIF89a".utf8))
    let outcome = try await directory.program.run(["diff", "bad.gif", "bad.gif"])
    #expect(String(decoding: outcome.output, as: UTF8.self).hasPrefix("unreadable: bad.gif: trunc"))
  }

  @Test func pixelLimitAllowsFewLargeFrames() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("wide.gif", animation(side: 300, frames: 128))
    let arguments = ["encode", "wide.gif", "-o", "a.apng", "--max-pixels"]
    #expect(try await directory.program.run(arguments + ["90000"]).status == 0)
    try directory.write("wide.gif", animation(side: 300, frames: 129))
    #expect(try await directory.program.run(arguments + ["90000"]).status == 65)
    #expect(try await directory.program.run(arguments + ["90705"]).status == 0)
  }

  /// Invalid curve documents. `CurveFixtureTests` reads all of the fixtures.
  @Test(arguments: ["byte-order-mark", "cut-off"])
  func rejectsInvalidCurves(name: String) async throws {
    let folder = Fixtures.path + "/Curves/invalid"
    let words = try String(contentsOfFile: "\(folder)/\(name).error", encoding: .utf8)
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run(["curve", "lint", name + ".json"], in: folder)
    #expect(outcome.errors == Self.head + words.trimmingCharacters(in: .newlines) + "\n")
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
  }

  /// An undecodable picture is an error, and no output is written. `RefusedPictureTests` decodes
  /// all of the corpus.
  @Test(arguments: ["png", "jpeg", "gif"])
  func rejectsInvalidPictures(kind: String) async throws {
    let folder = Fixtures.path + "/Corpus/\(kind)/bad"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { !$0.hasSuffix(".error") && !$0.hasSuffix(".md") }
    let directory = try TemporaryDirectory()
    for name in try [#require(names.first), #require(names.last)] {
      let outcome = try await directory.program.run(
        ["encode", name, "--effort", "1", "-o", directory.full("out.gif")], in: folder)
      #expect(outcome.lines.count == 1, "\(name): \(outcome.errors)")
      #expect(outcome.errors.hasPrefix(Self.head + name + ": "))
      #expect(outcome.status == 65, "\(name)")
    }
    #expect(directory.contents == ["swipe.json"])
  }

  private func expect(
    _ arguments: [String], _ status: Int32, _ message: String, in directory: TemporaryDirectory,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try directory.write("out.gif", "older")
    let past = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes(
      [.modificationDate: past], ofItemAtPath: directory.full("out.gif"))
    let before = directory.contents
    let outcome = try await directory.program.run(arguments)
    #expect(outcome.errors == Self.head + message + "\n", sourceLocation: sourceLocation)
    #expect(outcome.status == status, sourceLocation: sourceLocation)
    #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
    #expect(directory.contents == before, sourceLocation: sourceLocation)
    #expect(try directory.data("out.gif") == Data("older".utf8), sourceLocation: sourceLocation)
    let attributes = try FileManager.default.attributesOfItem(atPath: directory.full("out.gif"))
    #expect(attributes[.modificationDate] as? Date == past, sourceLocation: sourceLocation)
  }
}
