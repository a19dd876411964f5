import PortableMath
import Raster
import Testing

@testable import HeaderModel
@testable import HeaderScene

@Suite("Painting of document layers")
struct PaintedContentTests {
  /// Returns a picture with a red left half and a blue right half.
  static func halves(_ width: Int, _ height: Int) throws -> Pixmap {
    var picture = Pixmap(size: try .of(width, height), fill: Color(rgb: 0xFF0000))
    picture.fill(
      DeviceRect(
        x: Double(width) / 2, y: 0, width: Double(width) / 2, height: Double(height)),
      with: Color(rgb: 0x0000FF), clip: picture.size.bounds)
    return picture
  }

  @Test("each picture of a list is cropped by its own size")
  func picturesOfUnequalSize() throws {
    let document = try WrittenDocument(
      #""images": { "photo": ["square.png", "wide.png", "tall.png"] }"#,
      layers: """
        [{ "id": "list", "type": "list", "count": 3, "rowHeight": 10, "layers": [
          { "type": "image", "image": "photo", "width": 10, "height": 10 }] }]
        """)
    let picture = try document.paint(images: [
      "square.png": try Self.halves(20, 20), "wide.png": try Self.halves(60, 20),
      "tall.png": try Self.halves(20, 60),
    ])
    // Each picture is scaled to cover its frame and centered, so both halves are equally wide.
    for row in [5, 15, 25] {
      #expect(picture.color(0, row) == 0xFF0000, "row at \(row)")
      #expect(picture.color(4, row) == 0xFF0000, "row at \(row)")
      #expect(picture.color(5, row) == 0x0000FF, "row at \(row)")
      #expect(picture.color(9, row) == 0x0000FF, "row at \(row)")
    }
  }

