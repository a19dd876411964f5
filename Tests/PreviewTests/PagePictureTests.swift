import FileAccess
import Foundation
import FrameEncoding
import Rendering
import HeaderModel
import HeaderScene
import ImageCodecs
import PortableMath
import Raster
import Scrolling
import TestSupport
import Testing
import Typesetting

/// The pictures of a page compared with those of `still`.
@Suite(.serialized, .enabled(if: Chromium.executable != nil)) struct PagePictureTests {
  /// At rest, pulled down, collapsing and collapsed.
  private static let sequences: [[Double]] = [[0], [-64], [37], [0, 140]]

  @Test func picturesEqualStills() throws {
    let browser = try Chromium()
    let folder = try TemporaryFolder()
    var sharp = TestPage.mimic
    sharp.scale = 2
    var framed = TestPage.mimic
    framed.isFramed = true
    let lists = try TestPage.drawing(
      """
      [{ "type": "rectangle", "fill": "#FFFFFF" },
       { "type": "list", "y": "100 - offset", "height": 120, "count": 3, "pitch": 40, "layers": [],
         "separator": { "color": "#C00000", "inset": 40, "endInset": "80 + offset", "width": 4 } },
       { "type": "list", "y": 300, "height": 120, "count": 3, "pitch": 100, "horizontal": true,
         "layers": [], "separator": { "color": "#0000C0", "inset": 30, "width": 4 } },
       { "type": "list", "y": 440, "height": 120, "count": 3, "pitch": 100, "horizontal": true,
         "layers": [], "separator": { "color": "#00A000", "inset": 8, "endInset": 60, "width": 4 } }]
      """)
    for header in TestPage.all + [sharp, framed, lists, try TestPage.words()] {
      let page = try header.open(in: browser, folder)
      let scene = try header.scene()
      let composer = try scene.composer(fonts: try TestPage.fonts.get())
      let pictures = try pictures(
        in: page, after: Self.sequences.map { "preview.player.still(\($0))" })
      for (offsets, picture) in zip(Self.sequences, pictures) {
        var interpreter = scene.header
        for offset in offsets { try interpreter.receive(offset: offset) }
        let state = try interpreter.state()
        let still = try composer.paint(state, isScrolling: state.offset != 0)
        try compare(picture, with: still, "\(header) \(offsets)")
      }
    }
  }

  /// Twenty times of each curve: all built-in headers and the guide's documents with scrolls, taps
  /// and pans, the reference cases, lists, snapping, settling, and a tap that shows hidden content.
  @Test func curvePicturesEqualFrames() throws {
    let browser = try Chromium()
    let folder = try TemporaryFolder()
    var answering = try TestPage.interactive()
    answering.curve = """
      { "version": 1, "gestures": [
        { "tap": { "layer": "follow" } }, { "drag": { "by": 140, "duration": 0.2 } }, { "release": {} },
        { "pan": { "input": "page", "by": 0.7, "duration": 0.2 } }, { "release": {} },
        { "drag": { "by": -260, "duration": 0.3 } }, { "release": { "velocity": 0 } },
        { "tap": { "layer": "star", "row": 2 } }, { "hold": 0.2 } ] }
      """
    // The last step contains all previous steps.
    let guide = try TestPage.guide().filter { !"\($0)".hasPrefix("step") || "\($0)" == "step 9" }
    let played = try (TestPage.all + guide).map { page in
      var page = page
      page.curve = try page.answering()
      return page
    }
    let page = try TestPage.mimic.open(in: browser, folder)
    for header in try played + [answering] + TestPage.cases() {
      // Replaces the header as `--watch` does, in a quarter of the time of opening a page.
      try page.evaluate("showPage(\(header.data()), preview).then(() => 0)")
      let scene = try header.scene()
      let composer = try scene.composer(fonts: try TestPage.fonts.get())
      let playback = try CurvePlayback(
        try header.source, under: scene.header, scale: scene.device.scale, rate: .standard,
        limits: RenderLimits())
      let times = (0..<20).map { playback.end * Double($0) / 19 }
      let pictures = try pictures(
        in: page, after: times.map { "preview.player.seek(\($0)), preview.player.show()" })
      var played = scene.header
      var eventCount = 0
      for (time, picture) in zip(times, pictures) {
        while eventCount < playback.events.count, playback.events[eventCount].time <= time {
          try played.receive(playback.events[eventCount])
          eventCount += 1
        }
        let frame = try composer.paint(
          try played.state(at: time),
          isScrolling: ScrollIndicator.isShown(
            at: time, lastEvent: eventCount - 1, of: playback.events))
        try compare(picture, with: frame, "\(header) at \(time) s")
      }
    }
  }

  /// Lines with the height of the document's font and of the system.
  @Test func documentFontTextsEqualStills() throws {
    let folder = try TemporaryFolder()
    let fonts = try Typesetter().installedFonts
    let file = try #require(fonts.first { $0.families.contains("DejaVu Serif") }).path
    try FileManager.default.copyItem(atPath: file, toPath: folder.path + "/body.ttf")
    try folder.write(
      "card.json",
      Array(
        """
        { "version": 1, "name": "card", "screen": { "device": "300x260@1" },
          "scroll": { "maximumOffset": 10 }, "fonts": { "body": "body.ttf" },
          "texts": { "t": "Words\\nof three\\nlines" },
          "layers": [
            { "type": "rectangle", "fill": "#FFF" },
            { "id": "own", "type": "text", "text": "t", "font": "body", "pointSize": 30, "lines": 0,
              "x": 8, "y": 40, "lineHeight": "font" },
            { "type": "rectangle", "y": "own.baseline", "height": 1, "fill": "#C00000" },
            { "id": "other", "type": "text", "text": "t", "font": "body", "pointSize": 30,
              "lines": 0, "x": 150, "y": 40 },
            { "type": "rectangle", "y": "other.baseline", "x": 150, "height": 1, "fill": "#0000C0" },
            { "type": "text", "text": "t", "font": "body", "pointSize": 30, "lines": 0, "x": 8,
              "y": 160, "width": 140, "height": 70, "lineHeight": "font", "shrinkToFit": 0.3 }] }
        """.utf8))
    let card = TestPage(style: .file(folder.path + "/card.json"), variant: nil)
    let page = try card.open(in: Chromium(), folder)
    let scene = try card.scene()
    var header = scene.header
    let still = try scene.composer(fonts: try TestPage.fonts.get())
      .paint(try header.state(), isScrolling: false)
    let pictures = try pictures(in: page, after: ["preview.player.still([])"])
    try compare(try #require(pictures.first), with: still, "card")
  }

  /// Returns the pictures that a page draws by each of the scripts.
  ///
  /// One call for all of them takes half the time, because the browser draws only the last picture
  /// on its window.
  private func pictures(in page: BrowserPage, after scripts: [String]) throws -> [Pixmap] {
    let drawn = scripts.map { "(\($0), document.getElementById('screen').toDataURL())" }
    let addresses = try #require(
      try page.evaluate("[\(drawn.joined(separator: ",\n"))]") as? [String])
    try #require(addresses.count == scripts.count)
    return try addresses.map { address in
      let bytes = try #require(Data(base64Encoded: String(address.drop { $0 != "," }.dropFirst())))
      return try ImageDecoder.decode(bytes: Array(bytes)).pixmap
    }
  }

  /// The mean difference must be below 1.5 levels, and no edge may be off by more than half a
  /// pixel.
  private func compare(_ painted: Pixmap, with still: Pixmap, _ name: String) throws {
    try #require(painted.size == still.size, "\(name)")
    let difference = PictureDifference(painted, still)
    #expect(difference.mean < 1.5, "\(name)")
    #expect(difference.edges == 0, "\(name) at \(difference.position)")
    if difference.mean >= 1.5 || difference.edges > 0 {
      _ = try? PictureOutput.write(painted, to: NSTemporaryDirectory() + "preview-actual.png")
      _ = try? PictureOutput.write(still, to: NSTemporaryDirectory() + "preview-expected.png")
    }
  }
}
