public import FileAccess
public import FrameEncoding
import HeaderModel
import HeaderScene
public import Raster
public import Rendering
public import Scrolling
import VisualDiff

/// Renders single pictures of a header.
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

  /// Creates a renderer for a request.
  public init(_ request: StillRequest) { self.request = request }

  /// Renders the picture and returns it with warnings for the user.
  /// - Throws: `HeaderKitError` if the request is invalid or an input cannot be read.
  public func render() throws(HeaderKitError) -> (picture: Pixmap, warnings: [String]) {
    let painted = try paint(StageClock())
    return (painted.picture, painted.warnings)
  }

  /// Renders one picture per moment, each from a header that starts at rest. Ignores the request's
  /// own moment. Documents, pictures and texts are read and typeset once for all of them.
  /// - Throws: `HeaderKitError` if the request is invalid or an input cannot be read.
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

  /// Renders the picture and writes it to a file: PNG, JPEG or WebP by the file name extension. A
  /// path of `-` writes PNG to standard output.
  /// - Throws: `HeaderKitError` as `render()` does, and if the file cannot be written.
  public func write(
    to path: String, packing: PicturePacking = PicturePacking()
  ) throws(HeaderKitError) -> RenderOutcome {
    try write(to: path, packing: packing, with: nil)
  }

  /// Renders and writes the picture with shared fonts and decoded inputs. `nil` resources are
  /// loaded for this picture only.
  package func write(
    to path: String, packing: PicturePacking, with resources: Renderer.Resources?
  ) throws(HeaderKitError) -> RenderOutcome {
    try PictureOutput.write(to: path, packing: packing) { clock, check throws(HeaderKitError) in
      try paint(clock, with: resources, check: check)
    }
  }

  /// Renders the picture.
  ///
  /// - Parameters:
  ///   - resources: Shared fonts and decoded inputs. `nil` loads them for this picture only.
  ///   - check: Called with the paths of all input files before painting starts.
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
      layers: request.recordsLayers ? PictureLayers(state, in: scene.framing, fonts: used) : nil)
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
          .usage, subject: .property(.moment),
          reason: "\(RequestRanges.text(time)) s is not within the curve",
          remedy: "it lasts from 0 to \(RequestRanges.text(playback.end)) s")
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

/// A request for a single picture of a header.
public struct StillRequest: Sendable {
  /// The moment that the picture shows.
  public enum Moment: Sendable {
    /// The state after these offsets were applied in order, in points from rest. They are not
    /// rounded to device pixels. The scroll indicator is visible unless the last offset is 0.
    case offsets([Double])
    /// The frame of a curve's animation at a time in seconds, with scroll events at this rate.
    case time(Double, CurveSource, EventRate)
  }

  /// The header and its screen.
  public var header = SceneRequest()
  /// The moment that the picture shows.
  public var moment = Moment.offsets([])
  /// Whether a PNG contains the frames of its layers, which comparisons use to name what moved.
  public var recordsLayers = true

  /// Creates a request for the built-in header `mimic` at rest.
  public init() {}
}
