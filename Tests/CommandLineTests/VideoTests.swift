import FileAccess
import Foundation
import Testing

/// Video outputs, which are encoded with ffmpeg. A script replaces ffmpeg.
struct VideoTests {
  private let render = ["render", "--curve", "swipe.json"] + Twheader.quick

  /// Installs a script as `ffmpeg`. In its body, `$last` is the path of the output.
  static func program(_ directory: TemporaryDirectory, _ body: String) throws -> Twheader {
    try directory.makeFolder("bin")
    try directory.write(
      "bin/ffmpeg", "#!/bin/sh\nfor last; do :; done\nlast=${last#file:}\n\(body)\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: directory.full("bin/ffmpeg"))
    var program = directory.program
    program.environment = ["PATH": directory.full("bin") + ":/bin:/usr/bin"]
    return program
  }

  @Test(arguments: [("a.mp4", "libx264"), ("a.webm", "libvpx-vp9"), ("a.avif", "libaom-av1")])
  func writesStreamAndPrintsCommand(name: String, codec: String) async throws {
    let directory = try TemporaryDirectory()
    let program = try Self.program(directory, #"cat > "$last""#)
    let outcome = try await program.run(render + ["-o", name, "-o", "a.y4m", "--verbose"])
    #expect(outcome.status == 0)
    #expect(try directory.data(name) == directory.data("a.y4m"))
    let line = try #require(outcome.lines.first { $0.contains(": ffmpeg -i - ") })
    #expect(line.contains("-c:v \(codec) ") && line.hasSuffix(" \(name)"))
    for flag in ["-colorspace bt709", "-color_range tv", "-color_trc iec61966-2-1"] {
      #expect(line.contains(flag))
    }
  }

  /// The script writes a file of 6,000 bytes minus 80 for each step of `-crf`.
  @Test(arguments: ["a.mp4", "a.webm", "a.avif"])
  func lowersQualityUntilVideoFits(name: String) async throws {
    let directory = try TemporaryDirectory()
    let program = try Self.program(
      directory,
      #"""
      cat > /dev/null; rate=$(printf '%s' "$*" | sed 's/.*-crf \([0-9]*\).*/\1/')
      head -c $((6000 - 80 * rate)) /dev/zero > "$last"
      """#)
    let outcome = try await program.run(render + ["-o", name, "--max-bytes", "3000", "--json"])
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == "twheader: \(name): reduced to fit: quality \(name == "a.mp4" ? 21 : 55)\n")
    #expect(try directory.data(name).count == 6000 - 80 * 38)
    #expect(outcome.text.contains("-crf 38 "))
    #expect(directory.contents == ["\(name)", "bin/", "bin/ffmpeg", "swipe.json"])
  }

  @Test func errorWithoutEncoderContainsItsCommand() async throws {
    let directory = try TemporaryDirectory()
    var program = directory.program
    program.environment = ["PATH": directory.full("none")]
    let outcome = try await program.run(render + ["-o", "a.mp4"])
    #expect(outcome.status == 73)
    #expect(outcome.lines.count == 1)
    #expect(
      outcome.errors.hasPrefix(
        "twheader: error: a.mp4: needs ffmpeg, which is not on PATH; install it, or write "
          + "a.y4m and run: ffmpeg -i a.y4m "))
    #expect(directory.contents == ["swipe.json"])
  }

  @Test(arguments: [
    ("cat > /dev/null; echo no such codec >&2; exit 1", "no such codec"),
    ("cat > /dev/null", "no reason given"),
    (#"cat > /dev/null; : > "$last""#, "no reason given"),
  ])
  func encoderFailureIsOneLineAndLeavesNoFile(body: String, reason: String) async throws {
    let directory = try TemporaryDirectory()
    let program = try Self.program(directory, body)
    let outcome = try await program.run(render + ["-o", "a.webm"])
    #expect(outcome.status == 73)
    #expect(
      outcome.errors
        == "twheader: error: a.webm: ffmpeg failed: \(reason); write a .y4m file and run ffmpeg "
        + "on it\n")
    #expect(directory.contents == ["bin/", "bin/ffmpeg", "swipe.json"])
  }

  /// ffmpeg treats the text before a colon as a protocol.
  @Test func treatsNamesWithColonsAsFiles() async throws {
    let directory = try TemporaryDirectory()
    let program = try Self.program(directory, #"printf '%s' "$*" >seen; cat >"$last""#)
    let outcome = try await program.run(render + ["-o", "./pipe:1.mp4"])
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(directory.contents.contains("pipe:1.mp4"))
    let arguments = String(decoding: try directory.data("seen"), as: UTF8.self)
    #expect(arguments.split(separator: " ").last?.hasPrefix("file:") == true)
  }

  @Test func rejectsVideoURLs() async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run(render + ["-o", "pipe:1.mp4"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("pipe:1.mp4: is a URL, not a file"))
    #expect(try await directory.program.run(render + ["-o", "12:30.gif"]).status == 0)
    #expect(directory.contents.contains("12:30.gif"))
  }

  /// A script that ignores signals and continues to write would create its file again after the
  /// program has removed it.
  @Test func interruptionEndsTheEncoderFirst() async throws {
    signal(SIGINT, SIG_DFL)
    let directory = try TemporaryDirectory()
    let program = try Self.program(
      directory, #"trap '' INT TERM HUP; while :; do echo x >>"$last"; done"#)
    let outcome = try await program.run(render + ["-o", "a.mp4"]) { process in
      while process.isRunning, !directory.contents.contains(where: { $0.hasSuffix(".tmp") }) {
        usleep(20_000)
      }
      kill(process.processIdentifier, SIGINT)
    }
    #expect(outcome.status == 130)
    try await Task.sleep(for: .milliseconds(200))
    #expect(directory.contents == ["bin/", "bin/ffmpeg", "swipe.json"])
  }
}
