import FileAccess
import Foundation
import HeaderModel
import PortableMath
import Raster
import Rendering
import TestSupport
import Testing

@testable import Fit

/// A recording of a part of the screen, with an unknown position and a very different constant.
@Suite struct ConstantPlacementTests {
  /// Returns a picture of waves. A shifted picture differs slightly in all pixels.
  private func waves(_ height: Int, phase: Double) throws -> Pixmap {
    let size = try PixelSize(width: 160, height: height).required
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<160 {
        let across = sin((Double(x) + phase) * 2 * .pi / 40)
        let down = sin((Double(y) + phase) * 2 * .pi / 26)
        let level = UInt8((128 + 55 * across + 25 * down).rounded())
        bytes += [level, UInt8(255 - Int(level)), 128, 255]
      }
    }
    return try Pixmap(size: size, bytes: bytes).required
  }

  /// Returns a header whose upper third is moved by `left`. The rest of the screen is static.
  private func request(left: Double) throws -> SceneRequest {
    var request = SceneRequest()
    request.style = .document(
      try HeaderDocument.parse(
        Array(
          """
          { "version": 1, "name": "waves", "scroll": { "maximumOffset": 0 },
            "constants": { "left": { "value": \(left), "range": [0, 60] } },
            "layers": [
              { "id": "upper", "type": "image", "image": "avatar", "fit": "fill", "x": "left - 60",
                "width": 160, "height": 32 },
              { "id": "lower", "type": "image", "image": "banner", "fit": "fill", "x": -40, "y": 32,
                "width": 160, "height": 64 } ] }
          """.utf8)))
    request.screen = try Device("64x96@1").required
    request.scale = 1
    request.banner = .pixmap(try waves(64, phase: 0))
    request.avatar = .pixmap(try waves(32, phase: 13))
    return request
  }

  /// The screen is first placed between the positions of its upper and lower part, and the constant
  /// is fitted to this position. After the constant changes it, the constant is fitted again. A
  /// single pass has an error of half a point.
  @Test(arguments: [25.0, 14])
  func searchesConstantAgainAfterScreenMove(left: Double) async throws {
    let folder = try TemporaryFolder()
    let scenes = try FitScenes(try request(left: left), masked: [], fonts: .installed())
    var header = scenes.device.launch
    let job = try scenes.device.job(try header.state())
    let part = try job.canvas().cropped(to: PixelRect(x: 10, y: 10, width: 44, height: 76))
      .required
    for index in 0..<2 { try folder.write("f/\(index).png", part) }
    var fit = FitRequest(recording: folder.path + "/f")
    fit.header = try request(left: 20)
    fit.pointsPerPixel = 1
    fit.freeConstants = .named(["left"])
    fit.judges = false
    fit.jobs = 1
    let report = try await RecordingFit(fit).run()
    let constant = try report.constants.first.required
    #expect(constant.given == 20)
    #expect(abs(try constant.value.required - left) < 0.2)
    #expect(abs(report.placement.x + 10) < 0.5 && abs(report.placement.y + 10) < 0.5)
  }
}
