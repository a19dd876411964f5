import FileAccess
import HeaderModel
import HeaderScene
import PortableMath
import Rendering
import StrictJSON

/// The header that a recording is held against, on screens of several scales.
struct FitScenes {
  var name: String { device.launch.document.name }
  /// As the header's own device, or the one the user names, draws it.
  let device: CandidatePainter
  /// For coarse steps.
  let onePixelAPoint: CandidatePainter
  var files: [String] { device.scene.files }
  let masked: Set<String>
  private let request: SceneRequest
  private let fonts: SceneFonts
  /// Documents and pictures, read once.
  private let inputs: SharedInputs

  /// - Parameter masked: names of layers. Throws `.usage` for one that the header does not have.
  init(
    _ request: SceneRequest, masked: Set<String>, fonts: SceneFonts
  ) throws(HeaderKitError) {
    try self.init(
      request, masked: masked, fonts: fonts,
      inputs: SharedInputs(limits: request.limits, pictureBytes: 48 << 20))
    let known = device.launch.document.layerNames
    for name in masked.sorted() where !known.contains(name) {
      throw HeaderKitError(
        .usage, subject: .place("mask layer:\(name)"),
        reason: "\(self.name) has no layer \"\(name)\"",
        remedy: MessageText(NearestName(to: name, among: known).remedy))
    }
  }

  private init(
    _ request: SceneRequest, masked: Set<String>, fonts: SceneFonts, inputs: SharedInputs
  ) throws(HeaderKitError) {
    (self.masked, self.request, self.fonts, self.inputs) = (masked, request, fonts, inputs)
    func painter(_ scale: Double?) throws(HeaderKitError) -> CandidatePainter {
      try FitScenes.painter(request, drawnAt: scale, masked: masked, fonts: fonts, inputs: inputs)
    }
    (device, onePixelAPoint) = (try painter(nil), try painter(1))
  }

  private func changed(_ change: (inout SceneRequest) -> Void) -> FitScenes? {
    var request = request
    change(&request)
    return try? FitScenes(request, masked: masked, fonts: fonts, inputs: inputs)
  }

  /// The same header with constants set otherwise; nil where it does not allow them.
  func setting(_ constants: [ConstantValue]) -> FitScenes? {
    changed { $0.constants += constants.map { ($0.name, $0.value) } }
  }

  /// The same header on another screen; nil where its document does not allow that.
  func on(_ device: Device) -> FitScenes? { changed { $0.screen = device } }

  func leavingOut(_ layers: Set<String>) throws(HeaderKitError) -> FitScenes {
    try FitScenes(request, masked: masked.union(layers), fonts: fonts, inputs: inputs)
  }

  /// The same header before any event, on the screen of a painter, with a constant set otherwise; nil
  /// where it does not allow that.
  func launch(setting constant: ConstantValue, like painter: CandidatePainter) -> HeaderInterpreter?
  {
    var request = request
    request.constants.append((constant.name, constant.value))
    request.screen = painter.scene.device
    return try? SceneResolver(request, shared: inputs).resolve(fonts: fonts).header
  }

  /// As a device of another scale draws the header.
  func painter(scale: Int) throws(HeaderKitError) -> CandidatePainter {
    var request = request
    request.screen = device.scene.device
    request.screen?.scale = scale
    return try FitScenes.painter(
      request, drawnAt: Double(scale), masked: masked, fonts: fonts, inputs: inputs)
  }

  /// On the header's own screen, painted with so many pixels a point.
  func painter(drawnAt scale: Double) throws(HeaderKitError) -> CandidatePainter {
    scale == 1
      ? onePixelAPoint
      : try FitScenes.painter(
        request, drawnAt: scale, masked: masked, fonts: fonts, inputs: inputs)
  }

  /// On the header's own screen, painted as fine as coarse steps on a grid need.
  func painter(for grid: WorkingGrid) throws(HeaderKitError) -> CandidatePainter {
    try painter(drawnAt: min(1, max(0.25, 2 / grid.pointsPerPixel)))
  }

  /// As fine as recordings are compared on any grid: as the device draws it, or no finer than they
  /// need.
  func reduced() throws(HeaderKitError) -> CandidatePainter {
    device.scale > 2.5 ? try painter(drawnAt: 2) : device
  }

  func painter(like other: CandidatePainter) throws(HeaderKitError) -> CandidatePainter {
    let screen = other.scene.device
    guard screen == device.scene.device else { return try painter(scale: screen.scale) }
    return try other.drawnAt.map(painter(drawnAt:)) ?? device
  }

  private static func painter(
    _ request: SceneRequest, drawnAt scale: Double?, masked: Set<String>, fonts: SceneFonts,
    inputs: SharedInputs
  ) throws(HeaderKitError) -> CandidatePainter {
    var request = request
    if let scale { request.scale = scale }
    return try CandidatePainter(
      try SceneResolver(request, shared: inputs).resolve(fonts: fonts), drawnAt: scale,
      masked: masked, fonts: fonts)
  }
}
