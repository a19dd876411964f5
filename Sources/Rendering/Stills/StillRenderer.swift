public import Files
package import HeaderModel
package import HeaderScene
import Numerics
public import Raster
import Scrolling

/// Paints single pictures of a header.
public struct StillRenderer: Sendable {
  private let request: StillRequest

  /// Paints what `request` asks for.
  public init(_ request: StillRequest) {
    self.request = request
  }

  /// The picture, with what a user should know.
  public func render() throws(HeaderKitError) -> (picture: Pixmap, warnings: [String]) {
    try paint(StageClock()) { _ throws(HeaderKitError) in }
  }

  /// Paints the picture and writes it as PNG to a file, or to standard output for `-`.
  ///
  /// - Parameter level: compression of PNG data, 0...9; nil: the standard level.
  public func write(to path: String, level: Int? = nil) throws(HeaderKitError) -> RenderOutcome {
    try PictureOutput.write(to: path, level: level, painting: paint)
  }

  /// The same with fonts and inputs that other renders use as well.
  package func write(
    to path: String, level: Int?, with resources: Renderer.Resources
  ) throws(HeaderKitError) -> RenderOutcome {
    try PictureOutput.write(to: path, level: level) { clock, check throws(HeaderKitError) in
      try paint(clock, with: resources, check: check)
    }
  }

  /// - Parameter check: is given the files that are read, before anything is painted.
  private func paint(
    _ clock: StageClock, check: ([String]) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) -> (picture: Pixmap, warnings: [String]) {
    let resources = Renderer.Resources(fonts: try SceneFonts.installed())
    return try paint(clock, with: resources, check: check)
  }

  private func paint(
    _ clock: StageClock, with resources: Renderer.Resources,
    check: ([String]) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) -> (picture: Pixmap, warnings: [String]) {
    let fonts = resources.fonts
    let scene = try clock.measure(.resolve) { () throws(HeaderKitError) in
      try SceneResolver(request.header, shared: resources.shared).resolve(fonts: fonts)
    }
    let composer = try scene.composer(fonts: fonts)
    try check(scene.files + request.moment.files)
    let state = try clock.measure(.events) { () throws(HeaderKitError) in
      try self.state(of: scene)
    }
    let picture = try clock.measure(.paint) { () throws(HeaderKitError) in
      try StillRenderer.paint(state, composer: composer)
    }
    return (picture, fonts.warnings(for: scene.document))
  }

  private func state(of scene: ResolvedScene) throws(HeaderKitError) -> HeaderState {
    var machine = scene.machine
    switch request.moment {
    case .offsets(let offsets):
      for offset in offsets { machine.receive(offset: offset) }
    case .time(let time, let source, let rate):
      let curve = try CurveFile.load(source, limits: request.header.limits)
      let motion = ScrollMotion(curve, in: scene.scrollEnvironment)
      guard (0...motion.duration).contains(time) else {
        throw HeaderKitError(
          .usage, subject: "--at", reason: "\(time) is not within the curve",
          hint: "it lasts from 0 to \(motion.duration) s")
      }
      let timeline = FrameTimeline(
        duration: motion.duration,
        options: FrameTimeline.Options(
          rate: curve.framesPerSecond ?? ScrollCurve.standardFramesPerSecond))
      for event in motion.events(rate: rate, timeline: timeline) where event.time <= time {
        machine.receive(offset: event.offset)
      }
    }
    return machine.state
  }

  package static func paint(
    _ state: HeaderState, composer: SceneComposer
  ) throws(HeaderKitError) -> Pixmap {
    do {
      let layers = try composer.compose(state, isScrolling: state.offset != 0)
      return LayerPainter(assets: composer.assets)
        .paint(layers, size: composer.canvasSize, background: composer.background)
    } catch {
      throw HeaderKitError(error)
    }
  }
}

extension StillRequest.Moment {
  /// The files that are read.
  fileprivate var files: [String] {
    if case .time(_, let curve, _) = self { curve.files } else { [] }
  }
}

extension RenderOutcome {
  /// Of one picture.
  package init(_ picture: Pixmap, path: String, bytes: Int, warnings: [String], clock: StageClock) {
    self.init(
      frames: 1, paintedFrames: 1, width: picture.width, height: picture.height, duration: 0,
      outputs: [Output(path: path, form: .png, files: 1, bytes: bytes)], warnings: warnings,
      cost: RenderCost(clock))
  }
}
