import Files
import HeaderModel
import HeaderScene
import Numerics
import Rendering

/// The header that a recording is held against, on screens of several scales.
struct FitScenes {
  /// The header's name.
  let name: String
  /// As the header's own device, or the one the user names, draws it.
  let device: CandidatePainter
  /// For coarse steps.
  let onePixelAPoint: CandidatePainter
  private let request: SceneRequest
  private let fonts: SceneFonts

  init(_ request: SceneRequest, fonts: SceneFonts) throws(HeaderKitError) {
    self.request = request
    self.fonts = fonts
    let scene = try SceneResolver(request).resolve(fonts: fonts)
    name = scene.outline.header.document.name
    device = try CandidatePainter(scene, fonts: fonts)
    onePixelAPoint =
      device.scale == 1 ? device : try FitScenes.painter(request, scale: 1, fonts: fonts)
  }

  /// On a screen of another scale.
  func painter(scale: Int) throws(HeaderKitError) -> CandidatePainter {
    if Double(scale) == device.scale { return device }
    if scale == 1 { return onePixelAPoint }
    return try FitScenes.painter(request, scale: scale, fonts: fonts)
  }

  private static func painter(
    _ request: SceneRequest, scale: Int, fonts: SceneFonts
  ) throws(HeaderKitError) -> CandidatePainter {
    var request = request
    request.scale = Double(scale)
    return try CandidatePainter(try SceneResolver(request).resolve(fonts: fonts), fonts: fonts)
  }

  /// The sweeps of a painter's header.
  func sweeps(_ painter: CandidatePainter) -> HeaderSweeps {
    let launch = painter.launch
    return HeaderSweeps(
      launch: launch,
      grid: OffsetGrid(
        scale: painter.scale, largestOffset: launch.largestOffset,
        pull: 0.4 * launch.viewportHeight, overscroll: 0.2 * launch.viewportHeight))
  }
}
