import PortableMath
import Testing
import VisualDiff

/// The sentence that names different fonts as the cause of a difference.
struct PictureFontTests {
  private static let old = PictureFont(family: "Inter", version: "4.000", sha256: "aaaaaaaa11")
  private static let new = PictureFont(family: "Inter", version: "4.001", sha256: "bbbbbbbb22")
  private static let built = PictureFont(family: "Inter", version: "4.001", sha256: "cccccccc33")
  private static let other = PictureFont(family: "Noto Sans Thai", version: "2.002", sha256: "dd")

  @Test(
    arguments: [
      ([old], [new], "text was drawn with Inter 4.000 (baseline) and Inter 4.001 (actual)"),
      (
        [new], [built],
        "text was drawn with Inter 4.001, file bbbbbbbb (baseline) and Inter 4.001, file cccccccc "
          + "(actual)"
      ),
      ([new], [new, other], "text was drawn with another font: Noto Sans Thai 2.002 (actual)"),
      ([new, other], [new], "text was drawn with another font: Noto Sans Thai 2.002 (baseline)"),
      ([new], [new], nil), ([], [new], nil), ([new], [], nil),
    ] as [([PictureFont], [PictureFont], String?)])
  func cause(first: [PictureFont], second: [PictureFont], sentence: String?) {
    #expect(PictureFont.cause(first, second) == sentence)
  }

  @Test func recordsReadBack() throws {
    var picture = PictureLayers(offset: 3, layers: [], fonts: [Self.old, Self.other])
    picture.layers = [
      FrameManifest.Layer(name: "font", rect: DeviceRect(x: 1, y: 2, width: 3, height: 4))
    ]
    #expect(PictureLayers(text: picture.text) == picture)
    let size = try #require(PixelSize(width: 4, height: 4))
    let frame = FrameManifest.Frame(
      hash: try #require(PixelHash("0123456789abcdef")), duration: .zero, offset: 0, phase: "",
      layers: [])
    let manifest = FrameManifest(size: size, plays: nil, frames: [frame], fonts: [Self.new])
    let read = try FrameManifest(json: Array(manifest.json.utf8), file: nil, maxFrames: 9)
    #expect(read == manifest)
  }
}
