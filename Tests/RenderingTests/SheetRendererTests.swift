import FileAccess
import HeaderModel
import HeaderScene
import HeaderStills
import PortableMath
import Raster
import Rendering
import Testing

@Suite struct SheetRendererTests {
  private func request(_ change: (inout SheetRequest) -> Void = { _ in }) -> SheetRequest {
    var request = SheetRequest()
    request.header = .small
    request.styles = [.named("mimic")]
    request.offsets = [0, 40]
    request.cellWidth = 64
    request.visibleHeight = 100
    change(&request)
    return request
  }

  /// Cells have margins of 16 pixels, and each row has 26 pixels for its label.
  @Test(
    arguments: [
      (["mimic"], [.light], 2, PixelSize(width: 16 + 2 * 80, height: 34 + 62)),
      (["mimic", "contacts"], [.light, .dark], 1, PixelSize(width: 16 + 80, height: 34 + 4 * 62)),
    ] as [([String], [SceneTheme], Int, PixelSize?)])
  func sheetHasOneRowAndColumnPerValue(
    styles: [String], themes: [SceneTheme], columns: Int, size: PixelSize?
  ) throws {
    let request = request {
      $0.styles = styles.map(HeaderSource.named)
      $0.themes = themes
      $0.offsets = Array([0, 40].prefix(columns))
    }
    #expect(try SheetRenderer(request).render().picture.size == size)
  }

  /// The device frame is 348 points wide and starts 14 points above the screen. A cell of 64 pixels
  /// shows the upper 114 points.
  @Test func deviceFrameKeepsItsShape() throws {
    var request = request()
    request.header.sceneData = Array(#"{"version": 1, "chrome": {"deviceFrame": true}}"#.utf8)
    let picture = try SheetRenderer(request).render().picture
    #expect(picture.size == PixelSize(width: 16 + 2 * 80, height: 34 + 42 + 114 * 64 / 348))
  }

  /// Returns the frame of a cell. Cells have margins of 16 pixels, and the column labels and row
  /// labels above are 26 pixels high.
  private static func place(
    row: Int, _ column: Int, width: Int, height: Int
  ) -> PixelRect {
    PixelRect(
      x: 16 + column * (width + 16), y: 52 + row * (height + 42), width: width, height: height)
  }

  /// A cell is the upper part of a still after all offsets up to its own, scaled down. It includes
  /// the effects of memory and the scroll indicator.
  @Test(arguments: [("tiny", 60.0, 20, 30), ("contacts", 568, 40, 71)])
  func cellsEqualStills(
    header: String, visible: Double, width: Int, height: Int
  ) throws {
    var request = request {
      $0.styles = []
      $0.themes = [.light, .dark]
      $0.offsets = [0, 50, 10]
      $0.cellWidth = width
      $0.visibleHeight = visible
    }
    request.header = .small
    request.header.style = .named(header)
    if header == "tiny" { request.header = try .tiny }
    let sheet = try SheetRenderer(request).render().picture
    for (row, theme) in request.themes.enumerated() {
      for column in request.offsets.indices {
        var still = StillRequest()
        still.header = request.header
        still.header.theme = theme
        still.moment = .offsets(Array(request.offsets[...column]))
        let picture = try StillRenderer(still).render().picture
        let cell = picture.resized(
          source: DeviceRect(x: 0, y: 0, width: Double(picture.width), height: visible),
          to: try #require(PixelSize(width: width, height: height)), filter: .automatic)
        #expect(
          sheet.cropped(to: Self.place(row: row, column, width: width, height: height)) == cell,
          "\(row), \(column)")
      }
    }
  }

  /// Column labels are centered over their cells without a trailing ".0". Row labels start at their
  /// cells.
  @Test func labelsAreAboveTheirColumns() throws {
    let sheet = try SheetRenderer(request { $0.offsets = [40, 0.5] }).render().picture
    func ink(_ columns: Range<Int>, _ rows: Range<Int>) throws -> Range<Int> {
      let dark = columns.filter { x in
        rows.contains { y in sheet.bytes[(y * sheet.width + x) * 4] < 160 }
      }
      return try #require(dark.first)..<(try #require(dark.last) + 1)
    }
    let (whole, part) = (try ink(8..<88, 0..<26), try ink(88..<168, 0..<26))
    #expect(abs(whole.lowerBound + whole.upperBound - 2 * 48) <= 3)
    #expect(abs(part.lowerBound + part.upperBound - 2 * 128) <= 3)
    #expect(whole.count < part.count)
    #expect(16...18 ~= (try ink(0..<sheet.width, 26..<52)).lowerBound)
  }

  /// A warning that applies to two rows is reported once.
  @Test func givesEachWarningOnce() throws {
    var request = request { $0.themes = [.light, .dark] }
    request.header.texts = [("name", "\u{10FFFD}")]
    let warnings = try SheetRenderer(request).render().warnings
    #expect(warnings.count == 1)
  }

  @Test func rejectsTooLargeSheets() {
    let request = request {
      $0.header.limits.canvasPixels = 320 * 568
      $0.offsets = [Double](repeating: 0, count: 100)
    }
    let error = #expect(throws: HeaderKitError.self) { try SheetRenderer(request).render() }
    #expect(error?.code == .badData)
    #expect(error?.remedy.properties == [.canvasPixelLimit])
  }
}
