import PortableMath
import Raster
import Testing

@testable import HeaderModel
@testable import HeaderScene

/// The position of pictures in their frames, and the size at which a scene keeps them.
struct PictureGeometryTests {
  private func content(_ fit: ImageFit) -> ImageContent {
    var content = ImageContent(name: "avatar", path: nil, values: .typeDefaults(.image), blur: nil)
    content.values.choose(fit, for: .fit)
    return content
  }

  @Test(
    "a picture of 4 x 2 in a frame of 10 x 10",
    arguments: [
      (ImageFit.fill, DeviceRect(x: 1, y: 2, width: 10, height: 10)),
      (.cover, DeviceRect(x: -4, y: 2, width: 20, height: 10)),
      (.contain, DeviceRect(x: 1, y: 4.5, width: 10, height: 5)),
    ])
  func place(fit: ImageFit, expected: DeviceRect) throws {
    let frame = DeviceRect(x: 1, y: 2, width: 10, height: 10)
    #expect(try content(fit).rectangle(of: .of(4, 2), fittedInto: frame) == expected)
  }

  @Test(
    "an avatar is kept at twice its size on the screen, and never enlarged",
    arguments: [
      (ImageFit.fill, 576, 477, 280, 280), (.fill, 100, 900, 100, 280),
      (.cover, 4000, 2000, 560, 280), (.contain, 4000, 2000, 280, 140),
      (.cover, 1, 1, 1, 1), (.contain, 1, 4000, 1, 280), (.cover, 1, 4000, 1, 4000),
    ])
  func avatar(fit: ImageFit, width: Int, height: Int, keptWidth: Int, keptHeight: Int) throws {
    let picture = try Pixmap(size: .of(width, height), fill: .white)
    let state = TestLayer.frame([TestLayer(.image(content(fit)), width: 70, height: 70)])
    let layer = try #require(state.layers.first)
    let store = AssetStore(scale: 2, fonts: try SceneFonts(), font: nil)
    let pictures = ImagePictures(
      SceneImage(picture), content(fit), layer: layer,
      survey: LayerSurvey(launch: state, others: []), screen: PointSize(width: 320, height: 568),
      scale: 2, store: store)
    let kept = store.pixmap(pictures.reducedPicture)
    #expect(kept.size == (try PixelSize.of(keptWidth, keptHeight)))
    #expect(kept == Pixmap(size: kept.size, fill: .white))
  }

  @Test(
    "the master has twice the resolution at rest",
    arguments: [
      // The banner of mimic, which is kept completely.
      (1266, 527, 640, 200, 1136, 1280, 532),
      // The banner of stretch: only the 800 x 234.67 pixels that are visible at rest.
      (800, 450, 750, 220, 220, 1500, 440),
      // A portrait: as many rows as the tallest header shows.
      (1000, 4000, 640, 200, 1136, 1280, 2272),
      // Pictures with extreme sides have a small master.
      (1, 1, 640, 200, 200, 1280, 400), (100_000, 1, 640, 200, 1136, 2000, 400),
      // Wider than the header: the lowest header shows more of its width.
      (1000, 200, 640, 200, 1136, 2000, 400),
      (1, 100_000, 640, 200, 1136, 1280, 2272),
    ])
  func master(
    width: Int, height: Int, restWidth: Int, restHeight: Int, tallest: Int, masterWidth: Int,
    masterHeight: Int
  ) throws {
    let geometry = try BannerGeometry(
      banner: .of(width, height), visible: .of(restWidth, restHeight),
      heights: min(128, restHeight)...tallest)
    #expect(geometry.masterSize == (try PixelSize.of(masterWidth, masterHeight)))
  }

  @Test("a crop is mapped to the master if the master contains it")
  func crops() throws {
    let geometry = try BannerGeometry(
      banner: .of(1000, 4000), visible: .of(640, 200), heights: 128...1136)
    // A banner pixel is 1.28 master pixels. The master's 2272 rows are the middle 1775 rows of
    // 4000.
    let rest = PointRect(x: 0, y: 1843.75, width: 1000, height: 312.5)
    #expect(geometry.holds(rest))
    #expect(geometry.master(rest) == DeviceRect(x: 0, y: 936, width: 1280, height: 400))
    #expect(!geometry.holds(PointRect(x: 0, y: 1000, width: 1000, height: 2000)))
  }
}
