import FileAccess
import Foundation
import HeaderModel
import HeaderScene
import ImageCodecs
import PortableMath
import Raster
import Rendering
import Scrolling
import StrictJSON
import TestSupport
import Testing

@testable import Preview

/// The contents of a page, tested without a browser.
@Suite struct PageContentTests {
  private func data(_ page: TestPage) throws -> JSONObject {
    try JSONValue.parse(Array(page.data().utf8), deepestNesting: 256).object()
  }

  // MARK: - Markup

  /// Texts of a document cannot add markup: the page has one title, one block of data and its
  /// scripts.
  @Test func escapesNamesAndTexts() throws {
    let text = #"</script><!-- \" ' & é"#
    let page = try TestPage.drawing(
      #"[{ "type": "text", "text": "t" }, { "type": "rectangle", "fill": "white" }]"#,
      "\"texts\": { \"t\": \"\(text)\" },", name: "a <b> & c")
    let html = try page.html()
    #expect(html.contains("<title>a &lt;b&gt; &amp; c · header preview</title>"))
    #expect(html.contains("<h1>a &lt;b&gt; &amp; c</h1>"))
    #expect(!html.contains("<b>") && !html.contains("</script><!--"))
    #expect(try !page.data().contains("<"))
    let data = try data(page)
    #expect(try data.required("title").string() == "a <b> & c")
    let keys = try data.required("texts").object().map(\.name)
    #expect(keys.count == 1 && keys[0].hasPrefix("</script><!-- \" ' & é\u{1}"))
  }

  /// A standalone page sends no requests.
  @Test func onlyServedPagesPoll() throws {
    let made = try TestPage.mimic.made()
    let (alone, served) = (made.html(), made.html(revision: 3))
    #expect(!alone.contains("data-revision=") && !alone.contains("changes?${known}"))
    #expect(served.contains(" data-revision=\"3\"") && served.contains("changes?${known}"))
    #expect(alone.count < served.count)
    let element = made.element(named: "a</script>.js")
    #expect(!element.contains("changes?${known}") && !element.contains("</script>"))
    #expect(!element.split(separator: "\n").contains { $0.hasPrefix(" ") || $0.hasPrefix("//") })
  }

  // MARK: - Files

