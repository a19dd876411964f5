import FileAccess
import HeaderModel
import HeaderScene
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
  var masked: Set<String> { source.masked }
  private let source: Source

  private struct Source {
    var request: SceneRequest
    /// Names of layers.
    var masked: Set<String>
    let fonts: SceneFonts
    /// Documents and pictures, read once.
    let inputs: SharedInputs

    func scene() throws(HeaderKitError) -> ResolvedScene {
      try SceneResolver(request, shared: inputs).resolve(fonts: fonts)
    }

    func painter(drawnAt scale: Double?) throws(HeaderKitError) -> CandidatePainter {
      var drawn = self
      if let scale { drawn.request.scale = scale }
      return try CandidatePainter(drawn.scene(), drawnAt: scale, masked: masked, fonts: fonts)
    }
  }

  /// - Parameter masked: names of layers. Throws `.usage` for one that the header does not have.
  init(_ request: SceneRequest, masked: Set<String>, fonts: SceneFonts) throws(HeaderKitError) {
    let inputs = SharedInputs(limits: request.limits, pictureBytes: 48 << 20)
    try self.init(Source(request: request, masked: masked, fonts: fonts, inputs: inputs))
    let known = device.launch.document.layerNames
    for name in masked.sorted() where !known.contains(name) {
      throw HeaderKitError(
        .usage, subject: .place("mask layer:\(name)"),
        reason: "\(self.name) has no layer \"\(name)\"",
        remedy: MessageText(NearestName(to: name, among: known).remedy))
    }
  }

  private init(_ source: Source) throws(HeaderKitError) {
    self.source = source
    (device, onePixelAPoint) = (try source.painter(drawnAt: nil), try source.painter(drawnAt: 1))
  }

  private func changed(_ change: (inout Source) -> Void) throws(HeaderKitError) -> FitScenes {
    var source = source
    change(&source)
    return try FitScenes(source)
  }

  /// The same header with constants set otherwise; nil where it does not allow them.
  func setting(_ constants: [ConstantValue]) -> FitScenes? {
    try? changed { $0.request.constants += constants.map { ($0.name, $0.value) } }
  }

  /// The same header on another screen; nil where its document does not allow that.
  func on(_ device: Device) -> FitScenes? { try? changed { $0.request.screen = device } }

  func leavingOut(_ layers: Set<String>) throws(HeaderKitError) -> FitScenes {
    try changed { $0.masked.formUnion(layers) }
  }

  /// The same header before any event, on the screen of a painter, with a constant set otherwise; nil
  /// where it does not allow that.
  func launch(setting constant: ConstantValue, like painter: CandidatePainter) -> HeaderInterpreter?
  {
    var source = source
    source.request.constants.append((constant.name, constant.value))
    source.request.screen = painter.scene.device
    return try? source.scene().header
  }

  /// As a device of another scale draws the header.
  func painter(scale: Int) throws(HeaderKitError) -> CandidatePainter {
    var source = source
    source.request.screen = device.scene.device
    source.request.screen?.scale = scale
    return try source.painter(drawnAt: Double(scale))
  }

  /// On the header's own screen, painted with so many pixels a point.
  func painter(drawnAt scale: Double) throws(HeaderKitError) -> CandidatePainter {
    scale == 1 ? onePixelAPoint : try source.painter(drawnAt: scale)
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
}
