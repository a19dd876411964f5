import HeaderModel
import Testing

/// The headers beyond the four, as far as they have anything in common.
@Suite struct Gallery {
  static let names = [
    "x-profile", "large-title", "collapsing-toolbar", "quick-return", "parallax-cover",
  ]

  private static let screens = ["iphone-se", "iphone-15-pro", "412x915@2"]

  private static func header(
    _ name: String, screen: String? = nil, isDark: Bool = false
  ) throws -> HeaderInterpreter {
    let document = try #require(BuiltInHeader(name)).document()
    let device = try screen.map { try #require(Device($0)) } ?? document.device
    return try HeaderInterpreter(
      document: document,
      environment: DocumentEnvironment(
        device: device, isDark: isDark,
        imageSizes: [
          "banner": PictureSize(width: 1500, height: 500),
          "avatar": PictureSize(width: 400, height: 400),
        ], measurer: FixedTextSize()))
  }

  @Test func theListingNamesTheHeadersOfTheGallery() {
    let listed = BuiltInHeader.all.map(\.name)
    #expect(Array(listed.suffix(5)) == Self.names)
  }

  @Test(arguments: names) func aDocumentIsCalledAsItIsListed(_ name: String) throws {
    #expect(try #require(BuiltInHeader(name)).document().name == name)
  }

  @Test(arguments: names) func constantsSayUnitMeaningAndSource(_ name: String) throws {
    for constant in try #require(BuiltInHeader(name)).document().constants {
      #expect(constant.unit?.isEmpty == false, "\(constant.name)")
      #expect(constant.description?.isEmpty == false, "\(constant.name)")
      #expect(constant.source?.isEmpty == false, "\(constant.name)")
    }
  }

  @Test("offsets of -200...600 evaluate in both directions", arguments: names, screens)
  func everyOffsetEvaluates(_ name: String, on screen: String) throws {
    for isDark in [false, true] {
      var header = try Self.header(name, screen: screen, isDark: isDark)
      let down = Array(stride(from: -200.0, through: 600, by: 2.5))
      for offset in down + down.reversed() {
        try header.receive(offset: offset)
        let state = try header.state()
        #expect(state.phase != nil)
      }
    }
  }

  @Test("the content is longer than the screen", arguments: names, screens)
  func thereIsSomethingToScroll(_ name: String, on screen: String) throws {
    #expect(try Self.header(name, screen: screen).largestOffset > 150)
  }

  // MARK: - States by the documents' formulas

  /// What stands where after some events; lengths in points.
  struct Stand {
    var offsets: [Double]
    var phase: String
    /// x, y, width, height on the screen.
    var frames: [String: [Double]] = [:]
    var opacities: [String: Double] = [:]
    var hidden: [String] = []
  }