  @Test func pageFilesAreDocumentAndCurve() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "card.json",
      Array(
        """
        { "version": 1, "name": "card", "screen": { "device": "40x60@1" },
          "scroll": { "maximumOffset": 10 }, "images": { "seal": "seal.png" },
          "layers": [{ "type": "image", "image": "seal" }] }
        """.utf8))
    try folder.write("seal.png", dotted())
    try folder.write(
      "curve.json", Array(#"{ "version": 1, "keyframes": [{ "time": 0, "offset": 5 }] }"#.utf8))
    var page = PreviewPage()
    page.header.style = .file(folder.path + "/card.json")
    page.curve = .file(folder.path + "/curve.json")
    let made = try page.make(with: PageResources(fonts: try TestPage.fonts.get()))
    #expect(
      Set(made.files.map { ($0 as NSString).lastPathComponent })
        == ["card.json", "seal.png", "curve.json"])
    #expect(made.warnings.isEmpty)
  }

  // MARK: - Pictures

  private func decoded(_ uri: String) throws -> (kind: String, picture: Pixmap) {
    let parts = uri.split(separator: ",", maxSplits: 1)
    let kind = parts[0].dropFirst("data:image/".count).prefix { $0 != ";" }
    let bytes = try #require(Data(base64Encoded: String(parts[1])))
    return (String(kind), try ImageDecoder.decode(bytes: Array(bytes)).pixmap)
  }

  /// Letters and masks are packed without loss. Photographs are lossy in pages that are downloaded.
  @Test(arguments: [false, true], [false, true])
  func pictureFormatDependsOnPageAndOpacity(packsWell: Bool, isOpaque: Bool) throws {
    let size = try #require(PixelSize(width: 30, height: 20))
    var random = SeededRandom(6)
    var bytes = (0..<size.area * 4).map { _ in random.byte() }
    for pixel in 0..<size.area {
      let alpha = isOpaque || pixel % 3 > 0 ? 255 : 0
      bytes[pixel * 4 + 3] = UInt8(alpha)
      if alpha == 0 { for channel in 0..<3 { bytes[pixel * 4 + channel] = 0 } }
    }
    let picture = try #require(Pixmap(size: size, bytes: bytes))
    let resources = PageResources(fonts: try TestPage.fonts.get(), packsWell: packsWell)
    var table = PictureTable(resources)
    #expect(table.index(of: picture) == 0)
    let (kind, shown) = try decoded(table.packed()[0])
    #expect(kind == (packsWell ? "webp" : "png"))
    #expect((shown == picture) == !(packsWell && isOpaque))
    #expect(shown.size == size)
  }

  /// A picture is stored once. Pictures of the previous version are not packed again.
  @Test func storesEachPictureOnce() throws {
    let resources = PageResources(fonts: try TestPage.fonts.get())
    let pictures = try (0..<3).map { try dotted(dotX: $0) }
    var first = PictureTable(resources)
    #expect([0, 1, 0, 2, 1].map { first.index(of: pictures[$0]) } == [0, 1, 0, 2, 1])
    let uris = try first.packed()
    #expect(uris.count == 3)
    var second = PictureTable(resources)
    #expect([2, 0, 2].map { second.index(of: pictures[$0]) } == [0, 1, 0])
    #expect(try second.packed() == [uris[2], uris[0]])
    // A mask is black with its opacity.
    let size = try #require(PixelSize(width: 3, height: 1))
    let mask = try #require(CoverageMask(size: size, bytes: [0, 100, 255]))
    let place = second.index(of: mask)
    let black = try decoded(second.packed()[place]).picture
    #expect(black.bytes == [0, 0, 0, 0, 0, 0, 0, 100, 0, 0, 0, 255])
  }

  // MARK: - Curves

  /// The renderer's events for sampled curves are stored in the page for each speed.
  @Test func recordedEventsKeepTheirVelocities() throws {
    let text = """
      { "version": 1, "inputs": { "page": [[0.1, 0], [0.2, 2]], "optional": true },
        "samples": [{ "time": 0, "offset": 0, "dragging": true }, [0.2, 40],
          { "time": 0.3, "offset": 90, "dragging": false }, [0.9, 120]] }
      """
    let scene = try TestPage.interactive().scene()
    for isOptional in [true, false] {
      let curve = try ScrollCurve.parse(
        Array(text.replacing("\"optional\": true", with: "\"optional\": \(isOptional)").utf8))
      let playback = try CurvePlayback(
        .curve(curve), under: scene.header, scale: 2, rate: .standard, limits: RenderLimits())
      let json = JSONWriter.object { $0.write(playback, rate: .standard) }
      let object = try JSONValue.parse(Array(json.utf8)).object()
      let events = try object.required("events").array().map { try $0.object() }
      #expect(try events.map { try $0.required("time").number() } == playback.events.map(\.time))
      #expect(
        try events.map { try $0.required("kind").string() } == playback.events.map(\.kind.name))
      var speeds = 0
      for (event, written) in zip(playback.events, events) {
        guard case .dragEnd(let velocity) = event.kind else { continue }
        #expect(velocity != 0)
        #expect(try written.required("velocity").number() == velocity)
        speeds += 1
      }
      #expect(speeds == 1)
      #expect(try object.required("duration").number() == playback.end)
      let inputs = try object.required("inputs").object()
      #expect(try inputs.required("optional").boolean() == isOptional)
      let tracks = try inputs.required("tracks").array().map { try $0.object() }
      #expect(try tracks.map { try $0.required("name").string() } == ["page"])
    }
  }

  // MARK: - Texts

  @Test func linesHaveTheirTextDirection() throws {
    let texts = try data(TestPage.words()).required("texts").object()
    var directions: [String: Set<Bool>] = [:]
    for text in texts {
      for setting in try text.value.array() {
        for line in try setting.object().required("lines").array() {
          let isRightToLeft = try line.object().optional("rightToLeft")?.boolean() ?? false
          directions[text.name, default: []].insert(isRightToLeft)
        }
      }
    }
    for (key, found) in directions {
      let isHebrew = key.unicodeScalars.contains { (0x590...0x5FF).contains($0.value) }
      #expect(found.contains(true) == isHebrew, "\(key)")
    }
    #expect(directions.values.contains { $0.contains(true) })
  }

  /// The same words with another weight, number of lines or font are a different text.
  @Test(arguments: [
    (#""weight": 700"#, 2), (#""lines": 3"#, 2), (#""pointSize": 30"#, 1), (#""weight": 400"#, 1),
  ])
  func textsWithDifferentStylesAreDistinct(look: String, count: Int) throws {
    let page = try TestPage.drawing(
      """
      [{ "id": "one", "type": "text", "text": "a", "pointSize": 20, "weight": 400 },
       { "id": "other", "type": "text", "text": "a", "pointSize": 20, \(look) }]
      """.replacing(#""pointSize": 20, "pointSize""#, with: #""pointSize""#),
      #""texts": { "a": "A" },"#, name: "look \(look.filter { $0.isLetter || $0.isNumber })")
    #expect(try data(page).required("texts").object().count == count)
  }

  // MARK: - Screen

  @Test func screenAndChromeMatchDocument() throws {
    let page = try TestPage(
      document: Array(
        """
        { "version": 1, "name": "screen", "scroll": { "maximumOffset": 90 },
          "screen": { "device": "100x200@3", "theme": "dark" },
          "chrome": { "pressedRow": 2, "homeIndicator": false, "scrollIndicator": true },
          "layers": [{ "type": "rectangle", "fill": "#000" }] }
        """.utf8), name: "screen")
    let data = try data(page)
    let appearance = try data.required("appearance").object()
    #expect(try appearance.required("dark").boolean())
    #expect(try appearance.required("pressedRow").integer(in: 0...9) == 2)
    #expect(try appearance.required("homeIndicator").boolean() == false)
    #expect(try appearance.required("scrollIndicator").boolean())
    let device = try data.required("device").object()
    for (name, value) in [("width", 100.0), ("height", 200), ("layoutScale", 3), ("scale", 1)] {
      #expect(try device.required(name).number() == value, "\(name)")
    }
    // A bar that is not in the document is drawn over it in the color of its texts.
    let bars = try data.required("statusBars").object()
    #expect(bars.count <= 1)
    let plain = try self.data(
      TestPage(
        document: Array(
          """
          { "version": 1, "name": "plain", "scroll": { "maximumOffset": 90 },
            "screen": { "device": "iphone-8" }, "layers": [{ "type": "rectangle", "fill": "#FFF" }] }
          """.utf8), name: "plain"))
    #expect(try plain.required("statusBars").object().count == 1)
    #expect(try plain.required("appearance").object().required("pressedRow").isNull)
  }
}
