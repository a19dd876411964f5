import PortableMath
import Raster
import Testing
import Typesetting

@testable import HeaderModel
@testable import HeaderScene

/// Each type of layer, with pixels that can be computed by hand.
struct LayerContentTests {
  // MARK: - Images

  /// Returns a picture that is red on the left and blue on the right.
  private func halves(_ width: Int, _ height: Int) throws -> Pixmap {
    var picture = Pixmap(size: try .of(width, height), fill: Color(rgb: 0xFF0000))
    picture.fill(
      DeviceRect(
        x: Double(width / 2), y: 0, width: Double(width - width / 2), height: Double(height)),
      with: Color(rgb: 0x0000FF), clip: picture.size.bounds)
    return picture
  }

  private func image(
    _ picture: Pixmap, _ fit: ImageFit, x: Double = 0, y: Double = 0, width: Double = 16,
    height: Double = 16, position: (x: Double, y: Double) = (0.5, 0.5),
    sampling: ImageSampling = .area, tint: DocumentColor? = nil, blur: ImageBlur? = nil,
    edit: (inout TestLayer) -> Void = { _ in }
  ) -> TestLayer {
    let crop = PictureSize(width: picture.width, height: picture.height)
      .shownPart(fit, width: width, height: height, positionX: position.x, positionY: position.y)
    var content = ImageContent(
      name: "picture", path: nil, values: .typeDefaults(.image), blur: blur)
    content.values.choose(fit, for: .fit)
    content.values[.positionX] = position.x
    content.values[.positionY] = position.y
    content.values.choose(sampling, for: .sampling)
    if let tint { content.values[.tint] = tint.number }
    content.sourceCrop = crop
    return TestLayer(.image(content), x: x, y: y, width: width, height: height, edit: edit)
  }

  private func paint(_ picture: Pixmap, _ layer: TestLayer) throws -> Pixmap {
    try TestLayer.paint([layer], images: ["picture": picture])
  }

  @Test("cover crops the picture at the position", arguments: [8.0, 16])
  func cover(width: Double) throws {
    // At half the screen's width the picture is scaled for each frame. At the full width it is
    // scaled from a master picture.
    let picture = try halves(64, 16)
    func shown(_ x: Double) throws -> Pixmap {
      try paint(
        picture, image(picture, .cover, width: width, height: width, position: (x, 0.5)))
    }
    let last = Int(width) - 1
    #expect(try shown(0).color(last, 4) == 0xFF0000)
    #expect(try shown(1).color(0, 4) == 0x0000FF)
    #expect(try shown(0.5).color(1, 4) == 0xFF0000)
    #expect(try shown(0.5).color(last - 1, 4) == 0x0000FF)
  }

  @Test("contain leaves margins, fill distorts")
  func containAndFill() throws {
    let picture = try halves(8, 4)
    let contained = try paint(picture, image(picture, .contain))
    #expect(contained.color(2, 3) == 0xFFFFFF)
    #expect(contained.color(2, 4) == 0xFF0000)
    #expect(contained.color(13, 11) == 0x0000FF)
    #expect(contained.color(13, 12) == 0xFFFFFF)
    let filled = try paint(picture, image(picture, .fill))
    #expect(filled.color(0, 0) == 0xFF0000)
    #expect(filled.color(15, 15) == 0x0000FF)
  }

  @Test("area sampling is the mean of all covered pixels, bilinear of the nearest 2 x 2")
  func sampling() throws {
    // Pairs of black and white columns.
    var picture = Pixmap(size: try .of(64, 64), fill: .white)
    for x in stride(from: 0, to: 64, by: 4) {
      picture.fill(
        DeviceRect(x: Double(x), y: 0, width: 2, height: 64), with: .black,
        clip: picture.size.bounds)
    }
    let mean = try paint(picture, image(picture, .cover, width: 8, height: 8))
    #expect((0x7E...0x81).contains(mean.color(4, 4) & 255))
    let sampled = try paint(
      picture, image(picture, .cover, width: 16, height: 16, sampling: .bilinear))
    // A sample at 4 i + 1.5 is halfway between a black and a white column.
    #expect((0x7E...0x81).contains(sampled.color(4, 4) & 255))
    let moved = try paint(
      picture, image(picture, .cover, x: 0.25, width: 16, height: 16, sampling: .bilinear))
    #expect(moved.color(4, 4) == 0x000000)
  }