  private func check(_ name: String, _ stands: [Stand]) throws {
    for stand in stands {
      var header = try Self.header(name)
      for offset in stand.offsets { try header.receive(offset: offset) }
      let state = try header.state()
      #expect(state.phase == stand.phase, "\(stand.offsets)")
      for (id, frame) in stand.frames {
        let layer = try #require(state.layer(id))
        #expect(layer.visible, "\(id) at \(stand.offsets)")
        #expect(
          isPrinted(layer.frame, as: frame), "\(id) at \(stand.offsets): \(layer.frame)")
      }
      for (id, opacity) in stand.opacities {
        let layer = try #require(state.layer(id))
        #expect(isPrinted(layer.opacity, as: opacity), "\(id) at \(stand.offsets)")
      }
      for id in stand.hidden {
        #expect(try #require(state.layer(id)).visible == false, "\(id) at \(stand.offsets)")
      }
    }
  }

  /// 393 points wide, status bar 59: bars 103, banner 143, travel 40; the title starts at 118. The
  /// bio is 107 characters of 7.5 points in 361: three lines of 20.
  @Test func profileStandsAsItsFormulasSay() throws {
    try check(
      "x-profile",
      [
        Stand(
          offsets: [-60], phase: "pulledDown",
          frames: [
            "header": [-82.4476, 0, 557.8951, 203], "avatar": [16, 171, 76, 76],
            "spinner": [184.5, 69, 24, 24], "strip": [0, 451, 393, 46],
          ], hidden: ["titleWindow"]),
        Stand(
          offsets: [0], phase: "expanded",
          frames: [
            "header": [0, 0, 393, 143], "avatar": [16, 111, 76, 76], "strip": [0, 391, 393, 46],
          ], opacities: ["dimming": 0], hidden: ["spinner", "titleWindow"]),
        Stand(
          offsets: [0, 20], phase: "collapsing",
          frames: ["header": [0, -20, 393, 143], "avatar": [24, 107, 60, 60]]),
        Stand(
          offsets: [0, 138], phase: "titleArriving",
          frames: [
            "header": [0, -40, 393, 143], "avatar": [32, 5, 44, 44], "title": [60, 83, 229, 20],
            "strip": [0, 253, 393, 46],
          ], opacities: ["dimming": 0.5]),
        Stand(
          offsets: [0, 400], phase: "complete",
          frames: [
            "header": [0, -40, 393, 143], "title": [60, 63, 229, 20], "strip": [0, 103, 393, 46],
          ], opacities: ["dimming": 1]),
      ])
  }

  @Test("the banner comes in front of the avatar when it has become a bar")
  func profileOrder() throws {
    var header = try Self.header("x-profile")
    func avatarIsInFront() throws -> Bool {
      let order = try header.state().layers.map(\.id)
      return try #require(order.firstIndex(of: "avatar")) > #require(order.firstIndex(of: "header"))
    }
    try header.receive(offset: 40)
    #expect(try avatarIsInFront())
    try header.receive(offset: 40.5)
    #expect(try !avatarIsInFront())
    try header.receive(offset: 40)
    #expect(try avatarIsInFront())
  }

  /// Bars 103; the bar at rest 103 + 52 + 52 = 207.
  @Test func largeTitleStandsAsItsFormulasSay() throws {
    try check(
      "large-title",
      [
        Stand(
          offsets: [-75], phase: "pulledDown",
          frames: [
            "bar": [0, 0, 393, 282], "largeTitle": [16, 178.95, 379.05, 43.05],
            "searchField": [16, 230, 361, 36],
          ]),
        Stand(
          offsets: [0], phase: "expanded",
          frames: [
            "bar": [0, 0, 393, 207], "largeTitle": [16, 106, 361, 41],
            "searchField": [16, 155, 361, 36], "rows": [0, 207, 393, 1824],
          ], opacities: ["searchText": 1], hidden: ["title", "glass", "hairline"]),
        Stand(
          offsets: [0, 9], phase: "searchClosing",
          frames: [
            "bar": [0, 0, 393, 198], "largeTitle": [16, 106, 361, 41],
            "searchField": [16, 155, 361, 27],
          ], opacities: ["searchText": 0.5]),
        Stand(
          offsets: [0, 80], phase: "titleLeaving",
          frames: ["bar": [0, 0, 393, 127], "largeTitle": [16, 78, 361, 41]],
          hidden: ["searchField", "title", "glass"]),
        Stand(
          offsets: [0, 130], phase: "complete",
          frames: ["bar": [0, 0, 393, 103], "rows": [0, 77, 393, 1824]],
          opacities: ["title": 1, "hairline": 1], hidden: ["plainGround"]),
      ])
  }

  /// The app bar of 256 keeps 24 + 56; the threshold is 2 x 56 + 24 = 136, reached at 120.
  @Test func collapsingToolbarStandsAsItsFormulasSay() throws {
    let rest: [String: [Double]] = [
      "appBar": [0, 0, 412, 256], "picture": [0, 0, 412, 256],
      "floatingButton": [340, 228, 56, 56],
    ]
    try check(
      "collapsing-toolbar",
      [
        Stand(offsets: [-50], phase: "expanded", frames: rest, hidden: ["scrimGround"]),
        Stand(offsets: [0], phase: "expanded", frames: rest, hidden: ["scrimGround"]),
        Stand(
          offsets: [0, 88], phase: "collapsing",
          frames: [
            "appBar": [0, 0, 412, 168], "picture": [0, -44, 412, 256],
            // 11 characters of 17 points, 27/34 of them.
            "title": [52, 111.6, 148.5, 32.4], "floatingButton": [340, 140, 56, 56],
          ], hidden: ["scrimGround"]),
        Stand(
          offsets: [0, 120], phase: "collapsing", frames: ["appBar": [0, 0, 412, 136]],
          hidden: ["scrimGround", "floatingButton"]),
        Stand(
          offsets: [0, 300], phase: "complete",
          frames: ["appBar": [0, 0, 412, 80], "picture": [0, -88, 412, 256], "title": [72, 40, 110, 24]],
          opacities: ["scrimGround": 1], hidden: ["floatingButton"]),
      ])
  }

  @Test("the scrim takes 600 ms, the button 200, each with its own easing in either direction")
  func scrimTimes() throws {
    var header = try Self.header("collapsing-toolbar")
    func shown(_ name: String, at time: Double) throws -> Double? {
      let value = try header.state(at: time).memory.first { $0.name == name }?.value
      guard case .number(let number) = value else { return nil }
      return number
    }
    try header.receive(offset: 0, time: 0)
    try header.receive(offset: 130, time: 1)
    #expect(try shown("scrim", at: 1) == 0)
    // cubic-bezier(0.4, 0, 1, 1) is 0.3249 half-way: 3 t^2 - 2 t^3 where 1.2 t + 0.6 t^2 - 0.8 t^3
    // is 0.5.
    #expect(try abs(#require(shown("scrim", at: 1.3)) - 0.3249) < 2e-4)
    #expect(try shown("scrim", at: 1.6) == 1)
    #expect(try abs(#require(shown("button", at: 1.1)) - (1 - 0.3249)) < 2e-4)
    #expect(try shown("button", at: 1.2) == 0)
    try header.receive(offset: 60, time: 2)
    // cubic-bezier(0, 0, 0.2, 1) is ahead of the middle as far as the other one is behind.
    #expect(try #require(shown("scrim", at: 2.3)) < 0.3)
    #expect(try shown("scrim", at: 2.6) == 0)
  }

  /// The bar of 64 under a status bar of 59; the tab bar of 49 + 34 goes along.
  @Test func quickReturnStandsAsItsMemorySays() throws {
    try check(
      "quick-return",
      [
        Stand(
          offsets: [0], phase: "expanded",
          frames: ["bar": [0, 59, 393, 64], "tabBar": [0, 769, 393, 83]]),
        Stand(
          offsets: [0, 40], phase: "hiding",
          frames: ["bar": [0, 19, 393, 64], "tabBar": [0, 820.875, 393, 83]]),
        Stand(
          offsets: [0, 40, 300], phase: "hidden",
          frames: ["bar": [0, -5, 393, 64], "tabBar": [0, 852, 393, 83]]),
        Stand(offsets: [0, 40, 300, 270], phase: "hiding", frames: ["bar": [0, 25, 393, 64]]),
        Stand(offsets: [0, 40, 300, 200], phase: "returned", frames: ["bar": [0, 59, 393, 64]]),
        Stand(
          offsets: [0, 300, -20], phase: "pulledDown",
          frames: ["bar": [0, 59, 393, 64], "tabBar": [0, 769, 393, 83]]),
      ])
  }

  @Test("what bounces at the end is no way up") func quickReturnAtTheEnd() throws {
    var header = try Self.header("quick-return")
    let end = header.largestOffset
    for offset in [0, 200, end - 10, end + 60, end + 30, end + 1] {
      try header.receive(offset: offset)
    }
    #expect(try header.state().phase == "hidden")
  }

  /// The cover of 240 at 71; title at 335, button at 427; the title starts at 335 - 103 = 232.
  @Test func parallaxCoverStandsAsItsFormulasSay() throws {
    try check(
      "parallax-cover",
      [
        Stand(
          offsets: [-60], phase: "pulledDown",
          frames: ["cover": [46.5, 71, 300, 300], "page": [0, 395, 393, 156]]),
        Stand(
          offsets: [0], phase: "expanded",
          frames: ["cover": [76.5, 71, 240, 240], "playButton": [325, 427, 52, 52]],
          opacities: ["cover": 1], hidden: ["barGround", "barTitleWindow"]),
        Stand(
          offsets: [0, 100], phase: "coverLeaving",
          frames: ["cover": [103.5, 31, 186, 186], "page": [0, 235, 393, 156]],
          opacities: ["cover": 0.5]),
        Stand(
          offsets: [0, 248], phase: "titleArriving",
          frames: ["playButton": [325, 179, 52, 52], "barTitle": [60, 66, 273, 44]],
          opacities: ["barGround": 1, "barTitle": 0.5], hidden: ["cover"]),
        Stand(
          offsets: [0, 400], phase: "buttonStuck",
          frames: ["playButton": [325, 77, 52, 52], "page": [0, -65, 393, 156]],
          opacities: ["barTitle": 1]),
      ])
  }
}
