import HeaderModel
import HeaderScene
import PortableMath
import Raster
import Testing

/// The few goldens with texts. They require the fonts installed by scripts/setup (Inter, DejaVu,
/// WenQuanYi Micro Hei and Noto Color Emoji from Debian 12). They are separate and few because
/// another release of a font may move the edge of a letter; the shapes of texts are tested
/// completely, without pictures, in the tests of typesetting.
struct TextGoldenTests {
  static let cases: [(String, String, [Double], PixelRect)] = [
    ("mimic-title", "mimic", [120], PixelRect(x: 96, y: 0, width: 128, height: 64)),
    ("mimic-name", "mimic", [0], PixelRect(x: 0, y: 150, width: 128, height: 40)),
    ("mimic-segments", "mimic", [0], PixelRect(x: 50, y: 200, width: 128, height: 44)),
    (
      "thinkandbuild-label", "thinkandbuild", [140],
      PixelRect(x: 123, y: 20, width: 128, height: 40)
    ),
    (
      "thinkandbuild-pulled", "thinkandbuild", [140, -20],
      PixelRect(x: 123, y: 60, width: 128, height: 50)
    ),
    ("stretch-row", "stretch", [0.5], PixelRect(x: 0, y: 150, width: 128, height: 50)),
    ("contacts-name", "contacts", [10], PixelRect(x: 143, y: 190, width: 128, height: 44)),
  ]

  @Test("words of each style", arguments: cases)
  func words(name: String, style: String, offsets: [Double], part: PixelRect) throws {
    var device = try HeaderDocument.builtIn(style).device
    device.scale = 1
    let scene = try GoldenScene(style, device: device, keepsWords: true)
    let picture = try scene.frame(after: offsets).picture
    try Golden(name: "texts/\(name)").expect(try #require(picture.cropped(to: part)))
  }

  @Test("right-to-left, Chinese, color glyphs and an ellipsis in one name")
  func scripts() throws {
    var device = Device.iPhoneSE
    device.scale = 1
    let scene = try GoldenScene("mimic", device: device) {
      try $0.document.set(text: "name", to: "שלום 你好 🐦 and much more than would fit")
    }
    let picture = try scene.frame(after: [0]).picture
    for (index, x) in [0, 128].enumerated() {
      let part = PixelRect(x: x, y: 150, width: 128, height: 40)
      try Golden(name: "texts/scripts-\(index + 1)").expect(
        try #require(picture.cropped(to: part)))
    }
  }
}
