import HeaderModel
import Testing

/// The built-in headers that do not reproduce one of the four projects.
@Suite struct Gallery {
  static let names = [
    "x-profile", "large-title", "collapsing-toolbar", "quick-return", "parallax-cover", "artist",
    "chat-profile", "stories-profile",
  ]

  private static let screens = ["iphone-se", "iphone-15-pro", "412x915@2"]

  private static func header(
    _ name: String, screen: String? = nil, isDark: Bool = false
  ) throws -> HeaderInterpreter {
    let builtIn = try #require(BuiltInHeader(name))
    let document = try builtIn.document()
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

  @Test func listingNamesGalleryHeaders() {
    let listed = BuiltInHeader.all.map(\.name)
    #expect(Array(listed.suffix(8)) == Self.names)
  }

  @Test(arguments: names) func documentNameMatchesListing(_ name: String) throws {
    let header = try #require(BuiltInHeader(name))
    #expect(try header.document().name == name)
  }

  @Test(arguments: names) func constantsHaveUnitDescriptionAndSource(_ name: String) throws {
    let header = try #require(BuiltInHeader(name))
    for constant in try header.document().constants {
      #expect(constant.unit?.isEmpty == false, "\(constant.name)")
      #expect(constant.description?.isEmpty == false, "\(constant.name)")
      #expect(constant.source?.isEmpty == false, "\(constant.name)")
    }
  }

  @Test("offsets of -200...600 evaluate in both directions", arguments: names, screens)
  func evaluatesAllOffsets(_ name: String, on screen: String) throws {
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
  func contentIsLongerThanTheScreen(_ name: String, on screen: String) throws {
    #expect(try Self.header(name, screen: screen).largestOffset > 150)
  }

  // MARK: - Calculated states

  /// The expected state after the given offsets. Lengths are in points.
  struct Stand {
    var offsets: [Double]
    var phase: String
    /// The frames on the screen as x, y, width and height.
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
        let layer = try #require(state.layer(id))
        #expect(!layer.visible, "\(id) at \(stand.offsets)")
      }
    }
  }

