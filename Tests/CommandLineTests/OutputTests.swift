import CodecInterface
import FileAccess
import Foundation
import ImageCodecs
import PortableMath
import Testing

/// A render writes all outputs completely, or none.
@Suite struct OutputTests {
  private static func render(_ more: [String]) -> [String] {
    ["render", "--curve", "swipe.json", "--fps", "10"] + Twheader.quick + more
  }

  @Test func writesAllFormatsInOneRun() async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run(
      Self.render([
        "-o", "a.gif", "-o", "a.apng", "-o", "a.png", "-o", "a.y4m", "-o", "f/%03d.png", "-o", "g/",
      ]))
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(
      directory.contents == [
        "a.apng", "a.gif", "a.png", "a.y4m", "f/", "f/000.png", "f/001.png", "f/002.png",
        "f/003.png", "g/", "g/0000.png", "g/0001.png", "g/0002.png", "g/0003.png", "swipe.json",
      ])
    let gif = try AnimationDecoder.decode(bytes: Array(directory.data("a.gif")))
    let apng = try AnimationDecoder.decode(bytes: Array(directory.data("a.apng")))
    #expect(gif.frames.count == 4)
    #expect(apng.frames.count == 4)
    #expect(try directory.data("a.png") == directory.data("a.apng"))
    for index in 0..<4 {
      let frame = try ImageDecoder.decode(bytes: Array(directory.data("f/00\(index).png"))).pixmap
      #expect(frame == apng.frames[index].pixmap)
      #expect(try directory.data("g/000\(index).png") == directory.data("f/00\(index).png"))
    }
  }

  /// If a file exceeds `--max-bytes`, the program prints a command that fits. The test runs it.
  @Test(arguments: [
    (["--max-bytes", "3000"], ["--reduce", "scale"]), (["--max-bytes=20"], ["--max-bytes"]),
  ])
  func suggestedCommandFitsAndKeepsArguments(limit: [String], added: [String]) async throws {
    let directory = try TemporaryDirectory()
    let typed = Self.render(["-o", "it's a $.gif", "--dither", "0"])
    let outcome = try await directory.program.run(typed + limit)
    #expect(outcome.status == 65)
    let line = try #require(outcome.lines.last)
    let start = "twheader: this fits: "
    #expect(line.hasPrefix(start))
    let command = String(line.dropFirst(start.count))
    #expect(command.contains(#" -o 'it'\''s a $.gif' --dither 0 "#))
    #expect(command.contains(" " + added.joined(separator: " ")))
    #expect(command.components(separatedBy: "--max-bytes").count == 2)
    var shell = directory.program
    shell.executable = URL(fileURLWithPath: "/bin/sh")
    #expect(try await shell.run(["-c", command]).status == 0)
    #expect(directory.contents == ["it's a $.gif", "swipe.json"])
  }

  @Test func writesFileToStandardOutput() async throws {
    let directory = try TemporaryDirectory()
    _ = try await directory.program.run(Self.render(["-o", "a.gif", "-o", "a.y4m"]))
    let gif = try await directory.program.run(Self.render(["-o", "-"]))
    #expect(gif.status == 0)
    #expect(try gif.output == directory.data("a.gif"))
    let video = try await directory.program.run(Self.render(["-o", "-", "--format", "y4m"]))
    #expect(try video.output == directory.data("a.y4m"))
  }

  @Test func formatOptionOverridesExtension() async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run(Self.render(["-o", "a.gif", "--format", "y4m"]))
    #expect(outcome.status == 0)
    #expect(try directory.data("a.gif").starts(with: Data("YUV4MPEG2".utf8)))
  }

  @Test func replacesTargetsOfLinks() async throws {
    let directory = try TemporaryDirectory()
    try directory.makeFolder("real")
    try directory.write("real/a.gif", "older")
    try directory.makeLink("a.gif", to: "real/a.gif")
    try directory.makeLink("new.gif", to: "real/new.gif")
    let outcome = try await directory.program.run(Self.render(["-o", "a.gif", "-o", "new.gif"]))
    #expect(outcome.status == 0)
    #expect(
      directory.contents == [
        "a.gif", "new.gif", "real/", "real/a.gif", "real/new.gif", "swipe.json",
      ])
    for name in ["a.gif", "new.gif"] {
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: directory.full(name))
      #expect(target == "real/" + name)
      #expect(try directory.data("real/" + name).starts(with: Data("GIF89a".utf8)))
    }
  }

  @Test func keepsPermissionsOfReplacedFiles() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.gif", "older")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: directory.full("a.gif"))
    _ = try await directory.program.run(Self.render(["-o", "a.gif", "-o", "b.gif"]))
    #expect(try directory.mode("a.gif") == 0o640)
    let mask = umask(0)
    umask(mask)
    #expect(try directory.mode("b.gif") == 0o666 & ~Int(mask))
  }

  @Test func writesToANamedPipe() async throws {
    let directory = try TemporaryDirectory()
    #expect(mkfifo(directory.full("pipe"), mode_t(0o600)) == 0)
    let path = directory.full("pipe")
    let reader = Task.detached {
      try FileHandle(forReadingAtPath: path)?.readToEnd() ?? Data()
    }
    let outcome = try await directory.program.run(Self.render(["-o", "pipe"]))
    #expect(outcome.status == 0)
    #expect(try await reader.value.starts(with: Data("GIF89a".utf8)))
    #expect(directory.contents == ["pipe", "swipe.json"])
  }

  /// Arguments with which nothing can be written, with the status and the message.
  @Test(arguments: [
    (
      "-o notes.txt/a.gif", 73,
      "notes.txt/a.gif: a part of the path is not a folder; check the path"
    ),
    ("-o notes.txt/%d.png", 73, "notes.txt: a part of the path is not a folder; check the path"),
    ("-o dir.gif --format gif", 73, "dir.gif: is a folder; name a file"),
    (
      "-o new/deep/%d.png -o newer/deep/a.gif -o notes.txt/a.gif", 73,
      "notes.txt/a.gif: a part of the path is not a folder; check the path"
    ),
    (
      "-o a.gif -o old/%04d.png", 73,
      "old: contains 1 other frame(s), for example 0004.png; remove them, or pass --force to remove them"
    ),
    ("-o a.gif -o taken/%04d.png", 73, "taken/0001.png: is a folder; remove it"),
    (
      "--frame-manifest notes.txt/m.json -o none/a.gif", 73,
      "notes.txt/m.json: a part of the path is not a folder; check the path"
    ),
  ])
  func leavesNoFilesAfterFailure(arguments: String, status: Int, message: String) async throws {
    let directory = try TemporaryDirectory()
    for folder in ["dir.gif", "old", "taken/0001.png"] { try directory.makeFolder(folder) }
    try directory.write("notes.txt", "older")
    try directory.write("old/0000.png", "older")
    try directory.write("old/0004.png", "older")
    let before = directory.contents
    let words = arguments.split(separator: " ").map(String.init)
    let outcome = try await directory.program.run(Self.render(words))
    #expect(outcome.errors == "twheader: error: \(message)\n")
    #expect(outcome.status == Int32(status))
    #expect(outcome.output.isEmpty)
    #expect(directory.contents == before)
    #expect(try directory.data("old/0000.png") == Data("older".utf8))
  }

  @Test func removesOlderFramesWhenForced() async throws {
    let directory = try TemporaryDirectory()
    try directory.makeFolder("f")
    for name in ["f/0002.png", "f/0099.png", "f/99.png", "f/notes.txt"] {
      try directory.write(name, "older")
    }
    let outcome = try await directory.program.run(Self.render(["-o", "f/%04d.png", "--force"]))
    #expect(outcome.status == 0)
    #expect(
      directory.contents == [
        "f/", "f/0000.png", "f/0001.png", "f/0002.png", "f/0003.png", "f/99.png", "f/notes.txt",
        "swipe.json",
      ])
    #expect(try directory.data("f/0002.png") != Data("older".utf8))
  }

  @Test func reportsFullDisks() async throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let directory = try TemporaryDirectory()
    for command in [Self.render(["-o", "-"]), ["trace", "--offsets", "0"], ["still", "-o", "-"]] {
      let outcome = try await directory.program.run(command, sink: .handle(full))
      #expect(
        outcome.errors
          == "twheader: error: standard output: no space is left on the disk; free some space, "
          + "or choose another folder\n")
      #expect(outcome.status == 74)
    }
  }

  @Test(arguments: ["gif", "y4m"])
  func reportsClosedPipes(format: String) async throws {
    let directory = try TemporaryDirectory()
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let outcome = try await directory.program.run(
      Self.render(["-o", "-", "--format", format]), sink: .handle(pipe.fileHandleForWriting))
    #expect(
      outcome.errors
        == "twheader: error: standard output: the reader closed the pipe; keep it open until the output ends\n"
    )
    #expect(outcome.status == 74)
  }

  @Test func acceptsNamesNearTheFileSystemLimit() async throws {
    let directory = try TemporaryDirectory()
    let name = String(repeating: "x", count: 251) + ".gif"
    #expect(try await directory.program.run(Self.render(["-o", name])).status == 0)
    #expect(directory.contents == ["swipe.json", name])
    let outcome = try await directory.program.run(Self.render(["-o", "x" + name]))
    #expect(outcome.status == 73)
    #expect(outcome.errors.hasSuffix(": the name is too long; choose a shorter one\n"))
  }

  /// A hold extends a frame's duration in formats with a time per frame, and repeats the frame in
  /// formats with a fixed rate.
  @Test func holdsAcceptTimesAndFrames() async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run(
      Self.render([
        "--hold-first", "0.2", "--hold-last", "0.5", "-o", "a.gif", "-o", "f/", "-o", "a.y4m",
      ]))
    #expect(outcome.status == 0)
    let gif = try AnimationDecoder.decode(bytes: Array(directory.data("a.gif")))
    #expect(gif.frames.map(\.duration.seconds) == [0.3, 0.1, 0.1, 0.6])
    let names = directory.contents.filter { $0.hasPrefix("f/0") }
    #expect(names.count == 11)
    let pictures = try names.map { try directory.data($0) }
    #expect(Set(pictures[0...2]).count == 1)
    #expect(Set(pictures[5...10]).count == 1)
    #expect(Set(pictures).count == 4)
    var decoder = Y4MDecoder()
    let frames = try decoder.append(Array(directory.data("a.y4m")))
    try decoder.finish()
    #expect(frames.count == 11)
    #expect(Set(frames.map(\.pixmap)).count == 4)
  }
}