  @Test("a rectangle without a fill paints nothing in any theme", arguments: ["light", "dark"])
  func rectangleWithoutFill(theme: String) throws {
    let document = try WrittenDocument(
      #""screen": { "theme": "\#(theme)" }"#,
      layers: #"[{ "id": "empty", "type": "rectangle", "width": 20, "height": 20 }]"#)
    let picture = try document.paint()
    #expect(picture.color(10, 10) == picture.color(30, 30))
  }

  @Test("a backdrop filter shows the layers behind it, not its rectangle")
  func backdropWithoutFill() throws {
    let document = try WrittenDocument(
      layers: """
        [{ "id": "ground", "type": "rectangle", "fill": "#20C040" },
         { "id": "glass", "type": "rectangle", "width": 20, "height": 20,
           "backdropFilter": { "radius": 2 } }]
        """)
    #expect(try document.paint().color(10, 10) == 0x20C040)
  }

  @Test("a tint keeps the transparency of the picture")
  func tintOfATransparentPicture() throws {
    var portrait = Pixmap(size: try .of(20, 20))
    portrait.fill(
      DeviceRect(x: 0, y: 0, width: 10, height: 20), with: Color(rgb: 0xFF0000),
      clip: portrait.size.bounds)
    let layer =
      #"{ "id": "photo", "type": "image", "image": "avatar", "width": 20, "height": 20"#
    let half = try WrittenDocument(layers: ##"[\##(layer), "tint": "#0000FF80" }]"##)
      .paint(images: ["avatar": portrait])
    #expect(half.color(5, 10) == 0x7F0080)
    #expect(half.color(15, 10) == 0xFFFFFF)
    let full = try WrittenDocument(layers: ##"[\##(layer), "tint": "#0000FF" }]"##)
      .paint(images: ["avatar": portrait])
    #expect(full.color(5, 10) == 0x0000FF)
    #expect(full.color(15, 10) == 0xFFFFFF)
  }

  @Test("a tint does not color the margins of a contained picture")
  func tintOfAContainedPicture() throws {
    let wide = Pixmap(size: try .of(20, 10), fill: Color(rgb: 0xFF0000))
    let picture = try WrittenDocument(
      layers: """
        [{ "id": "photo", "type": "image", "image": "avatar", "width": 20, "height": 20,
           "fit": "contain", "tint": "#0000FF" }]
        """
    ).paint(images: ["avatar": wide])
    #expect(picture.color(10, 10) == 0x0000FF)
    #expect(picture.color(10, 2) == 0xFFFFFF)
  }

  @Test("a text's shadow is the blurred and moved text")
  func shadowOfAText() throws {
    func paint(_ look: String) throws -> Pixmap {
      try WrittenDocument(
        #""texts": { "word": "Il" }"#,
        layers: """
          [{ "id": "word", "type": "text", "text": "word", "x": 4, "y": 4, "width": 24,
             "height": 16, "pointSize": 14, \(look) }]
          """
      ).paint(scale: 2)
    }
    let plain = try paint(##""color": "#FF0000""##)
    // Without a blur the shadow is the text 14 points lower in the shadow's color.
    let sharp = try paint(
      ##""color": "#FFFFFF", "shadow": { "color": "#FF0000", "radius": 0, "y": 14 }"##)
    var letters = 0
    for y in 28..<64 {
      for x in 0..<64 {
        #expect(sharp.color(x, y) == plain.color(x, y - 28))
        if plain.color(x, y - 28) != 0xFFFFFF { letters += 1 }
      }
    }
    #expect(letters > 20)
    // A blurred shadow follows the letters: nothing is drawn between them and the right edge.
    let soft = try paint(
      ##""color": "#FFFFFF", "shadow": { "color": "#FF0000", "radius": 1, "y": 14 }"##)
    #expect(soft.color(52, 50) == 0xFFFFFF)
    let darkest = (0..<64).flatMap { y in (0..<64).map { soft.color($0, y) & 255 } }.min() ?? 255
    #expect(darkest < 200)
    // A radius of 1 point is a Gaussian with a sigma of 2 pixels. It adds 4 to the variance of the
    // x positions.
    func variance(_ picture: Pixmap) -> Double {
      var (sum, first, second) = (0.0, 0.0, 0.0)
      for y in 28..<64 {
        for x in 0..<64 {
          let weight = 255 - Double(picture.color(x, y) & 255)
          sum += weight
          first += weight * Double(x)
          second += weight * Double(x * x)
        }
      }
      return second / sum - first / sum * first / sum
    }
    #expect(abs(variance(soft) - variance(sharp) - 4) < 0.4)
  }

  @Test("a text above the screen casts its shadow into it")
  func shadowFromBeyondTheScreen() throws {
    func paint(y: Int, _ look: String) throws -> Pixmap {
      try WrittenDocument(
        #""texts": { "word": "Il" }"#,
        layers: """
          [{ "id": "word", "type": "text", "text": "word", "x": 4, "y": \(y), "width": 24,
             "height": 16, "pointSize": 14, "color": "#FF0000" \(look) }]
          """
      ).paint()
    }
    let shadow = ##", "shadow": { "color": "#FF0000", "radius": 0, "y": 24 }"##
    let plain = try paint(y: 4, "")
    #expect(try paint(y: -20, shadow) == plain)
    #expect(plain.bytes.contains(0))
  }

  @Test("a picture is not visible outside its border")
  func rimUnderABorder() throws {
    let dark = Pixmap(size: try .of(16, 16), fill: .black)
    let picture = try WrittenDocument(
      layers: """
        [{ "id": "photo", "type": "image", "image": "avatar", "width": 16, "height": 16,
           "cornerRadius": 8, "border": { "width": 4, "color": "white" } }]
        """
    ).paint(images: ["avatar": dark])
    #expect(picture.color(8, 8) == 0x000000)
    for pixel in 0..<256 {
      let (x, y) = (Double(pixel % 16) - 7.5, Double(pixel / 16) - 7.5)
      // The picture ends below the middle of the border, at a distance of 6 from the center.
      guard x * x + y * y > 6.75 * 6.75 else { continue }
      #expect(picture.color(pixel % 16, pixel / 16) == 0xFFFFFF, "\(pixel % 16), \(pixel / 16)")
    }
  }

  @Test("a backdrop's saturation scales its colors")
  func saturationOfABackdrop() throws {
    func color(_ saturation: Double) throws -> UInt32 {
      try WrittenDocument(
        layers: """
          [{ "id": "ground", "type": "rectangle", "fill": "#804040" },
           { "id": "glass", "type": "group", "width": 20, "height": 20,
             "backdropFilter": { "radius": 2, "saturation": \(saturation) } }]
          """
      ).paint().color(10, 10)
    }
    // The luminance is 0.2126 * 128 + 0.7874 * 64 = 77.6. Saturation scales the distance from it.
    #expect(try color(0) == 0x4E4E4E)
    #expect(try color(1) == 0x804040)
    #expect(try color(1.5) == 0x993939)
  }

  @Test("a transparent banner is drawn on its background, other pictures keep their transparency")
  func transparentBannerHasBackground() throws {
    let size = try PixelSize.of(2, 2)
    let pale = Pixmap(size: size, fill: Color(rgb: 0x000000, alpha: 128))
    #expect(SceneImage(pale).pixmap == pale)
    #expect(
      SceneImage(pale, ground: .white).pixmap == Pixmap(size: size, fill: Color(rgb: 0x7F7F7F)))
    #expect(
      SceneImage(Pixmap(size: size), ground: Color(rgb: 0x102030)).pixmap
        == Pixmap(size: size, fill: Color(rgb: 0x102030)))
  }

  @Test("neither side of a pressed row has a line")
  func pressedRowHasNoLines() throws {
    let document = try WrittenDocument(
      layers: """
        [{ "id": "list", "type": "list", "count": 3, "rowHeight": 10, "width": 32,
           "separator": { "color": "black", "width": 2 }, "layers": [{ "type": "group" }] }]
        """)
    func column(_ pressedRow: Int?) throws -> [UInt32] {
      let picture = try document.paint(pressedRow: pressedRow)
      return (0..<32).map { picture.color(5, $0) }
    }
    let (white, line, pressed) = (UInt32(0xFFFFFF), UInt32(0), UInt32(0xD9D9D9))
    let row = Array(repeating: white, count: 8) + [line, line]
    #expect(try column(nil) == row + row + row + [white, white])
    // The background of the pressed row starts one pixel above the row.
    #expect(
      try column(1)
        == Array(repeating: white, count: 9) + Array(repeating: pressed, count: 11) + row
        + [white, white])
  }

  @Test("a text refers to other texts, also after they are set")
  func textsWithinTexts() throws {
    let written = try WrittenDocument(
      #""texts": { "name": "Ada", "line": "{name} no. {n} {of} {", "description": "a text" }"#,
      layers: """
        [{ "id": "list", "type": "list", "count": 2, "rowHeight": 10, "layers": [
          { "id": "line", "type": "text", "text": "line" }] },
         { "id": "other", "type": "text", "text": "description" }]
        """)
    func words(_ document: HeaderDocument) throws -> [String] {
      var header = try HeaderInterpreter(
        document: document,
        environment: DocumentEnvironment(
          device: .iPhone8, measurer: SceneTextMeasurer(fonts: try SceneFonts(), font: nil)))
      return try header.state().layers.flatMap { layer -> [String] in
        switch layer.content {
        case .text(let text): [text.runs.map(\.text).joined()]
        case .list(let list):
          list.rows.flatMap(\.layers).compactMap {
            if case .text(let text) = $0.content { text.runs.map(\.text).joined() } else { nil }
          }
        default: []
        }
      }
    }
    #expect(
      try words(written.document) == ["Ada no. 1 {of} {", "Ada no. 2 {of} {", "a text"])
    var document = written.document
    try document.set(text: "name", to: "Grace")
    #expect(try words(document).first == "Grace no. 1 {of} {")
  }

  @Test("texts that contain each other are rejected, in a document and when they are set")
  func circleOfTexts() throws {
    #expect {
      try WrittenDocument(#""texts": { "a": "x {b}", "b": "{c}", "c": "{a}" }"#, layers: "[]")
    } throws: {
      "\($0)".contains("texts include each other in a cycle: a -> b -> c -> a")
    }
    var document = try WrittenDocument(#""texts": { "a": "x {b}", "b": "y" }"#, layers: "[]")
      .document
    #expect {
      try document.set(text: "b", to: "{a}")
    } throws: {
      "\($0)".contains("a -> b -> a")
    }
    #expect(document.text("b") == "y")
  }
}
