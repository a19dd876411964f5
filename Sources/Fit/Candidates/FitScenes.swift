import FileAccess
import HeaderModel
import HeaderScene
import Rendering
import StrictJSON

/// The header of a fit, resolved for screens of several scales.
struct FitScenes {
  /// The header's name.
  var name: String { device.launch.document.name }
  /// Paints at the scale of the requested or the header's own device.
  let device: CandidatePainter
  /// Paints one pixel per point, for coarse searches.
  let onePixelPerPoint: CandidatePainter
  /// The paths of all input files.
  var files: [String] { device.scene.files }
  /// The names of masked layers.
  var masked: Set<String> { source.masked }
  private let source: Source

  private struct Source {
    var request: SceneRequest
    /// The names of masked layers.
    var masked: Set<String>
    let fonts: SceneFonts
    /// The documents and pictures, read once.
    let inputs: SharedInputs

    func scene() throws(HeaderKitError) -> ResolvedScene {
      try SceneResolver(request, shared: inputs).resolve(fonts: fonts)
    }

    func painter(pixelsPerPoint: Double?) throws(HeaderKitError) -> CandidatePainter {
      var source = self
      if let pixelsPerPoint { source.request.scale = pixelsPerPoint }
      return try CandidatePainter(
        source.scene(), requestedScale: pixelsPerPoint, masked: masked, fonts: fonts)
    }
  }

  /// Resolves the header.
  ///
  /// - Parameter masked: The names of layers to ignore.
  /// - Throws: `.usage` if the header has no layer of a masked name.
  init(_ request: SceneRequest, masked: Set<String>, fonts: SceneFonts) throws(HeaderKitError) {
    let inputs = SharedInputs(limits: request.limits, pictureBytes: 48 << 20)
    try self.init(Source(request: request, masked: masked, fonts: fonts, inputs: inputs))
    let known = device.launch.document.layerNames
    for name in masked.sorted() where !known.contains(name) {
      throw HeaderKitError(
        .usage, subject: .location("mask layer:\(name)"),
        reason: "\(self.name) has no layer \"\(name)\"",
        remedy: MessageText(NearestName(to: name, among: known).remedy))
    }
  }

  private init(_ source: Source) throws(HeaderKitError) {
    self.source = source
    (device, onePixelPerPoint) = (
      try source.painter(pixelsPerPoint: nil), try source.painter(pixelsPerPoint: 1)
    )
  }

  private func changed(_ change: (inout Source) -> Void) throws(HeaderKitError) -> FitScenes {
    var source = source
    change(&source)
    return try FitScenes(source)
  }

  /// Returns the header with changed constants, or `nil` if it does not allow the values.
  func with(constants: [ConstantValue]) -> FitScenes? {
    try? changed { $0.request.constants += constants.map { ($0.name, $0.value) } }
  }

  /// Returns the header on another screen, or `nil` if its document does not allow it.
  func with(device: Device) -> FitScenes? { try? changed { $0.request.screen = device } }

  /// Returns the header with more masked layers.
  func masking(_ layers: Set<String>) throws(HeaderKitError) -> FitScenes {
    try changed { $0.masked.formUnion(layers) }
  }

  /// Returns the header before any event, on the painter's screen and with a changed constant.
  /// `nil` if the header does not allow the value.
  func launch(with constant: ConstantValue, like painter: CandidatePainter) -> HeaderInterpreter? {
    var source = source
    source.request.constants.append((constant.name, constant.value))
    source.request.screen = painter.scene.device
    return try? SceneResolver(source.request, shared: source.inputs).launch(fonts: source.fonts)
  }

  /// Returns a painter for the header's screen with the scale factor of another device.
  func painter(deviceScale: Double) throws(HeaderKitError) -> CandidatePainter {
    var source = source
    source.request.screen = device.scene.device
    source.request.screen?.scale = deviceScale
    return try source.painter(pixelsPerPoint: deviceScale)
  }

  /// Returns a painter for the header's screen with the given number of pixels per point.
  func painter(pixelsPerPoint: Double) throws(HeaderKitError) -> CandidatePainter {
    pixelsPerPoint == 1
      ? onePixelPerPoint : try source.painter(pixelsPerPoint: pixelsPerPoint)
  }

  /// Returns a painter for the header's screen, just fine enough for coarse searches on `grid`. At
  /// a lower scale, rows one period apart would be rounded differently to pixels.
  func painter(for grid: WorkingGrid) throws(HeaderKitError) -> CandidatePainter {
    try painter(pixelsPerPoint: min(1, max(0.25, 3 / grid.pointsPerPixel)))
  }

  /// Returns a painter at the device's scale, limited to 2 pixels per point. No grid needs more.
  func reduced() throws(HeaderKitError) -> CandidatePainter {
    device.scale > 2.5 ? try painter(pixelsPerPoint: 2) : device
  }

  /// Returns a painter for this header with the screen and scale of another painter.
  func painter(like other: CandidatePainter) throws(HeaderKitError) -> CandidatePainter {
    let screen = other.scene.device
    guard screen == device.scene.device else { return try painter(deviceScale: screen.scale) }
    return try other.requestedScale.map(painter(pixelsPerPoint:)) ?? device
  }
}
