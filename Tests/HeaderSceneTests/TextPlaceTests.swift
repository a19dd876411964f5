import HeaderModel
import Raster
import Testing
import Typesetting

@testable import HeaderScene
import PortableMath

/// Where the pens of a scene's texts stand: baselines as measured on the originals.
struct TextPlaceTests {
  struct Line {
    var x: Double
    var y: Double
    var scale: Double
    var advance: Double
  }

  func lines(_ scene: DocumentScene, after offsets: [Double]) throws -> [Line] {
    let layers = try scene.commands(after: offsets)
    return layers.compactMap { layer in
      guard case .text(let id, let x, let y, let scale, _) = layer.content else { return nil }
      let text = scene.composer.assets.texts[id.index]
      return Line(x: x, y: y, scale: scale, advance: text.advanceWidth)
    }
  }

  /// Baselines in points at rest (mimic: y = -64) and x in points of what is held at the left.
  @Test(
    "mimic's baselines at 2 pixels per point",
    arguments: [
      ("name", [0.0], 177.0, 8.0), ("name", [64], 113, 8), ("row", [0], 271.5, 15),
      ("cancel", [0], 48, 8.5), ("carrier", [0], 14.5, 6),
    ] as [(String, [Double], Double, Double)])
  func mimicLeft(
    name: String, offsets: [Double], baseline: Double, left: Double
  ) throws {
    let scene = try DocumentScene("mimic") {
      try $0.document.set(text: name, to: "Hx")
      $0.chrome.statusBar = true
    }
    let line = try #require(try lines(scene, after: offsets).first)
    #expect(line.y == baseline * 2)
    #expect(line.x == left * 2)
  }

  @Test("mimic's title stands at 40.5 and 55.5 points, lower by its adjustment, centered")
  func mimicTitle() throws {
    let scene = try DocumentScene("mimic") {
      try $0.document.set(text: "title", to: "My Handle")
      try $0.document.set(text: "subtitle", to: "2 666 Tweets")
    }
    for (offset, adjustment) in [(96.5, 0.0), (81, 15), (95.5, 0.5)] {
      let found = try lines(scene, after: [0, offset])
      #expect(found.first?.y == (40.5 + adjustment) * 2)
      for line in found { #expect(abs(line.x + line.advance / 2 - 320) <= 0.5) }
      if adjustment < 10 { #expect(found.last?.y == (55.5 + adjustment) * 2) }
    }
    // The clip ends at 64 points: at 39.5 the line's frame still lies below it.
    #expect(try lines(scene, after: [0, 56.5]).isEmpty)
    #expect(try lines(scene, after: [0, 44]).isEmpty)
  }

  @Test("a fraction of a pixel moves a row by that fraction")
  func fractions() throws {
    let scene = try DocumentScene("stretch") { try $0.document.set(text: "row", to: "Hx") }
    let whole = try #require(try lines(scene, after: [10]).first)
    let moved = try #require(try lines(scene, after: [10.125]).first)
    #expect(whole.y - moved.y == 0.25)
    #expect(whole.x == moved.x)
  }

  @Test("rows stay on whole pixels of the content whatever their height")
  func oddRows() throws {
    let scene = try DocumentScene("mimic", scale: 1, constants: ["rowHeight": 44.5]) {
      try $0.document.set(text: "row", to: "Hx")
    }
    let found = try lines(scene, after: [0])
    #expect(found.count > 5)
    for line in found { #expect(line.y == line.y.rounded()) }
  }

  @Test("thinkandbuild's label is enlarged with the header about the middle of the screen")
  func zoomed() throws {
    let scene = try DocumentScene("thinkandbuild") { try $0.document.set(text: "title", to: "Hx") }
    let rest = try #require(try lines(scene, after: [130]).first)
    let zoomed = try #require(try lines(scene, after: [130, -107]).first)
    #expect(rest.scale == 1)
    #expect(zoomed.scale == 2)
    #expect(zoomed.x - 375 == 2 * (rest.x - 375))
    // In the header, which stands 40 points up at rest: 80 pixels.
    #expect(zoomed.y == 2 * (rest.y + 80))
  }

  @Test("contacts' name never moves against the scroll, and stays centered")
  func monotone() throws {
    let scene = try DocumentScene("contacts", "recording") {
      try $0.document.set(text: "name", to: "Robert Ryan")
    }
    var last = Double.infinity
    for pixel in -60...200 {
      let layers = try scene.commands(after: [Double(pixel) / 3])
      for layer in layers {
        guard case .text(let id, let x, let y, _, _) = layer.content else { continue }
        #expect(y <= last, "at \(pixel)/3")
        last = y
        let text = scene.composer.assets.texts[id.index]
        let middle = x + Double(text.ink.x) + Double(text.ink.width) / 2
        #expect(abs(middle - 642) <= 1.5, "at \(pixel)/3")
      }
    }
    #expect(last < .infinity)
  }
}
