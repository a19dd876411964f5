import HeaderModel
import PortableMath
import Testing

/// The frames and inherited properties of layers.
@Suite struct Layers {
  @Test func anchorPointIsPositionedAtXY() throws {
    let layer = try TestDocument.probe(
      layers: """
        [{ "id": "probe", "type": "rectangle", "x": 100, "y": 50, "width": 40, "height": 20,
           "anchor": [0.5, 1] }]
        """)
    #expect(layer.frame == PointRect(x: 80, y: 30, width: 40, height: 20))
  }

  @Test func sizesDefaultToTheParent() throws {
    let layer = try TestDocument.probe(
      layers: """
        [{ "type": "group", "x": 10, "width": 100, "height": 60,
           "layers": [{ "id": "probe", "type": "group", "width": "parent.width / 4" }] }]
        """)
    #expect(layer.frame == PointRect(x: 10, y: 0, width: 25, height: 60))
  }

  @Test func transformScalesAboutOriginThenTranslatesWithChildren() throws {
    let layers = """
      [{ "id": "header", "type": "group", "height": 107,
         "transform": { "scale": 2, "translateY": 5, "origin": [0.5, 0] },
         "layers": [{ "id": "probe", "type": "rectangle", "x": 10, "y": 20, "width": 30,
                      "height": 40, "transform": { "scaleX": 3, "origin": [0, 0] } }] }]
      """
    var header = try TestDocument.interpreter("", layers: layers)
    let state = try header.state()
    #expect(
      state.layer("header")?.frame == PointRect(x: -187.5, y: 5, width: 750, height: 214))
    let probe = try #require(state.layer("probe"))
    #expect(probe.frame == PointRect(x: -167.5, y: 45, width: 180, height: 80))
    #expect(probe.scaleX == 6 && probe.scaleY == 2)
  }

  /// The frame of a layer in a rotated group has the layer's own sides and is centered at the
  /// rotated center. A quarter turn about the group's center (150, 120) moves (120, 110) to (160,
  /// 90).
  @Test func rotatedFrameIsUprightAroundCenter() throws {
    let probe = try TestDocument.probe(
      layers: """
        [{ "type": "group", "x": 100, "y": 100, "width": 100, "height": 40,
           "transform": { "rotate": 90 }, "layers": [
             { "id": "probe", "type": "rectangle", "x": 10, "y": 5, "width": 20, "height": 10 }] }]
        """)
    for (side, expected) in [
      (probe.frame.x, 150.0), (probe.frame.y, 85), (probe.frame.width, 20),
      (probe.frame.height, 10),
    ] {
      #expect(abs(side - expected) < 1e-9)
    }
  }

  @Test func rotationIsInTransformButNotInFrame() throws {
    let layer = try TestDocument.probe(
      layers: """
        [{ "id": "probe", "type": "rectangle", "x": 100, "y": 100, "width": 40, "height": 20,
           "transform": { "rotate": 90, "scale": 2 } }]
        """)
    #expect(layer.frame == PointRect(x: 80, y: 90, width: 80, height: 40))
    #expect(layer.rotation == 90)
    // The rotation is clockwise and moves the top left corner to the top right.
    let transform = layer.transform
    #expect(abs(transform.tx - 140) < 1e-12 && abs(transform.ty - 70) < 1e-12)
    #expect(abs(transform.a) < 1e-12 && transform.b == 2)
  }

  @Test func paintsSiblingsByZThenDocumentOrder() throws {
    var header = try TestDocument.interpreter(
      "",
      layers: """
        [{ "id": "a", "type": "group", "z": 2, "layers": [{ "id": "inner", "type": "group" }] },
         { "id": "b", "type": "group" }, { "id": "c", "type": "group", "z": "0" },
         { "id": "d", "type": "group", "z": -1 }]
        """)
    let state = try header.state()
    #expect(state.layers.map(\.id) == ["d", "b", "c", "a", "inner"])
    #expect(state.layers.map(\.descendantCount) == [0, 0, 0, 1, 0])
    #expect(state.layers.map(\.index) == [4, 2, 3, 0, 1])
  }

  @Test func opacityIsClampedAndInheritedWithVisibility() throws {
    let layers = """
      [{ "type": "group", "opacity": 0.5, "visible": false,
         "layers": [{ "id": "probe", "type": "group", "opacity": 7 }] }]
      """
    let layer = try TestDocument.probe(layers: layers)
    #expect(layer.opacity == 1 && layer.effectiveOpacity == 0.5)
    #expect(layer.visible == false)
  }

  @Test func snappingRoundsOriginAndSizeAndMovesChildren() throws {
    let layers = """
      [{ "id": "outer", "type": "group", "x": 10.2, "y": 3.25, "width": 20.3, "height": 5,
         "snap": true, "layers": [{ "id": "probe", "type": "group", "x": 1 }] }]
      """
    var header = try TestDocument.interpreter("", layers: layers)
    let state = try header.state()
    let outer = try #require(state.layer("outer"))
    #expect(outer.frame == PointRect(x: 10.2, y: 3.25, width: 20.3, height: 5))
    #expect(outer.transform.tx == 10 && outer.transform.ty == 3.5)
    #expect(outer.drawnSize == PointSize(width: 20.5, height: 5))
    let probe = try #require(state.layer("probe"))
    #expect(probe.frame.x == 11.2)
    #expect(abs(probe.transform.tx - 11) < 1e-12)
  }

  @Test func limitsRadiiToHalfTheShorterSide() throws {
    let layer = try TestDocument.probe(
      layers: """
        [{ "id": "probe", "type": "rectangle", "width": 30, "height": 20,
           "cornerRadius": [4, 99, -3, "offset"] }]
        """, offsets: [6])
    #expect(
      layer.cornerRadii
        == RoundedCorners(topLeft: 4, topRight: 10, bottomRight: 0, bottomLeft: 6))
  }

  @Test func rejectsNegativeSizes() throws {
    let error = #expect(throws: EvaluationError.self) {
      try TestDocument.probe(
        layers: #"[{ "id": "probe", "type": "rectangle", "height": "10 - offset" }]"#, offsets: [20]
      )
    }
    #expect(
      error?.description
        == "test.json: layers[0].height: the size -10 is negative at offset 20")
  }

  @Test func textSizeIsTypesetSizeRoundedUp() throws {
    let members = #""texts": { "name": "abc" }"#
    let layers = """
      [{ "id": "name", "type": "text", "text": "name", "pointSize": 10.1 },
       { "id": "probe", "type": "rectangle", "x": "name.width + 1", "height": "name.height" }]
      """
    // The text is 3 x 5.05 = 15.15 points wide and 12.12 points high.
    let probe = try TestDocument.probe(members, layers: layers)
    #expect(probe.frame.x == 16.5 && probe.frame.height == 12.5)
  }

  @Test func breaksMultilineTextAtItsWidth() throws {
    let members = #""texts": { "bio": "0123456789" }"#
    let layers = """
      [{ "id": "probe", "type": "text", "text": "bio", "pointSize": 10, "lines": 0, "width": 20 }]
      """
    #expect(try TestDocument.probe(members, layers: layers).frame.height == 36)
  }

  @Test func listEvaluatesOnlyVisibleRows() throws {
    var header = try TestDocument.interpreter(
      #""texts": { "row": "Row {n}" }"#,
      layers: """
        [{ "id": "rows", "type": "list", "y": "100 - offset", "count": 1000, "pitch": 50,
           "layers": [{ "id": "label", "type": "text", "text": "row", "x": "index" }] }]
        """)
    try header.receive(offset: 5000)
    let state = try header.state()
    let rows = try #require(state.layer("rows"))
    #expect(rows.frame == PointRect(x: 0, y: -4900, width: 375, height: 50000))
    guard case .list(let list) = rows.content else { return #expect(Bool(false)) }
    #expect(list.pitch == 50 && list.count == 1000)
    #expect(list.rows.count < 20)
    let row = try #require(list.rows.first { $0.index == 100 })
    #expect(row.layers.first?.frame.x == 100)
    #expect(row.layers.first?.frame.y == 100)
    guard case .text(let text) = row.layers.first?.content else { return #expect(Bool(false)) }
    #expect(text.runs.map(\.text) == ["Row 101"])
    #expect(state.layers.count == 1)
  }

  @Test func rowsCanDependOnIndexAndTexts() throws {
    var header = try TestDocument.interpreter(
      #""texts": { "bio": ["0123456789", "01"] }, "values": { "end": "rows.height" }"#,
      layers: """
        [{ "id": "rows", "type": "list", "count": 4, "rowHeight": "bio.height + index",
           "layers": [{ "id": "bio", "type": "text", "text": "bio", "pointSize": 10, "lines": 0,
                        "width": 20 }] },
         { "id": "probe", "type": "group", "y": "end" }]
        """)
    let state = try header.state()
    // The rows are 36, 12 + 1, 36 + 2 and 12 + 3 points high.
    #expect(state.layer("probe")?.frame.y == 102)
    guard case .list(let list) = state.layer("rows")?.content else {
      return #expect(Bool(false))
    }
    #expect(list.pitch == nil)
    #expect(list.rows.map(\.start) == [0, 36, 49, 87])
    #expect(list.rows.map(\.length) == [36, 13, 38, 15])
  }

  @Test func pitchCanDependOnTheRow() throws {
    var header = try TestDocument.interpreter(
      "",
      layers: #"""
        [{ "id": "rows", "type": "list", "count": 4, "pitch": "index % 2 == 0 ? 30 : 10",
           "layers": [] }]
        """#)
    let layer = try #require(try header.state().layer("rows"))
    guard case .list(let list) = layer.content else { return #expect(Bool(false)) }
    #expect(list.rows.map(\.start) == [0, 30, 40, 70])
    #expect(layer.frame.height == 80)
  }

  @Test func templateTintModeHasAShortName() throws {
    var header = try TestDocument.interpreter(
      "",
      layers: """
        [{ "id": "a", "type": "image", "image": "avatar", "tint": "red", "mode": "template" },
         { "id": "b", "type": "image", "image": "avatar", "tint": "red", "tintMode": "template" }]
        """)
    let state = try header.state()
    for id in ["a", "b"] {
      guard case .image(let image) = state.layer(id)?.content else {
        return #expect(Bool(false))
      }
      #expect(image.isTemplate)
    }
  }

  /// `font` is the font's own line height, unless the document defines a value named `font`.
  @Test func lineHeightCanComeFromTheFont() throws {
    var header = try TestDocument.interpreter(
      #""texts": { "t": "a" }"#,
      layers: #"[{ "id": "a", "type": "text", "text": "t", "lineHeight": "font" }]"#)
    guard case .text(let text) = try header.state().layer("a")?.content else {
      return #expect(Bool(false))
    }
    #expect(!text.values.has(.lineHeight) && text.letters.lineHeight == 1.5)
    var named = try TestDocument.interpreter(
      #""texts": { "t": "a" }, "values": { "font": 31 }"#,
      layers: #"[{ "id": "a", "type": "text", "text": "t", "lineHeight": "font" }]"#)
    guard case .text(let other) = try named.state().layer("a")?.content else {
      return #expect(Bool(false))
    }
    #expect(other.values.number(.lineHeight) == 31 && other.letters == .system)
  }

  @Test func rejectsTooManyVisibleRows() throws {
    let layers = """
      [{ "id": "probe", "type": "list", "count": 100000, "pitch": "offset / 1000", "layers": [] }]
      """
    let error = #expect(throws: EvaluationError.self) {
      try TestDocument.probe(layers: layers, offsets: [1])
    }
    #expect(error?.message == "more than 20000 rows are on the screen")
  }

  @Test func rejectsInfiniteFrames() throws {
    let error = #expect(throws: EvaluationError.self) {
      try TestDocument.probe(
        layers: """
          [{ "id": "probe", "type": "group", "width": 1e300, "transform": { "scale": 1e300 } }]
          """)
    }
    #expect(error?.description == "test.json: probe: the frame is not finite at offset 0")
  }

  @Test func colorsAndImagesRepeatByRow() throws {
    var header = try TestDocument.interpreter(
      ##""images": { "faces": ["a.png", "b.png", "c.png"] }, "colors": { "tones": ["#000", "#FFF"] }"##,
      layers: """
        [{ "id": "rows", "type": "list", "count": 4, "pitch": 10,
           "layers": [
             { "type": "image", "image": "faces", "tint": ["#111111", "#222222", "#333333"] },
             { "type": "rectangle", "fill": "tones" }] }]
        """)
    guard case .list(let list) = try header.state().layer("rows")?.content else {
      return #expect(Bool(false))
    }
    var paths: [String?] = []
    var tints: [UInt8?] = []
    var tones: [UInt8] = []
    for layer in list.rows.flatMap(\.layers) {
      if case .image(let image) = layer.content {
        paths.append(image.path)
        tints.append(image.tint?.red)
      }
      if case .rectangle(.color(let color)) = layer.content { tones.append(color.red) }
    }
    #expect(paths == ["a.png", "b.png", "c.png", "a.png"])
    #expect(tints == [0x11, 0x22, 0x33, 0x11])
    #expect(tones == [0, 255, 0, 255])
  }

  @Test func horizontalListWidthIsSumOfRows() throws {
    var header = try TestDocument.interpreter(
      "",
      layers: """
        [{ "id": "tabs", "type": "list", "horizontal": true, "height": 40, "count": 3,
           "pitch": "parent.width / 3",
           "layers": [{ "id": "tab", "type": "rectangle", "width": "parent.width - 2" }] }]
        """)
    let tabs = try #require(try header.state().layer("tabs"))
    #expect(tabs.frame == PointRect(x: 0, y: 0, width: 375, height: 40))
    guard case .list(let list) = tabs.content else { return #expect(Bool(false)) }
    #expect(list.rows.compactMap { $0.layers.first?.frame.x } == [0, 125, 250])
    #expect(list.rows.first?.layers.first?.frame.width == 123)
  }

  @Test func coverFitCropsThePicture() throws {
    var header = try TestDocument.interpreter(
      "",
      layers: """
        [{ "id": "probe", "type": "image", "image": "banner", "width": 100, "height": 100,
           "position": [0, 0.5] }]
        """, imageSizes: ["banner": PictureSize(width: 400, height: 200)])
    guard case .image(let image) = try header.state().layer("probe")?.content else {
      return #expect(Bool(false))
    }
    #expect(image.sourceCrop == PointRect(x: 0, y: 0, width: 200, height: 200))
  }

  @Test func chromeHasDevicePositions() throws {
    var header = try TestDocument.interpreter(
      "",
      layers: """
        [{ "id": "status", "type": "statusBar", "style": "theme.dark ? light : dark" },
         { "id": "home", "type": "homeIndicator" }]
        """, device: .iPhone11)
    let state = try header.state()
    #expect(state.layer("status")?.frame == PointRect(x: 0, y: 0, width: 414, height: 44))
    #expect(
      state.layer("status")?.content == .statusBar(DocumentColor(red: 0, green: 0, blue: 0), nil))
    #expect(state.layer("home")?.frame == PointRect(x: 130.5, y: 883, width: 153, height: 5))
  }

  @Test func settingsUpdateDependentValues() throws {
    var document = try TestDocument.parse(
      """
      "constants": { "side": { "value": 10, "unit": "pt", "range": [1, 100] },
                     "count": { "value": 2, "unit": "count" }, "both": "side * count" },
      "texts": { "word": "abc" }, "colors": { "ink": "#000" }
      """,
      layers: """
        [{ "id": "probe", "type": "text", "text": "word", "x": "both", "color": "ink" }]
        """)
    try document.set(constant: "side", to: 20)
    try document.set(text: "word", to: "xyz")
    try document.set(color: "ink", to: DocumentColor(red: 1, green: 2, blue: 3))
    var header = try HeaderInterpreter(
      document: document,
      environment: DocumentEnvironment(device: .iPhone8, measurer: FixedTextSize()))
    let probe = try #require(try header.state().layer("probe"))
    #expect(probe.frame.x == 40)
    guard case .text(let text) = probe.content else { return #expect(Bool(false)) }
    #expect(text.runs.map(\.text) == ["xyz"])
    #expect(text.color == DocumentColor(red: 1, green: 2, blue: 3))
    #expect(throws: DocumentSettingError.self) { try document.set(constant: "side", to: 101) }
    #expect(throws: DocumentSettingError.self) { try document.set(constant: "count", to: 1.5) }
    let error = #expect(throws: DocumentSettingError.self) {
      try document.set(constant: "sode", to: 1)
    }
    #expect(error?.description == "sode: the document has no such constant; did you mean \"side\"?")
  }

  /// The largest offset is limited to the valid range of offsets.
  @Test(arguments: ["\"maximumOffset\": 1e300", "\"contentHeight\": 1e308"])
  func maximumOffsetIsReachable(scroll: String) throws {
    let text = """
      {"version": 1, "name": "long", "screen": {"device": "iphone-8"}, "scroll": {\(scroll)},
       "layers": [{"id": "a", "type": "rectangle", "fill": "#F00", "height": 5}]}
      """
    let header = try HeaderInterpreter(
      document: try HeaderDocument.parse(Array(text.utf8), file: nil),
      environment: DocumentEnvironment(device: .iPhone8, measurer: FixedTextSize()))
    #expect(header.largestOffset == HeaderInterpreter.offsetRange.upperBound)
  }

  @Test(
    arguments: [
      ("390x844@3", 390.0, 844.0, 3.0), ("320.5x480@1", 320.5, 480, 1), ("iphone-se", 320, 568, 2),
      ("411x731@2.625", 411, 731, 2.625),
    ])
  func parsesKnownAndCustomDevices(
    _ text: String, _ width: Double, _ height: Double, _ scale: Double
  ) throws {
    let device = try #require(Device(text))
    #expect(device.width == width && device.height == height && device.scale == scale)
  }

  @Test(arguments: [
    "", "390x844", "390x844@0", "390x844@9", "0x10@2", "ax10@2", "390x844@3x", "x@", "390x8@+3",
    "411x731@8.5", "411x731@2,625",
  ])
  func rejectsInvalidDevices(_ text: String) {
    #expect(Device(text) == nil)
  }
}
