/// Paints single pictures of a header.
public struct StillRenderer: Sendable {
  private let request: StillRequest

  /// Paints what `request` asks for.
  public init(_ request: StillRequest) {
    self.request = request
  }

  /// The picture, with what a user should know.
  public func render() throws(HeaderKitError) -> (picture: Pixmap, warnings: [String]) {
    let fonts = try SceneFonts.installed()
    let scene = try SceneResolver(request.header).resolve(fonts: fonts)
    let composer = try scene.composer(fonts: fonts)
    let state = try state(of: scene)
    return (
      try StillRenderer.paint(state, composer: composer), fonts.warnings(for: scene.document)
    )
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

  static func paint(
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