  @Test("a rotated picture")
  func turned() throws {
    let picture = try halves(16, 16)
    let turned = try paint(picture, image(picture, .cover) { $0.rotation = 180 })
    #expect(turned.color(2, 8) == 0x0000FF)
    #expect(turned.color(13, 8) == 0xFF0000)
  }

  @Test("a tint is drawn over the picture, an opacity blends it with the background")
  func tintAndOpacity() throws {
    let picture = Pixmap(size: try .of(4, 4), fill: .black)
    let tinted = try paint(
      picture, image(picture, .cover, tint: DocumentColor(0xFFFFFF, alpha: 51)))
    #expect(tinted.color(8, 8) == 0x333333)
    let pale = try paint(picture, image(picture, .cover) { $0.opacity = 0.6 })
    #expect(pale.color(8, 8) == 0x666666)
  }

  @Test("an image is clipped to its rounded corners, each with its own radius")
  func corners() throws {
    let picture = Pixmap(size: try .of(4, 4), fill: .black)
    for radii in [
      RoundedCorners(8),
      RoundedCorners(topLeft: 8, topRight: 0, bottomRight: 8, bottomLeft: 0),
    ] {
      let round = try paint(picture, image(picture, .cover) { $0.corners = radii })
      #expect(round.color(0, 0) == 0xFFFFFF)
      #expect(round.color(8, 8) == 0x000000)
      #expect(round.color(15, 0) == (radii.topRight > 0 ? 0xFFFFFF : 0x000000))
    }
  }

  @Test("the radius of a Gaussian blur is its sigma in points", arguments: [12.0, 32])
  func gaussian(width: Double) throws {
    var picture = Pixmap(size: try .of(64, 64), fill: .black)
    picture.fill(
      DeviceRect(x: 32, y: 0, width: 32, height: 64), with: .white, clip: picture.size.bounds)
    let sigma = width / 8
    let blurred = try TestLayer.paint(
      [image(picture, .cover, width: width, height: width, blur: .gaussian(radius: sigma))],
      width: 32, height: 32, scale: 2, images: ["picture": picture])
    // At two pixels per point, the edge is at x = `width`, and a sigma is 2 * `sigma` pixels.
    func share(_ x: Double) -> Double {
      let (left, right) = (blurred.color(Int(x) - 1, 10), blurred.color(Int(x), 10))
      return (Double(left & 255) + Double(right & 255)) / 510
    }
    #expect(abs(share(width) - 0.5) < 0.01)
    #expect(abs(share(width - 2 * sigma) - 0.159) < 0.012)
    #expect(abs(share(width + 2 * sigma) - 0.841) < 0.012)
  }

  @Test("step 0 of a ladder is the sharp picture, the top step is blurred and tinted")
  func ladder() throws {
    let picture = try halves(32, 32)
    func shown(_ step: Int) throws -> Pixmap {
      try paint(
        picture,
        image(
          picture, .cover,
          blur: .ladder(
            step: step, steps: 4, radius: 8, saturation: 1, tint: DocumentColor(0x000000))))
    }
    #expect(try shown(0).color(2, 8) == 0xFF0000)
    #expect(try shown(4).color(2, 8) == 0x000000)
  }

  @Test("a crossfade mixes the sharp and the blurred picture by its amount")
  func crossfade() throws {
    let picture = try halves(32, 32)
    func shown(_ amount: Double) throws -> UInt32 {
      try paint(
        picture,
        image(picture, .cover, blur: .crossfade(radius: 3, passes: 3, amount: amount))
      ).color(7, 8)
    }
    let (sharp, half, blurred) = try (shown(0), shown(0.5), shown(1))
    #expect(sharp == 0xFF0000)
    #expect(abs(Int(half & 255) - Int(blurred & 255) / 2) <= 1)
    #expect(blurred & 255 > 80)
  }

  // MARK: - Texts

  private func text(
    _ runs: [TextRunContent], pointSize: Double = 20, alignment: TextAlignment = .left,
    vertical: TextVerticalAlignment = .center, lines: Int = 1, lineHeight: Double? = nil,
    spacing: Double = 0, x: Double = 0, width: Double = 100, height: Double = 40,
    edit: (inout TestLayer) -> Void = { _ in }
  ) -> TestLayer {
    var values = LayerValues.typeDefaults(.text)
    values[.pointSize] = pointSize
    values[.letterSpacing] = spacing
    values[.lines] = Double(lines)
    if let lineHeight { values[.lineHeight] = lineHeight }
    values.choose(alignment, for: .alignment)
    switch vertical {
    case .top: values[.verticalAlignment] = 0
    case .center: values[.verticalAlignment] = 1
    case .bottom: values[.verticalAlignment] = 2
    case .baseline(let baseline): values[.baseline] = baseline
    }
    return TestLayer(
      .text(TextContent(runs: runs, values: values)), x: x, width: width, height: height,
      edit: edit)
  }

