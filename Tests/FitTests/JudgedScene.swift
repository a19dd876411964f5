import FileAccess
import HeaderModel
import HeaderScene
import PortableMath
import Raster
import Rendering

@testable import Fit

/// A header on a small screen with one pixel per point. It creates frames for verdicts directly
/// from pictures, without a recording and a search.
struct JudgedScene {
  let scenes: FitScenes
  let grid: WorkingGrid
  var painter: CandidatePainter { scenes.device }

  init(_ document: HeaderDocument, masked: Set<String> = []) throws {
    scenes = try FitScenes(
      FitScene.request(document), masked: masked, fonts: try SceneFonts.installed())
    grid = try WorkingGrid(
      ScreenPlacement(pixelsPerPoint: 1, x: 0, y: 0),
      recording: try PixelSize(width: 64, height: 96).required, canvasWidth: 64,
      canvasHeight: 96, maxScale: 1
    ).required
  }

  /// Returns the header's state at an offset.
  func state(_ offset: Double = 0) throws -> HeaderState {
    var header = try header(offset)
    return try header.evaluatedState(at: 0)
  }

  private func header(_ offset: Double) throws -> HeaderInterpreter {
    var header = painter.launch
    try header.scroll(to: offset, at: 0)
    return header
  }

  func picture(_ offset: Double = 0) throws -> Pixmap {
    try painter.job(try state(offset)).picture(on: grid)
  }

  /// Returns a frame with the recorded picture and the header's state at an offset.
  func frame(_ recorded: Pixmap, index: Int = 0, offset: Double = 0) throws -> JudgedFrame {
    JudgedFrame(
      index: index, time: Double(index) / 10, offset: offset, header: try header(offset),
      recorded: recorded,
      grossPixels: FrameComparison.grossPixels(
        recorded, try picture(offset), within: grid.size.bounds))
  }

  func judge(tolerance: Double = 1) -> HeaderJudge {
    HeaderJudge(painter: painter, grid: grid, tolerance: tolerance, jobs: 1)
  }

  func comparison(_ recorded: Pixmap) throws -> FrameComparison {
    try judge().comparison(try frame(recorded))
  }
}

extension Pixmap {
  /// Returns the picture with gray margins of the given sizes in pixels.
  func framed(left: Int, top: Int, right: Int, bottom: Int) -> Pixmap {
    guard let size = PixelSize(width: width + left + right, height: height + top + bottom) else {
      return self
    }
    var result = Pixmap(size: size, fill: Color(rgb: 0x909090))
    result.draw(self, x: left, y: top, opacity: 255, clip: size.bounds)
    return result
  }
}
