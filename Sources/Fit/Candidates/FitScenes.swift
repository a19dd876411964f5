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
  /// Documents and pictures, read once.
  private let inputs: SharedInputs

  init(_ request: SceneRequest, fonts: SceneFonts) throws(HeaderKitError) {
    try self.init(
      request, fonts: fonts, inputs: SharedInputs(limits: request.limits, pictureBytes: 48 << 20))
  }

  private init(
    _ request: SceneRequest, fonts: SceneFonts, inputs: SharedInputs
  ) throws(HeaderKitError) {
    self.request = request
    self.fonts = fonts
    self.inputs = inputs
    let scene = try SceneResolver(request, shared: inputs).resolve(fonts: fonts)
    name = scene.outline.header.document.name
    device = try CandidatePainter(scene, fonts: fonts)
    onePixelAPoint =
      device.scale == 1
      ? device : try FitScenes.painter(request, scale: 1, fonts: fonts, inputs: inputs)
  }

  /// The same header with constants set otherwise; nil where it does not allow them.
  func setting(_ constants: [ConstantValue]) -> FitScenes? {
    var request = request
    request.constants += constants.map { ($0.name, $0.value) }
    return try? FitScenes(request, fonts: fonts, inputs: inputs)
  }

  /// On a screen of another scale.
  func painter(scale: Int) throws(HeaderKitError) -> CandidatePainter {
    if Double(scale) == device.scale { return device }
    if scale == 1 { return onePixelAPoint }
    return try FitScenes.painter(request, scale: scale, fonts: fonts, inputs: inputs)
  }

  private static func painter(
    _ request: SceneRequest, scale: Int, fonts: SceneFonts, inputs: SharedInputs
  ) throws(HeaderKitError) -> CandidatePainter {
    var request = request
    request.scale = Double(scale)
    return try CandidatePainter(
      try SceneResolver(request, shared: inputs).resolve(fonts: fonts), fonts: fonts)
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
