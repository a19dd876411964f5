import CodecInterface
import FileAccess
import Foundation
import ImageCodecs
import PortableMath
import Raster
import Testing

struct FramingTests {
  private func still(_ words: String, style: String = "mimic") async throws -> Pixmap {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run(
      ["still", "--style", style, "-o", "a.png"] + words.split(separator: " ").map(String.init))
    #expect(outcome.errors == "")
    return try ImageDecoder.decode(bytes: Array(try directory.data("a.png"))).pixmap
  }

  @Test func cropSelectsPartOfTheScreen() async throws {
    let screen = try await still("--scale 1")
    let part = try await still("--scale 1 --crop 10,20,100,50")
    #expect(part == screen.cropped(to: PixelRect(x: 10, y: 20, width: 100, height: 50)))
  }

  /// The rows of mimic start at 210 points. The crop ends 16 points below.
  @Test func headerCropEndsBelowItsRows() async throws {
    let picture = try await still("--crop header --width 480")
    #expect(picture.width == 480)
    let screen = try await still("--width 480")
    #expect(screen.height == 852)
    #expect(picture == screen.cropped(to: picture.size.bounds))
  }

  @Test func cropSelectsALayer() async throws {
    let avatar = try await still("--scale 2 --crop avatar")
    #expect(avatar.width == avatar.height)
  }

  @Test(arguments: [("0.25", 80, 142), ("1.5", 480, 852), ("4", 1280, 2272)])
  func scaleDeterminesPictureSize(scale: String, width: Int, height: Int) async throws {
    let picture = try await still("--scale \(scale)")
    #expect(picture.width == width)
    #expect(picture.height == height)
  }

  @Test func cornersAreTransparent() async throws {
    let plain = try await still("--scale 1 --crop 0,0,100,80")
    let round = try await still("--scale 1 --crop 0,0,100,80 --corner-radius 20")
    func alpha(_ x: Int, _ y: Int) -> UInt8 { round.bytes[(y * 100 + x) * 4 + 3] }
    #expect([alpha(0, 0), alpha(99, 0), alpha(0, 79), alpha(99, 79)] == [0, 0, 0, 0])
    #expect(alpha(50, 0) == 255)
    let middle = PixelRect(x: 20, y: 0, width: 60, height: 80)
    #expect(round.cropped(to: middle) == plain.cropped(to: middle))
  }

  @Test func manifestFramingMatchesCommandLine() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      "manifest.jsonl",
      #"{"id": "a", "offset": 0, "crop": "header", "width": 120, "cornerRadius": 9, "frame": true, "#
        + ##""name": "Jane", "accent": "#FF0000"}"##)
    let batch = try await directory.program.run(
      ["batch", "run", "manifest.jsonl", "--out-dir", ".", "--no-cache", "--quiet"])
    #expect(batch.errors == "")
    let still = try await directory.program.run(
      ["still", "-o", "b.png", "--crop", "header", "--width", "120", "--corner-radius", "9"]
        + ["--frame", "--name", "Jane", "--accent", "#FF0000"])
    #expect(still.errors == "")
    #expect(try directory.data("a.png") == directory.data("b.png"))
  }

  @Test func deviceFrameSurroundsTheScreen() async throws {
    let screen = try await still("--scale 1")
    let framed = try await still("--scale 1 --frame")
    #expect(framed.width == screen.width + 28)
    #expect(framed.height == screen.height + 28)
    let middle = PixelRect(x: 114, y: 114, width: 100, height: 100)
    #expect(
      framed.cropped(to: middle)
        == screen.cropped(to: PixelRect(x: 100, y: 100, width: 100, height: 100)))
  }

  @Test func animationFramingMatchesStills() async throws {
    let directory = try TemporaryDirectory()
    let words = ["--crop", "header", "--width", "200", "--corner-radius", "9"]
    let render = try await directory.program.run(
      ["render", "--curve", "swipe.json", "--frames", "0", "-o", "a.apng"] + words)
    #expect(render.errors == "")
    let still = try await directory.program.run(["still", "-o", "a.png"] + words)
    #expect(still.errors == "")
    let animation = try AnimationDecoder.decode(bytes: Array(try directory.data("a.apng")))
    #expect(
      try ImageDecoder.decode(bytes: Array(directory.data("a.png"))).pixmap
        == animation.frames[0].pixmap)
  }

  @Test func textOptionsMatchSceneTexts() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      "scene.json", #"{"version": 1, "texts": {"name": "Jane", "title": "Jane"}}"#)
    let words = ["--name", "Jane", "--title", "Jane"]
    for (name, arguments) in [("a.png", words), ("b.png", ["--scene", "scene.json"])] {
      let outcome = try await directory.program.run(
        ["still", "--offset", "150", "--scale", "1", "-o", name] + arguments)
      #expect(outcome.errors == "")
    }
    #expect(try directory.data("a.png") == directory.data("b.png"))
  }

  @Test(arguments: [
    (
      "--crop 1,2,3",
      "--crop: '1,2,3' is not valid; give header, a layer's name, or x,y,w,h in points"
    ),
    ("--crop 900,0,10,10", "--crop: 900,0,10,10 shows nothing"),
    ("--crop avatr", "--crop: unknown layer avatr; did you mean \"avatar\"?"),
    ("--width 4000", "--width: is out of range; give 80 to 1280 pixels"),
    ("--width 100 --scale 2", "--scale: excludes --width and --height; give one or the other"),
    ("--width 0", "--width: 0 is out of range; give 1 to 16384"),
    ("--handle @jane", "this header has no text \"handle\"; it has "),
  ])
  func errorsSuggestAFix(arguments: String, message: String) async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run(
      ["still", "-o", "a.png"] + arguments.split(separator: " ").map(String.init))
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.status == 64)
    #expect(directory.contents == ["swipe.json"])
  }
}