  /// The screen is 393 points wide with a status bar of 59 points. The bars end at 103, and the
  /// banner at 143, so it collapses by 40 points. The title starts at 118. The bio has 107
  /// characters of 7.5 points in a width of 361, which are three lines of 20 points.
  @Test func xProfileMatchesItsFormulas() throws {
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

  @Test("the collapsed banner is in front of the avatar")
  func profileOrder() throws {
    var header = try Self.header("x-profile")
    func avatarIsInFront() throws -> Bool {
      let order = try header.state().layers.map(\.id)
      let avatar = try #require(order.firstIndex(of: "avatar"))
      let header = try #require(order.firstIndex(of: "header"))
      return avatar > header
    }
    try header.receive(offset: 40)
    #expect(try avatarIsInFront())
    try header.receive(offset: 40.5)
    #expect(try !avatarIsInFront())
    try header.receive(offset: 40)
    #expect(try avatarIsInFront())
  }

  /// The bars end at 103. At rest the bar is 103 + 52 + 52 = 207 points high.
  @Test func largeTitleMatchesItsFormulas() throws {
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

  /// The app bar collapses from 256 to 24 + 56 points. The threshold for the scrim is a height of
  /// 2 x 56 + 24 = 136 points, which is reached at an offset of 120.
  @Test func collapsingToolbarMatchesItsFormulas() throws {
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
            // The title has 11 characters of 17 points, scaled by 27/34.
            "title": [52, 111.6, 148.5, 32.4], "floatingButton": [340, 140, 56, 56],
          ], hidden: ["scrimGround"]),
        Stand(
          offsets: [0, 120], phase: "collapsing", frames: ["appBar": [0, 0, 412, 136]],
          hidden: ["scrimGround", "floatingButton"]),
        Stand(
          offsets: [0, 300], phase: "complete",
          frames: [
            "appBar": [0, 0, 412, 80], "picture": [0, -88, 412, 256], "title": [72, 40, 110, 24],
          ],
          opacities: ["scrimGround": 1], hidden: ["floatingButton"]),
      ])
  }

  @Test(
    "the scrim takes 600 ms and the button 200 ms, with different easings for showing and hiding")
  func scrimTimes() throws {
    var header = try Self.header("collapsing-toolbar")
    func shown(_ name: String, at time: Double) throws -> Double {
      let value = try header.state(at: time).memory.first { $0.name == name }?.value
      guard case .number(let number) = value else { return .nan }
      return number
    }
    try header.receive(offset: 0, time: 0)
    try header.receive(offset: 130, time: 1)
    #expect(try shown("scrim", at: 1) == 0)
    // cubic-bezier(0.4, 0, 1, 1) is 0.3249 at half of the time: 3 t^2 - 2 t^3 for the t with
    // 1.2 t + 0.6 t^2 - 0.8 t^3 = 0.5.
    #expect(try abs(shown("scrim", at: 1.3) - 0.3249) < 2e-4)
    #expect(try shown("scrim", at: 1.625) == 1)
    #expect(try abs(shown("button", at: 1.1) - (1 - 0.3249)) < 2e-4)
    #expect(try shown("button", at: 1.25) == 0)
    try header.receive(offset: 60, time: 2)
    // cubic-bezier(0, 0, 0.2, 1) is 0.8392 at half of the time: 3 t^2 - 2 t^3 for the t with
    // 0.6 t^2 + 0.4 t^3 = 0.5.
    #expect(try abs(shown("scrim", at: 2.3) - (1 - 0.8392)) < 2e-4)
    #expect(try shown("scrim", at: 2.625) == 0)
  }

  /// The bar is 64 points high, below a status bar of 59 points. The tab bar of 49 + 34 points
  /// moves in proportion.
  @Test func quickReturnMatchesItsMemory() throws {
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

  @Test("the bounce at the end does not show the bar") func quickReturnAtTheEnd() throws {
    var header = try Self.header("quick-return")
    let end = header.largestOffset
    for offset in [0, 200, end - 10, end + 60, end + 30, end + 1] {
      try header.receive(offset: offset)
    }
    #expect(try header.state().phase == "hidden")
  }

  /// The cover has a side of 240 points and starts at 71, the title at 335, the button at 427. The
  /// title reaches the bar at an offset of 335 - 103 = 232.
  @Test func parallaxCoverMatchesItsFormulas() throws {
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

  /// The picture is a square of 393 points. The name is 56 x 1.2 points high and ends at 383, 10
  /// points above the picture's lower edge. It is behind the bar at an offset of 280. The button
  /// sticks at an offset of 393 + 42 - 75 = 360.
  @Test func artistMatchesItsFormulas() throws {
    try check(
      "artist",
      [
        Stand(
          offsets: [-60], phase: "pulledDown",
          frames: [
            "picture": [0, 0, 393, 453], "name": [16, 375.8, 361, 67.2],
            "playButton": [321, 495, 56, 56],
          ], hidden: ["barGround", "barTitle", "player"]),
        Stand(
          offsets: [0], phase: "expanded",
          frames: [
            "picture": [0, 0, 393, 393], "name": [16, 315.8, 361, 67.2],
            "page": [0, 393, 393, 158], "tracks": [0, 551, 393, 512],
            "albumRow": [16, 1123, 984, 196],
          ], opacities: ["name": 1, "backGround": 1], hidden: ["shade"]),
        Stand(
          offsets: [0, 140], phase: "pictureLeaving",
          frames: ["pictureWindow": [0, 0, 393, 253], "picture": [0, -70, 393, 393]],
          opacities: ["shade": 0.3, "name": 1]),
        Stand(
          offsets: [0, 296], phase: "titleArriving",
          frames: ["barTitle": [60, 65, 273, 44], "playButton": [321, 139, 56, 56]],
          opacities: ["barGround": 1, "barTitle": 0.5], hidden: ["name", "backGround"]),
        Stand(
          offsets: [0, 400], phase: "buttonStuck",
          frames: ["playButton": [321, 75, 56, 56], "barTitle": [60, 59, 273, 44]],
          opacities: ["barTitle": 1]),
      ])
  }

  /// The round avatar is 100 points wide and starts at 75, the open one is 393 points wide and
  /// starts at 0. The buttons are at 256, or 12 points below the open avatar, which is 149 points
  /// lower. The center of the name moves from 204 to 73, that of the status from 232 to 92.
  @Test func chatProfileMatchesItsFormulas() throws {
    try check(
      "chat-profile",
      [
        Stand(
          offsets: [-149], phase: "open",
          frames: [
            "avatar": [0, 0, 393, 393], "name": [16, 324, 154, 34], "buttons": [16, 405, 369, 60],
            // The texts on the photo have the positions of the texts that it covers.
            "photoName": [16, 324, 154, 34],
          ], opacities: ["dots": 1, "photoBottom": 1], hidden: ["bar"]),
        Stand(
          offsets: [-169], phase: "open",
          frames: ["avatar": [-10, 0, 413, 413], "name": [16, 344, 154, 34]]),
        Stand(
          offsets: [-74.5], phase: "opening", frames: ["avatar": [73.25, 37.5, 246.5, 246.5]],
          hidden: ["dots"]),
        Stand(
          offsets: [-100], phase: "opening",
          frames: [
            "name": [72.8805, 278.9463, 154, 34], "photoName": [72.8805, 278.9463, 154, 34],
          ]),
        Stand(
          offsets: [0], phase: "expanded",
          frames: [
            "avatar": [146.5, 75, 100, 100], "name": [119.5, 187, 154, 34],
            "status": [132.6667, 222, 127.6667, 20], "buttons": [16, 256, 369, 60],
          ], hidden: ["bar", "dots", "photoTop", "photoName"]),
        // Halfway, the avatar has a scale of 1 - 0.3 about its lower edge and an opacity of 1 -
        // 0.625.
        Stand(
          offsets: [0, 65.5], phase: "nameLeaving",
          frames: ["avatar": [161.5, 39.5, 70, 70]], opacities: ["avatar": 0.375]),
        Stand(
          offsets: [0, 300], phase: "complete",
          // The name is scaled by 17/28 about its center.
          frames: ["name": [149.75, 62.6786, 93.5, 20.6429], "bar": [0, 0, 393, 103]],
          opacities: ["bar": 1], hidden: ["avatar"]),
      ])
  }

  /// The bars end at 103, and the ring is 96 points wide. The bio has 155 characters of 7.5 points
  /// in a width of 361, which are four lines of 19 points. The profile ends with the stories of 64
  /// points and their names.
  @Test func storiesProfileMatchesItsFormulas() throws {
    try check(
      "stories-profile",
      [
        Stand(
          offsets: [-60], phase: "pulledDown",
          frames: [
            "avatar": [21, 174, 86, 86], "spinner": [185.5, 122, 22, 22],
            "strip": [0, 577, 393, 44],
          ], hidden: ["refreshSpinner"]),
        Stand(
          offsets: [0], phase: "expanded",
          frames: [
            "ring": [16, 109, 96, 96], "follow": [16, 363, 157.5, 34],
            "storyRow": [12, 413, 672, 92], "strip": [0, 517, 393, 44],
            "selection": [0, 559.5, 131, 1.5], "posts": [0, 561, 393, 2292.5],
          ], hidden: ["spinner", "clips", "tagged", "followingGround"]),
        Stand(
          offsets: [0, 200], phase: "scrolling",
          frames: ["bar": [0, 0, 393, 103], "strip": [0, 317, 393, 44]]),
        Stand(
          offsets: [0, 414], phase: "tabsStuck", frames: ["strip": [0, 103, 393, 44]]),
        Stand(
          offsets: [0, 800], phase: "tabsStuck",
          frames: ["strip": [0, 103, 393, 44], "posts": [0, -239, 393, 2292.5]]),
      ])
  }
}
