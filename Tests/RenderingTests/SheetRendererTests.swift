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

  /// 16 pixels between and around cells, 26 above each row for its label.
  @Test(
    arguments: [
      (["mimic"], [.light], 2, PixelSize(width: 16 + 2 * 80, height: 34 + 62)),
      (["mimic", "contacts"], [.light, .dark], 1, PixelSize(width: 16 + 80, height: 34 + 4 * 62)),
    ] as [([String], [SceneTheme], Int, PixelSize?)])
  func hasARowForEachAndAColumnForEach(
    styles: [String], themes: [SceneTheme], columns: Int, size: PixelSize?
  ) throws {
    let request = request {
      $0.styles = styles.map(HeaderSource.named)
      $0.themes = themes
      $0.offsets = Array([0, 40].prefix(columns))
    }
    #expect(try SheetRenderer(request).render().picture.size == size)
  }

  /// 348 points wide and 14 above the screen, with the device's frame: 114 of them in 64 pixels a row.
  @Test func aFrameAroundTheScreenKeepsItsShape() throws {
    var request = request()
    request.header.sceneData = Array(#"{"version": 1, "chrome": {"deviceFrame": true}}"#.utf8)
    let picture = try SheetRenderer(request).render().picture
    #expect(picture.size == PixelSize(width: 16 + 2 * 80, height: 34 + 42 + 114 * 64 / 348))
  }

  @Test func refusesASheetThatIsTooLarge() {
    let request = request {
      $0.header.limits.canvasPixels = 320 * 568
      $0.offsets = [Double](repeating: 0, count: 100)
    }
    let error = #expect(throws: HeaderKitError.self) { try SheetRenderer(request).render() }
    #expect(error?.code == .badData)
    #expect(error?.remedy.properties == [.canvasPixelLimit])
  }
}
