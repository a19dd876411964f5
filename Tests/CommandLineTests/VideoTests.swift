import FileAccess
import Foundation
import Testing

/// Videos go through another program, for which a script stands in here.
struct VideoTests {
  private let render = ["render", "--curve", "swipe.json"] + Twheader.quick

  /// A folder with an `ffmpeg` that does what `body` says; $last is the file it should write.
  static func program(_ place: TemporaryDirectory, _ body: String) throws -> Twheader {
    try place.makeFolder("bin")
    try place.write("bin/ffmpeg", "#!/bin/sh\nfor last; do :; done\nlast=${last#file:}\n\(body)\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: place.full("bin/ffmpeg"))
    var program = place.program
    program.environment = ["PATH": place.full("bin") + ":/bin:/usr/bin"]
    return program
  }

  @Test(arguments: [("a.mp4", "libx264"), ("a.webm", "libvpx-vp9"), ("a.avif", "libaom-av1")])
  func feedsTheStreamAndSaysTheLine(name: String, codec: String) async throws {
    let place = try TemporaryDirectory()
    let program = try Self.program(place, #"cat > "$last""#)
    let outcome = try await program.run(render + ["-o", name, "-o", "a.y4m", "--verbose"])
    #expect(outcome.status == 0)
    #expect(try place.data(name) == place.data("a.y4m"))
    let line = try #require(outcome.lines.first { $0.contains(": ffmpeg -i - ") })
    #expect(line.contains("-c:v \(codec) ") && line.hasSuffix(" \(name)"))
    for flag in ["-colorspace bt709", "-color_range tv", "-color_trc iec61966-2-1"] {
      #expect(line.contains(flag))
    }
  }

  /// The stand-in's file is as large as its rate factor asks: 80 bytes less for each step.
  @Test(arguments: ["a.mp4", "a.webm", "a.avif"])
  func theQualityIsLoweredUntilAVideoFits(name: String) async throws {
    let place = try TemporaryDirectory()
    let program = try Self.program(
      place,
      #"""
      cat > /dev/null; rate=$(printf '%s' "$*" | sed 's/.*-crf \([0-9]*\).*/\1/')
      head -c $((6000 - 80 * rate)) /dev/zero > "$last"
      """#)
    let outcome = try await program.run(render + ["-o", name, "--max-bytes", "3000", "--json"])
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == "twheader: \(name): reduced to fit: quality \(name == "a.mp4" ? 21 : 55)\n")
    #expect(try place.data(name).count == 6000 - 80 * 38)
    #expect(outcome.text.contains("-crf 38 "))
    #expect(place.contents == ["\(name)", "bin/", "bin/ffmpeg", "swipe.json"])
  }

  @Test func withoutTheProgramTheErrorGivesItsLine() async throws {
    let place = try TemporaryDirectory()
    var program = place.program
    program.environment = ["PATH": place.full("none")]
    let outcome = try await program.run(render + ["-o", "a.mp4"])
    #expect(outcome.status == 73)
    #expect(outcome.lines.count == 1)
    #expect(
      outcome.errors.hasPrefix(
        "twheader: error: a.mp4: needs ffmpeg, which is not on PATH; install it, or write "
          + "a.y4m and run: ffmpeg -i a.y4m "))
    #expect(place.contents == ["swipe.json"])
  }

  @Test(arguments: [
    ("cat > /dev/null; echo no such codec >&2; exit 1", "no such codec"),
    ("cat > /dev/null", "no reason given"),
    (#"cat > /dev/null; : > "$last""#, "no reason given"),
  ])
  func itsFailureIsOneLineAndLeavesNothing(body: String, reason: String) async throws {
    let place = try TemporaryDirectory()
    let program = try Self.program(place, body)
    let outcome = try await program.run(render + ["-o", "a.webm"])
    #expect(outcome.status == 73)
    #expect(
      outcome.errors
        == "twheader: error: a.webm: ffmpeg failed: \(reason); write a .y4m file and run ffmpeg "
        + "on it\n")
    #expect(place.contents == ["bin/", "bin/ffmpeg", "swipe.json"])
  }

  /// ffmpeg knows protocols by what stands before a colon.
  @Test func aNameWithAColonIsAFile() async throws {
    let place = try TemporaryDirectory()
    let program = try Self.program(place, #"printf '%s' "$*" >seen; cat >"$last""#)
    let outcome = try await program.run(render + ["-o", "./pipe:1.mp4"])
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(place.contents.contains("pipe:1.mp4"))
    let arguments = String(decoding: try place.data("seen"), as: UTF8.self)
    #expect(arguments.split(separator: " ").last?.hasPrefix("file:") == true)
  }

  @Test func aNameWithASchemeIsNoVideo() async throws {
    let place = try TemporaryDirectory()
    let outcome = try await place.program.run(render + ["-o", "pipe:1.mp4"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("pipe:1.mp4: is a URL, not a file"))
    #expect(try await place.program.run(render + ["-o", "12:30.gif"]).status == 0)
    #expect(place.contents.contains("12:30.gif"))
  }

  /// One that goes on writing, whatever it is told, makes its file again after it was removed.
  @Test func anInterruptionEndsTheProgramFirst() async throws {
    signal(SIGINT, SIG_DFL)
    let place = try TemporaryDirectory()
    let program = try Self.program(
      place, #"trap '' INT TERM HUP; while :; do echo x >>"$last"; done"#)
    let outcome = try await program.run(render + ["-o", "a.mp4"]) { process in
      while process.isRunning, !place.contents.contains(where: { $0.hasSuffix(".tmp") }) {
        usleep(20_000)
      }
      kill(process.processIdentifier, SIGINT)
    }
    #expect(outcome.status == 130)
    try await Task.sleep(for: .milliseconds(200))
    #expect(place.contents == ["bin/", "bin/ffmpeg", "swipe.json"])
  }
}
