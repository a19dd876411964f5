import FileAccess
import HeaderModel
import HeaderStills
import PortableMath
import Raster
@testable import Rendering
import TestSupport
import Testing

/// The visible part of the canvas and its scale.
@Suite struct ResolvedFramingTests {
  private func request(_ change: (inout SceneFraming) -> Void) throws -> SceneRequest {
    var request = try SceneRequest.tiny
    request.screen?.scale = 2
    change(&request.framing)
    return request
  }

  private func picture(_ change: (inout SceneFraming) -> Void = { _ in }) throws -> Pixmap {
    var still = StillRequest()
    still.header = try request(change)
    still.moment = .offsets([0])
    return try StillRenderer(still).render().picture
  }

  /// The header ends 16 points below the top of its rows, even inside a device frame with a width
  /// of 14 points.
  @Test(arguments: [false, true]) func headerCropEndsBelowFirstRow(hasDevice: Bool) throws {
    let whole = try picture { $0.hasDevice = hasDevice }
    let header = try picture {
      $0.hasDevice = hasDevice
      $0.crop = .header
    }
    let frame = hasDevice ? 14 : 0
    #expect(header.size == PixelSize(width: 2 * (40 + 2 * frame), height: 2 * (30 + 16 + frame)))
    #expect(header == whole.cropped(to: header.size.bounds))
  }

  @Test(arguments: [false, true]) func layerCropUsesLayerPosition(hasDevice: Bool) throws {
    let whole = try picture { $0.hasDevice = hasDevice }
    let plate = try picture {
      $0.hasDevice = hasDevice
      $0.crop = .layer("plate")
    }
    let frame = hasDevice ? 28 : 0
    #expect(
      plate == whole.cropped(to: PixelRect(x: 8 + frame, y: 12 + frame, width: 20, height: 16)))
  }

  /// A crop is a rectangle in points. The area outside of the screen is removed.
  @Test(arguments: [
    (PointRect(x: 0, y: 0, width: 40, height: 80), PixelRect(x: 0, y: 0, width: 80, height: 160)),
    (PointRect(x: 3, y: 5, width: 10, height: 20), PixelRect(x: 6, y: 10, width: 20, height: 40)),
    (
      PointRect(x: -8, y: 70, width: 20, height: 90), PixelRect(x: 0, y: 140, width: 24, height: 20)
    ),
    (
      PointRect(x: 1.25, y: 0.25, width: 3.5, height: 3), PixelRect(x: 3, y: 1, width: 7, height: 6)
    ),
  ])
  func rectangleCropSelectsPartOfTheScreen(points: PointRect, pixels: PixelRect) throws {
    let part = try picture { $0.crop = .rect(points) }
    #expect(try part == picture().cropped(to: pixels))
  }

  /// If both sides are given, the picture fits in both.
  @Test(
    arguments: [
      (20, nil, 20, 40), (nil, 40, 20, 40), (20, 20, 10, 20), (30, 200, 30, 60),
      (160, nil, 160, 320),
    ] as [(Int?, Int?, Int, Int)])
  func widthAndHeightDetermineScale(width: Int?, height: Int?, wide: Int, high: Int) throws {
    let found = try picture {
      $0.width = width
      $0.height = height
    }
    #expect(found.size == PixelSize(width: wide, height: high))
  }

  /// The corner radius is in points and applies to the visible part. The four corners lack the area
  /// between a square and its inscribed circle.
  @Test(arguments: [1, 2, 4]) func cornersAreRoundInPoints(scale: Int) throws {
    let round = try picture {
      $0.cornerRadius = 10
      $0.width = 40 * scale
    }
    let missing = stride(from: 3, to: round.bytes.count, by: 4)
      .reduce(0) { $0 + 255 - Int(round.bytes[$1]) }
    let area = Double(scale * scale) * 100 * (4 - Double.pi)
    #expect(abs(Double(missing) / 255 - area) < 0.02 * area)
    let middle = PixelRect(
      x: 0, y: 10 * scale, width: 40 * scale, height: 60 * scale)
    let plain = try picture { $0.width = 40 * scale }
    #expect(round.cropped(to: middle) == plain.cropped(to: middle))
  }

  @Test(arguments: [
    (SceneFraming.Crop.layer("plat"), "unknown layer plat", "plate"),
    (.rect(PointRect(x: 41, y: 0, width: 5, height: 5)), "shows nothing", "40 x 80 points"),
    (.rect(PointRect(x: 0, y: -9, width: 5, height: 9)), "shows nothing", "40 x 80 points"),
  ])
  func rejectsEmptyCrops(crop: SceneFraming.Crop, reason: String, remedy: String) throws {
    let error = #expect(throws: HeaderKitError.self) { try picture { $0.crop = crop } }
    #expect(error?.code == .usage)
    #expect(error?.subject == .option(.crop))
    #expect(error?.reason.description.contains(reason) == true)
    #expect(error?.remedy.description.contains(remedy) == true)
  }

  @Test(
    arguments: [(9, nil, RenderOption.width, "10 to 160"), (nil, 400, .height, "20 to 320")]
      as [(Int?, Int?, RenderOption, String)])
  func rejectsUnreachableSizes(width: Int?, height: Int?, option: RenderOption, range: String)
    throws
  {
    let error = #expect(throws: HeaderKitError.self) {
      try picture {
        $0.width = width
        $0.height = height
      }
    }
    #expect(error?.subject == .option(option))
    #expect(error?.remedy.description.contains("give \(range) pixels") == true)
  }

  @Test(
    arguments: [
      ("header", SceneFraming.Crop.header), ("avatar", .layer("avatar")),
      ("1,2,3,4", .rect(PointRect(x: 1, y: 2, width: 3, height: 4))),
      ("-1.5,0,3,4", .rect(PointRect(x: -1.5, y: 0, width: 3, height: 4))),
      ("", nil), ("1,2,3", nil), ("1,2,0,4", nil), ("1,2,3,-4", nil), ("1,2,3,x", nil),
      ("1,2,3,4,5", nil),
      ("1e9,0,3,4", nil), ("nan,0,3,4", nil), (",,,", nil),
    ] as [(String, SceneFraming.Crop?)])
  func parsesCrops(text: String, crop: SceneFraming.Crop?) {
    #expect(SceneFraming.Crop(text) == crop)
    if let crop { #expect(SceneFraming.Crop(crop.text) == crop) }
  }
}
