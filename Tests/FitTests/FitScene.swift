import FileAccess
import Fit
import Foundation
import HeaderModel
import PortableMath
import Raster
import Rendering
import Scrolling
import TestSupport

/// Creates recordings of a small header. The header has a banner that stops, a badge that is in
/// front of the banner until `flip`, and memory.
struct FitScene {
  private let temporaryFolder: TemporaryFolder
  /// The folder of the recordings.
  var folder: URL { URL(fileURLWithPath: temporaryFolder.path) }

  /// The size of the pictures' squares in pixels.
  private let side: Int

  init(side: Int = 5) throws {
    temporaryFolder = try TemporaryFolder()
    self.side = side
  }

  /// - Parameters:
  ///   - gap: The value of a constant that only layers in `more` use.
  ///   - isRepeating: True if all rows look alike.
  ///   - more: Further layers, each after a comma.
  static func document(
    flip: Double = 12, badgeTop: Double = 18, gap: Double = 4, isRepeating: Bool = false,
    more: String = ""
  ) throws -> HeaderDocument {
    try HeaderDocument.parse(
      Array(
        text(flip: flip, badgeTop: badgeTop, gap: gap, isRepeating: isRepeating, more: more).utf8))
  }

  static func text(
    flip: Double = 12, badgeTop: Double = 18, gap: Double = 4, isRepeating: Bool = false,
    more: String = ""
  ) -> String {
    """
    { "version": 1, "name": "small", "scroll": { "contentHeight": \(isRepeating ? 240 : 120) },
      "constants": { "flip": { "value": \(flip), "range": [0, 40] },
                     "badgeTop": { "value": \(badgeTop), "range": [0, 60] },
                     "gap": { "value": \(gap), "range": [1, 40] } },
      "memory": { "seen": false, "inFront": false },
      "onScroll": [ { "set": { "inFront": "offset > flip" } },
                    [ { "when": "offset > 16", "set": { "seen": true } },
                      { "when": "offset < 0", "set": { "seen": false } } ] ],
      "colors": { "mark": "#C02020" },
      "layers": [
        { "id": "page", "type": "rectangle", "fill": "#FFFFFF" },
        { "id": "rows", "type": "list", "y": "40 - offset", "count": \(isRepeating ? 30 : 9),
          "pitch": 11,
          "separator": { "color": "#404040", "width": 2 }, "layers": [
            { "id": "row", "type": "rectangle", "x": "4 + index * \(isRepeating ? 0 : 3)", "y": 3, "width": 14,
              "height": 5, "fill": "#3060A0" } ] },
        { "id": "badge", "type": "image", "image": "avatar", "fit": "fill", "z": 1, "x": 6,
          "y": "badgeTop - offset", "width": 18, "height": 18 },
        { "id": "banner", "type": "image", "image": "banner", "z": "inFront ? 2 : 0",
          "y": "-min(offset, 14)", "height": 30 },
        { "id": "flag", "type": "rectangle", "z": 3, "x": 44, "y": 80, "width": 14,
          "height": 10, "fill": "mark", "visible": "seen" }\(more) ] }
    """
  }

  /// Returns a header in which everything scrolls. Another `top` is equivalent to another offset.
  static func scrolling(top: Double) throws -> HeaderDocument {
    try HeaderDocument.parse(
      Array(
        """
        { "version": 1, "name": "scrolling", "scroll": { "contentHeight": 160 },
          "constants": { "top": { "value": \(top), "range": [0, 60] } },
          "layers": [
            { "id": "page", "type": "rectangle", "fill": "#FFFFFF" },
            { "id": "badge", "type": "image", "image": "avatar", "fit": "fill", "x": 6,
              "y": "top + 34 - offset", "width": 18, "height": 18 },
            { "id": "banner", "type": "image", "image": "banner", "y": "top - offset",
              "height": 30 } ] }
        """.utf8))
  }

  /// Returns a picture of colored squares in which all rows differ.
  ///
  /// - Parameter side: The side of a square in pixels.
  static func picture(_ width: Int, _ height: Int, seed: Int, side: Int = 5) throws -> Pixmap {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let cell = (x / side) &* 73 &+ (y / side) &* 151 &+ seed &* 57
        bytes += [
          UInt8(truncatingIfNeeded: cell &* 41), UInt8(truncatingIfNeeded: cell &* 89),
          UInt8(truncatingIfNeeded: cell &* 23), 255,
        ]
      }
    }
    let size = try PixelSize(width: width, height: height).required
    return try Pixmap(size: size, bytes: bytes).required
  }

  static func request(
    _ document: HeaderDocument, bannerSeed: Int = 1, side: Int = 5
  ) throws -> SceneRequest {
    var request = SceneRequest()
    request.style = .document(document)
    request.screen = try Device("64x96@1").required
    request.scale = 1
    request.banner = .pixmap(try picture(64, 30, seed: bannerSeed, side: side))
    request.avatar = .pixmap(try picture(18, 18, seed: 2, side: side))
    return request
  }

  /// Records a header at the given offsets with ten frames per second. Returns the path.
  func record(
    _ document: HeaderDocument, _ offsets: [Double], bannerSeed: Int = 1, device: String? = nil
  ) async throws -> String {
    let times = offsets.indices.map { Double($0) / 10 }
    let track = try SampleTrack(times: times, offsets: offsets, interpolation: .hold).required
    return try await record(
      document, ScrollCurve(course: .samples(track)), bannerSeed: bannerSeed, device: device)
  }

  /// Records a header along a curve with ten frames per second, or at the times of another curve's
  /// samples. Returns the path.
  ///
  /// - Parameter device: The device that is drawn with one pixel per point.
  func record(
    _ document: HeaderDocument, _ curve: ScrollCurve, at times: ScrollCurve? = nil,
    bannerSeed: Int = 1, device: String? = nil
  ) async throws -> String {
    var render = RenderRequest()
    render.header = try FitScene.request(document, bannerSeed: bannerSeed, side: side)
    if let device { render.header.screen = try Device(device).required }
    render.curve = .curve(curve)
    if let times {
      render.frameTimes = .curve(times)
    } else {
      render.playback.framesPerSecond = 10
    }
    let path = folder.appendingPathComponent("\(UUID().uuidString).gif").path
    _ = try await Renderer(render).render(to: [try OutputTarget(path)])
    return path
  }

  /// Fits a header to a recording of the whole screen.
  func fit(
    _ path: String, _ document: HeaderDocument, _ change: (inout FitRequest) -> Void = { _ in }
  ) async throws -> FitReport {
    var request = FitRequest(recording: path)
    request.header = try FitScene.request(document, side: side)
    request.region = PointRect(x: 0, y: 0, width: 64, height: 96)
    change(&request)
    return try await RecordingFit(request).run()
  }
}

extension Optional {
  /// The value. Throws an error if it is `nil`.
  var required: Wrapped {
    get throws {
      guard let self else { throw CocoaError(.coderValueNotFound) }
      return self
    }
  }
}