  private func plain(_ text: String) -> [TextRunContent] {
    [TextRunContent(text: text, weight: nil, color: nil)]
  }

  private struct Ink {
    var left = Int.max
    var top = Int.max
    var right = 0
    var bottom = 0
    /// The number of groups of rows with ink. Each line of text is one group.
    var bands = 0

    init(_ picture: Pixmap, where isInk: (UInt32) -> Bool = { $0 & 0xFF < 0x80 }) {
      var wasInk = false
      for y in 0..<picture.height {
        var hasInk = false
        for x in 0..<picture.width where isInk(picture.color(x, y)) {
          (left, top) = (min(left, x), min(top, y))
          (right, bottom) = (max(right, x + 1), max(bottom, y + 1))
          hasInk = true
        }
        if hasInk, !wasInk { bands += 1 }
        wasInk = hasInk
      }
    }
  }

  private func ink(_ layer: TestLayer, height: Double = 100) throws -> Ink {
    Ink(try TestLayer.paint([layer], width: 100, height: height))
  }

  @Test("letters are placed on the baseline")
  func baseline() throws {
    #expect(try ink(text(plain("H"), vertical: .baseline(30))).bottom == 30)
    // The line is centered in 40 points. The ascent is 1950 of 2048 units.
    let natural = 20 * 2444.0 / 2048
    let centered = ((40 - natural) / 2 + 20 * 1950 / 2048).rounded()
    #expect(try ink(text(plain("H"))).bottom == Int(centered))
    #expect(try ink(text(plain("H"), vertical: .top)).bottom == 19)
    #expect(try ink(text(plain("H"), vertical: .bottom)).bottom == 35)
  }

  @Test("left, center and right")
  func alignment() throws {
    let left = try ink(text(plain("HH")))
    let right = try ink(text(plain("HH"), alignment: .right))
    let center = try ink(text(plain("HH"), alignment: .center))
    #expect(left.left <= 3)
    #expect(right.right >= 97)
    #expect(abs(left.left - (100 - right.right)) <= 1)
    #expect(abs(center.left - (100 - center.right)) <= 1)
  }

  @Test("a line that exceeds the frame's width ends in an ellipsis")
  func ellipsis() throws {
    let whole = try ink(text(plain("HHHHHHHHHH"), width: 1000))
    let cut = try ink(text(plain("HHHHHHHHHH"), width: 60))
    #expect(whole.right > 95)
    #expect(cut.right <= 60)
    #expect(cut.right > 40)
    #expect(cut.bands == 1)
  }

