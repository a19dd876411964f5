import Raster
import Testing

@testable import HeaderModel
@testable import HeaderScene

/// Texts whose font size is an expression: each distinguishable size is set once.
@Suite struct FontSizeTests {
  /// A header that can be played, and its composer.
  private struct Player {
    var header: HeaderInterpreter
    let composer: HeaderComposer

    init(_ members: String, fontSize: String, key: String = "fontSize") throws {
      let document = try WrittenDocument(
        #""texts": { "title": "Jane" }"# + (members.isEmpty ? "" : ", ") + members,
        layers: """
          [{ "id": "title", "type": "text", "text": "title", "width": 200, "height": 40,
             "\(key)": "\(fontSize)" }]
          """
      ).document
      let device = Device(
        name: "test", width: 200, height: 60, scale: 2, statusBarHeight: 0, safeAreaBottom: 0)
      let fonts = try SceneFonts()
      header = try HeaderInterpreter(
        document: document,
        environment: DocumentEnvironment(
          device: device, measurer: SceneTextMeasurer(fonts: fonts, font: nil)))
      let chrome = ScreenChrome(statusBar: false, homeIndicator: false, scrollIndicator: false)
      composer = try HeaderComposer(
        header, images: [:], appearance: SceneAppearance(chrome: chrome), device: device, scale: 2,
        fonts: fonts)
    }

    mutating func compose(offset: Double, time: Double? = nil) throws {
      try header.receive(offset: offset, time: time)
      try compose(at: time ?? 0)
    }

    func compose(at time: Double) throws {
      var header = header
      _ = try composer.compose(try header.state(at: time), isScrolling: false)
    }

    var setTexts: Int { composer.assets.texts.count }
  }

  @Test(arguments: ["fontSize", "pointSize"]) func typesetsEachSizeOnce(key: String) throws {
    var player = try Player("", fontSize: "clamp(10, 30 - offset / 4, 30)", key: key)
    for offset in 0...100 { try player.compose(offset: Double(offset)) }
    // 81 sizes from 30 to 10 in quarters, each a multiple of 1/32 pixel.
    #expect(player.setTexts == 81)
    for offset in (0...100).reversed() { try player.compose(offset: Double(offset)) }
    #expect(player.setTexts == 81)
  }

  /// Sizes closer than 1/32 pixel share a text, so that a slow motion has few texts.
  @Test func visuallyEqualSizesShareALayout() throws {
    var player = try Player("", fontSize: "20 + offset / 1000")
    for offset in 0...100 { try player.compose(offset: Double(offset)) }
    // From 40 to 40.2 pixels.
    #expect(player.setTexts == 7)
  }

  /// An animated size has as many texts as distinguishable sizes too.
  @Test func roundsAnimatedSizes() throws {
    var player = try Player(
      #""memory": { "size": { "value": 20, "transition": { "duration": 1 } } }, "#
        + #""onScroll": [{ "when": "offset > 50", "set": { "size": 20.2 } }]"#,
      fontSize: "size")
    try player.compose(offset: 0, time: 0)
    try player.compose(offset: 60, time: 1)
    for step in 0...200 { try player.compose(at: 1 + Double(step) / 200) }
    // From 40 to 40.4 pixels.
    #expect(player.setTexts == 14)
  }
}
