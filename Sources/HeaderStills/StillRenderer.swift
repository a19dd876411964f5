public import FileAccess
public import FrameEncoding
import HeaderModel
import HeaderScene
public import Raster
public import Rendering
public import Scrolling
import VisualDiff

/// Paints single pictures of a header.
///
/// ```swift
/// var request = StillRequest()
/// request.header.style = .named("contacts")
/// request.header.scale = 1
/// request.moment = .offsets([40, 80])
/// let (picture, warnings) = try StillRenderer(request).render()
/// print(picture.size.width, "x", picture.size.height, warnings)
/// ```
public struct StillRenderer: Sendable {
  private let request: StillRequest

  /// Paints what `request` asks for.
  public init(_ request: StillRequest) { self.request = request }

  /// The picture, with what a user should know.
  public func render() throws(HeaderKitError) -> (picture: Pixmap, warnings: [String]) {
    let painted = try paint(StageClock())
    return (painted.picture, painted.warnings)
  }

  /// The pictures of several moments, each from a header that is at rest before; the request's own
  /// moment does not count. Documents, pictures and texts are read and set once for all of them.
  public func render(_ moments: [StillRequest.Moment]) throws(HeaderKitError) -> [Pixmap] {
    let fonts = try SceneFonts.installed(folder: request.header.fontFolder)
    let scene = try SceneResolver(request.header).resolve(fonts: fonts)
    let composer = try scene.composer(fonts: fonts)
    var pictures: [Pixmap] = []
    for moment in moments {
      let (state, isScrolling, touch) = try state(of: scene, at: moment)
      pictures.append(
        scene.framing.apply(to: try composer.paint(state, isScrolling: isScrolling, touch: touch)))
    }
    return pictures
  }

  /// Paints the picture and writes it to a file, as PNG, JPEG or WebP by its name, or as PNG to
  /// standard output for `-`.
  public func write(
    to path: String, packing: PicturePacking = PicturePacking()
  ) throws(HeaderKitError) -> RenderOutcome {
    try write(to: path, packing: packing, with: nil)
  }

  /// The same with fonts and inputs that other renders use as well.
  package func write(
    to path: String, packing: PicturePacking, with resources: Renderer.Resources?
  ) throws(HeaderKitError) -> RenderOutcome {
    try PictureOutput.write(to: path, packing: packing) { clock, check throws(HeaderKitError) in
      try paint(clock, with: resources, check: check)
    }
  }

  /// - Parameters:
  ///   - resources: nil: fonts and inputs are read for this picture.
  ///   - check: is given the files that are read, before anything is painted.
  private func paint(
    _ clock: StageClock, with resources: Renderer.Resources? = nil,
    check: ([String]) throws(HeaderKitError) -> Void = { _ throws(HeaderKitError) in }
  ) throws(HeaderKitError) -> PictureOutput.Painted {
    let folder = request.header.fontFolder
    let fonts =
      if let resources { resources.fonts } else { try SceneFonts.installed(folder: folder) }
    let scene = try clock.measure(
      .resolve, of: SceneResolver(request.header, shared: resources?.shared).resolve(fonts: fonts))
    let composer = try scene.composer(fonts: fonts)
    try check(scene.files + request.moment.files)
    let (state, isScrolling, touch) = try clock.measure(
      .events, of: self.state(of: scene, at: request.moment))
    let (picture, used) = try clock.measure(
      .paint, of: composer.paintWithFonts(state, isScrolling: isScrolling, touch: touch))
    return PictureOutput.Painted(
      picture: clock.measure(.paint) { scene.framing.apply(to: picture) },
      warnings: scene.warnings(fonts: fonts, after: composer),
      layers: request.layers ? PictureLayers(state, in: scene.framing, fonts: used) : nil)
  }

  private func state(
    of scene: ResolvedScene, at moment: StillRequest.Moment
  ) throws(HeaderKitError) -> (state: HeaderState, isScrolling: Bool, touch: TouchMoment?) {
    var header = scene.header
    switch moment {
    case .offsets(let offsets):
      return try HeaderKitError.evaluating { () throws(EvaluationError) in
        for offset in offsets { try header.receive(offset: offset) }
        let state = try header.state()
        return (state, state.offset != 0, nil)
      }
    case .time(let time, let source, let rate):
      let playback = try CurvePlayback(
        source, under: header, scale: scene.device.scale, rate: rate, limits: request.header.limits)
      guard (0...playback.end).contains(time) else {
        throw HeaderKitError(
          .usage, subject: .property(.moment), reason: "\(time) is not within the curve",
          remedy: "it lasts from 0 to \(playback.end) s")
      }
      let seen = playback.events.prefix { $0.time <= time }
      let isScrolling = ScrollIndicator.isShown(
        at: time, lastEvent: seen.isEmpty ? nil : seen.count - 1, of: playback.events)
      return try HeaderKitError.evaluating { () throws(EvaluationError) in
        for event in seen { try header.receive(event) }
        return (
          try header.state(at: seen.isEmpty ? nil : time), isScrolling,
          FingerPath(playback.motion, on: scene.device).touch(at: time)
        )
      }
    }
  }
}

extension StillRequest.Moment {
  fileprivate var files: [String] {
    if case .time(_, let curve, _) = self { curve.files } else { [] }
  }
}

/// One picture of a header.
public struct StillRequest: Sendable {
  /// Which moment is shown.
  public enum Moment: Sendable {
    /// After these offsets were fed in order, in points from rest; as they are, not snapped. Away
    /// from rest the scroll indicator shows.
    case offsets([Double])
    /// At a time of a curve, in seconds, with events at this rate: the picture that an animation of
    /// the curve shows then.
    case time(Double, CurveSource, EventRate)
  }

  /// The header and its screen.
  public var header = SceneRequest()
  /// What is shown.
  public var moment = Moment.offsets([])
  /// Whether the PNG carries the places of its layers, so that comparisons can name what moved.
  public var layers = true

  /// The demo's header at rest.
  public init() {}
}