  @Test("lines break between words, up to the maximum number")
  func lines() throws {
    let words = plain("HHH HHH HHH HHH HHH")
    #expect(
      try ink(text(words, vertical: .top, lines: 0, width: 60, height: 100), height: 160).bands == 5
    )
    #expect(try ink(text(words, vertical: .top, lines: 2, width: 60, height: 100)).bands == 2)
    let high = try ink(
      text(words, vertical: .top, lines: 2, lineHeight: 40, width: 60, height: 100))
    let natural = try ink(text(words, vertical: .top, lines: 2, width: 60, height: 100))
    #expect(high.bottom - high.top > natural.bottom - natural.top)
    #expect(try ink(text(plain("H\nH"), lines: 0, height: 100)).bands == 2)
  }

  @Test("runs have their own colors and weights")
  func runs() throws {
    let layer = text([
      TextRunContent(text: "HH", weight: nil, color: DocumentColor(0xFF0000)),
      TextRunContent(text: "HH", weight: 900, color: DocumentColor(0x0000FF)),
    ])
    let picture = try TestLayer.paint([layer], width: 100, height: 40)
    let red = Ink(picture) { $0 == 0xFF0000 }
    let blue = Ink(picture) { $0 == 0x0000FF }
    #expect(red.right > red.left)
    #expect(blue.left > red.right)
    #expect(blue.right - blue.left > red.right - red.left)
  }

  @Test("letter spacing is added between letters")
  func spacing() throws {
    let near = try ink(text(plain("HHH")))
    let wide = try ink(text(plain("HHH"), spacing: 5))
    #expect(abs((wide.right - wide.left) - (near.right - near.left) - 10) <= 1)
  }

  @Test("a text is scaled about its origin")
  func enlarged() throws {
    let near = try ink(text(plain("H"), vertical: .baseline(20), height: 20))
    let large = try ink(
      text(plain("H"), vertical: .baseline(20), height: 20) {
        $0.scale = 2
        $0.origin = (0, 0)
      })
    #expect(large.bottom == 40)
    #expect(abs(large.left - 2 * near.left) <= 1)
    #expect(abs((large.right - large.left) - 2 * (near.right - near.left)) <= 2)
  }

  @Test("a text rotated by 90 degrees is as high as it was wide")
  func turnedText() throws {
    let near = try ink(text(plain("HHHH"), alignment: .center, height: 100))
    let turned = try ink(
      text(plain("HHHH"), alignment: .center, height: 100) { $0.rotation = 90 })
    #expect(abs((turned.bottom - turned.top) - (near.right - near.left)) <= 1)
    #expect(abs((turned.right - turned.left) - (near.bottom - near.top)) <= 1)
  }

  @Test("the measured size is the drawn size")
  func measured() throws {
    let fonts = try SceneFonts()
    let measurer = SceneTextMeasurer(fonts: fonts, font: nil)
    guard case .text(let content) = text(plain("HHH HHH HHH"), lines: 0).content else { return }
    let wide = measurer.size(of: content, maximumWidth: nil)
    let narrow = measurer.size(of: content, maximumWidth: 60)
    #expect(wide.height == 20 * 2444.0 / 2048)
    #expect(narrow.height == 3 * wide.height)
    #expect(narrow.width <= 60)
    #expect(narrow.width < wide.width)
  }

  // MARK: - Icons and indicators

  @Test("path data are scaled from the unit square to the frame")
  func iconPath() throws {
    func icon(_ property: LayerProperty, lineWidth: Double = 1) throws -> Pixmap {
      try TestLayer.paint([
        TestLayer(
          .icon(.path(try PathData("M0.25 0.25 H0.75 V0.75 H0.25 Z"))), width: 16, height: 16
        ) {
          var typeValues = LayerValues.typeDefaults(.icon)
          typeValues[property] = DocumentColor(0x000000).number
          typeValues[.lineWidth] = lineWidth
          $0.typeValues = typeValues
        }
      ])
    }
    let filled = try icon(.fill)
    #expect(filled.color(4, 4) == 0x000000)
    #expect(filled.color(11, 11) == 0x000000)
    #expect(filled.color(3, 8) == 0xFFFFFF)
    let line = try icon(.stroke, lineWidth: 2)
    #expect(line.color(3, 8) == 0x000000)
    #expect(line.color(4, 8) == 0x000000)
    #expect(line.color(8, 8) == 0xFFFFFF)
  }

  @Test("spokes appear clockwise from the top while the content is pulled")
  func activityIndicator() throws {
    func picture(_ progress: Double?, time: Double = 0) throws -> Pixmap {
      var values = LayerValues.typeDefaults(.activityIndicator)
      values[.color] = DocumentColor(0x000000).number
      if let progress { values[.progress] = progress }
      return try TestLayer.paint([
        TestLayer(
          .activityIndicator(ActivityIndicatorContent(time: time, values: values)),
          width: 16, height: 16)
      ])
    }
    let none = try picture(0)
    #expect(Ink(none) { $0 != 0xFFFFFF }.bands == 0)
    let half = Ink(try picture(0.5)) { $0 & 255 < 0x40 }
    // Four of eight spokes are drawn: up, up right, right, down right.
    #expect(half.left >= 7)
    #expect(half.right >= 15)
    #expect(half.top <= 1)
    #expect(try picture(nil) != picture(nil, time: 0.125))
    #expect(try picture(nil) == picture(nil, time: 1))
    // The indicator moves by one spoke every eighth of a second.
    #expect(try picture(nil) == picture(nil, time: 0.12))
  }

  // MARK: - Lists

  private func list(
    _ rows: [Double], horizontal: Bool = false, inset: Double, endInset: Double? = nil
  ) -> TestLayer {
    TestLayer(
      .list(
        ListContent(
          isHorizontal: horizontal, count: rows.count, pitch: nil, rows: [])),
      width: 16, height: 16
    ) {
      var typeValues = LayerValues.typeDefaults(.list)
      typeValues[.separatorColor] = DocumentColor(0x000000).number
      typeValues[.separatorInset] = inset
      typeValues[.separatorWidth] = 1
      if let endInset { typeValues[.separatorEndInset] = endInset }
      $0.typeValues = typeValues
      var start = 0.0
      for (index, length) in rows.enumerated() {
        $0.rows.append(
          TestLayer.Row(
            index: index, start: start, length: length,
            layers: [TestLayer(.solid(0x00FF00), x: 1, y: 1, width: 2, height: 1)]))
        start += length
      }
    }
  }

  @Test("rows are on whole pixels, with separators at their ends")
  func verticalList() throws {
    let picture = try TestLayer.paint([
      list([5.3, 5.3], inset: 4)
    ])
    #expect(picture.color(1, 1) == 0x00FF00)
    // The second row starts at 5.3, on pixel 5.
    #expect(picture.color(1, 6) == 0x00FF00)
    #expect(picture.color(4, 4) == 0x000000)
    #expect(picture.color(3, 4) == 0xFFFFFF)
    // The row ends at 10.6, on pixel 11.
    #expect(picture.color(15, 10) == 0x000000)
  }

  @Test("columns have separators between them on whole pixels")
  func horizontalList() throws {
    let picture = try TestLayer.paint([
      list([5.3, 5.3], horizontal: true, inset: 0)
    ])
    // The line from 4.8 to 5.8 is on pixel 5. The last column has no line.
    #expect(picture.color(5, 8) == 0x000000)
    #expect(picture.color(4, 8) == 0xFFFFFF)
    #expect(picture.color(6, 8) == 0xFFFFFF)
    #expect(picture.color(10, 8) == 0xFFFFFF)
  }

  @Test("separators end at the end inset, which for columns defaults to the start inset")
  func separatorEnds() throws {
    let rows = try TestLayer.paint([list([5, 5], inset: 4, endInset: 3)])
    #expect(rows.color(12, 4) == 0x000000)
    #expect(rows.color(13, 4) == 0xFFFFFF)
    let columns = try TestLayer.paint([list([5, 5], horizontal: true, inset: 4)])
    #expect(columns.color(5, 11) == 0x000000)
    #expect(columns.color(5, 12) == 0xFFFFFF)
    let uneven = try TestLayer.paint([
      list([5, 5], horizontal: true, inset: 4, endInset: 1)
    ])
    #expect(uneven.color(5, 14) == 0x000000)
    #expect(uneven.color(5, 15) == 0xFFFFFF)
  }

  @Test("bars without a layer in the document are drawn on top")
  func unlistedBars() throws {
    func picture(_ chrome: ScreenChrome, listed: Bool) throws -> Pixmap {
      var layers = [TestLayer(.solid(0xFFFFFF), width: 200, height: 300)]
      if listed {
        layers.append(
          TestLayer(.statusBar(DocumentColor(0xFF0000), nil), width: 200, height: 20) {
            $0.isVisible = false
          })
      }
      let state = TestLayer.frame(layers)
      let composer = try HeaderComposer(
        survey: LayerSurvey(launch: state, others: []), images: [:],
        appearance: SceneAppearance(chrome: chrome),
        scroll: (viewportHeight: 300, largestOffset: 0),
        device: Device(
          name: "test", width: 200, height: 300, scale: 1, statusBarHeight: 20,
          safeAreaBottom: 0), fonts: try SceneFonts())
      let commands = try composer.compose(
        state, isScrolling: false, touch: TouchMoment(position: ScreenPoint(x: 100, y: 150)))
      return CommandPainter(assets: composer.assets)
        .paint(commands, size: composer.canvasSize, background: .white)
    }
    func hasBar(_ picture: Pixmap) -> Bool {
      (0..<20).contains { y in (0..<200).contains { picture.color($0, y) != 0xFFFFFF } }
    }
    #expect(hasBar(try picture(ScreenChrome(), listed: false)))
    #expect(!hasBar(try picture(ScreenChrome(), listed: true)))
    #expect(hasBar(try picture(ScreenChrome(statusBar: true), listed: true)))
    #expect(!hasBar(try picture(ScreenChrome(statusBar: false), listed: false)))
    // The finger is drawn only if the scene asks for it.
    var chrome = ScreenChrome()
    #expect(try picture(chrome, listed: false).color(100, 150) == 0xFFFFFF)
    for look in [TouchLook.finger, .pointer] {
      chrome.touch = look
      #expect(try picture(chrome, listed: false).color(101, 153) != 0xFFFFFF)
    }
  }
}
