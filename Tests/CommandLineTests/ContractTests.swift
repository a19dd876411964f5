import CodecInterface
import FileAccess
import Foundation
import ImageCodecs
import PortableMath
import Raster
import Testing

/// Commands behave as their help describes.
@Suite struct ContractTests {
  @Test func renderWithoutOptionsRendersTheDemo() async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run(["render", "--frames", "0-1"] + Twheader.quick)
    #expect(outcome.status == 0)
    #expect(directory.contents == ["capture.gif", "swipe.json"])
    let gif = try AnimationDecoder.decode(bytes: Array(directory.data("capture.gif")))
    #expect(gif.frames[0].pixmap.size == PixelSize(width: 80, height: 142))
  }

  @Test func renderTakesACurve() async throws {
    let directory = try TemporaryDirectory()
    let curve = try directory.data("swipe.json")
    let file = try await directory.program.run(
      ["render", "--curve", "swipe.json", "-o", "capture.gif"] + Twheader.quick)
    #expect(file.status == 0)
    let gif = try AnimationDecoder.decode(bytes: Array(directory.data("capture.gif")))
    #expect(gif.frames.count == 10)
    #expect(gif.duration.rounded(toUnitsPerSecond: 100) == 33)
    let stream = try await directory.program.run(
      ["render", "--curve", "-", "-o", "-"] + Twheader.quick, input: curve)
    #expect(try stream.output == directory.data("capture.gif"))
  }

  @Test(arguments: [
    (["--boomerang"], 18), (["--speed", "2"], 6), (["--fps", "50", "--boomerang"], 30),
    (["--frames", "2-4"], 3), (["--frames", "9"], 1),
  ])
  func selectsFrames(arguments: [String], count: Int) async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run(
      ["render", "--curve", "swipe.json", "-o", "f/"] + Twheader.quick + arguments)
    #expect(outcome.status == 0)
    #expect(directory.contents.filter { $0.hasSuffix(".png") }.count == count)
  }

  /// The loop count of both formats, `nil` if the file has none. A GIF that plays once has no loop
  /// extension.
  @Test(arguments: [(0, 0, 0), (1, nil, 1), (7, 7, 7)] as [(Int, Int?, Int?)])
  func writesRequestedLoopCount(loop: Int, gif: Int?, apng: Int?) async throws {
    let directory = try TemporaryDirectory()
    _ = try await directory.program.run(
      ["render", "--curve", "swipe.json", "--frames", "0-1", "-o", "a.gif", "-o", "a.apng"]
        + Twheader.quick + ["--loop", "\(loop)"])
    for (name, count) in [("a.gif", gif), ("a.apng", apng)] {
      let file = try ImageInspector.inspect(bytes: Array(directory.data(name)))
      #expect(file.loopCount == count, "\(name)")
    }
  }

  @Test func stillEqualsFrameAtItsTime() async throws {
    let directory = try TemporaryDirectory()
    _ = try await directory.program.run(
      ["render", "--curve", "swipe.json", "-o", "f/"] + Twheader.quick)
    for (index, time) in [(0, "0"), (3, "0.1"), (9, "0.3")] {
      let outcome = try await directory.program.run(
        ["still", "--curve", "swipe.json", "--at", time, "-o", "s\(index).png"] + Twheader.small)
      #expect(outcome.status == 0)
      let still = try ImageDecoder.decode(bytes: Array(directory.data("s\(index).png"))).pixmap
      let frame = try ImageDecoder.decode(bytes: Array(directory.data("f/000\(index).png"))).pixmap
      #expect(still == frame, "\(time) s")
    }
  }

  @Test func encodeAcceptsAllKindsOfInput() async throws {
    let directory = try TemporaryDirectory()
    _ = try await directory.program.run(
      [
        "render", "--curve", "swipe.json", "--fps", "10", "--no-layers", "-o", "a.apng", "-o", "f/",
        "-o",
        "a.y4m",
      ]
        + Twheader.quick)
    let sources: [(arguments: [String], input: Data)] = [
      (["a.apng"], Data()), (["f", "--fps", "10"], Data()),
      (["f/0000.png", "f/0001.png", "f/0002.png", "f/0003.png", "--fps", "10"], Data()),
    ]
    for source in sources {
      let outcome = try await directory.program.run(
        ["encode"] + source.arguments + ["-o", "-", "--effort", "1"], input: source.input)
      #expect(outcome.status == 0)
      let direct = try await directory.program.run(
        ["encode", "a.apng", "-o", "-", "--effort", "1"])
      #expect(outcome.output == direct.output)
    }
    let piped = try await directory.program.run(
      ["encode", "-", "-o", "b.y4m"], input: try directory.data("a.y4m"))
    #expect(piped.status == 0)
    #expect(try directory.data("b.y4m").count == directory.data("a.y4m").count)
    let split = try await directory.program.run(["encode", "a.apng", "-o", "g/"])
    #expect(split.status == 0)
    for index in 0..<4 {
      #expect(try directory.data("g/000\(index).png") == directory.data("f/000\(index).png"))
    }
  }

  @Test func traceWritesLinesTablesAndPlots() async throws {
    let directory = try TemporaryDirectory()
    let lines = try await directory.program.run([
      "trace", "--style", "mimic", "--offsets", "0,40,-5",
    ])
    #expect(lines.status == 0)
    #expect(lines.text.split(separator: "\n").count == 3)
    #expect(lines.text.hasPrefix(#"{"index":0, "#))
    let range = try await directory.program.run(
      ["trace", "--from", "-10", "--to", "10", "--step", "5", "--format", "csv"])
    #expect(range.text.split(separator: "\n").count == 6)
    for name in ["t.svg", "t.png", "t.csv", "t.json"] {
      let outcome = try await directory.program.run(["trace", "--curve", "swipe.json", "-o", name])
      #expect(outcome.status == 0)
      #expect(outcome.output.isEmpty)
    }
    #expect(try directory.data("t.svg").starts(with: Data("<svg".utf8)))
    #expect(try directory.data("t.png").starts(with: [0x89, 0x50]))
  }

  @Test func curveCommandsWork() async throws {
    let directory = try TemporaryDirectory()
    let lint = try await directory.program.run(["curve", "lint", "swipe.json"])
    #expect(lint.text.hasPrefix("swipe.json: keyframes, 3 entries, 0.3 s, offsets -60.0 to 30.0, "))
    let sample = try await directory.program.run(
      ["curve", "sample", "swipe.json", "--times", "0,0.1,0.3", "--no-snap"])
    #expect(sample.text == "time,offset\n0.0,0.0\n0.1,-30.0\n0.3,30.0\n")
    try directory.write("log.csv", "time,offset\n0,0\n0.5,-20\n")
    let imported = try await directory.program.run(["curve", "import", "log.csv", "-o", "log.json"])
    #expect(imported.status == 0)
    #expect(try await directory.program.run(["curve", "lint", "log.json"]).status == 0)
    let plot = try await directory.program.run(["curve", "plot", "swipe.json"])
    #expect(plot.text.hasPrefix("<svg"))
  }

  @Test(arguments: ["curve", "fit", "manifest", "report", "scene", "style", "trace"])
  func schemaIsJSON(name: String) async throws {
    let outcome = try await TemporaryDirectory().program.run(["schema", name])
    let schema = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
    #expect(schema?["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
  }

  @Test func inspectDescribesFiles() async throws {
    let directory = try TemporaryDirectory()
    let text = try await directory.program.run(["inspect", Fixtures.image("disc.png")])
    #expect(text.text.hasPrefix(Fixtures.image("disc.png") + ": PNG, 64 x 64 pixels, RGBA, 8 bit"))
    let json = try await directory.program.run(["inspect", "--json", Fixtures.image("disc.png")])
    let report = try JSONSerialization.jsonObject(with: json.output) as? [String: Any]
    #expect(report?["width"] as? Int == 64)
    #expect(report?["animated"] as? Bool == false)
  }

  @Test func diffReportsResultInStatus() async throws {
    let directory = try TemporaryDirectory()
    let (disc, checker) = (Fixtures.image("disc.png"), Fixtures.image("checker.png"))
    #expect(try await directory.program.run(["diff", disc, disc]).status == 0)
    #expect(try await directory.program.run(["diff", disc, checker]).status == 1)
    #expect(try await directory.program.run(["diff", disc, "none.png"]).status == 66)
    try directory.write("broken.png", "no picture")
    let quiet = try await directory.program.run(["diff", disc, "broken.png", "--quiet"])
    #expect(quiet.status == 65)
    #expect(quiet.lines.count == 1)
    #expect(quiet.errors.hasPrefix("twheader: error: broken.png: "))
  }
}
