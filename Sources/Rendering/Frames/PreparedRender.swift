import FileAccess
import FrameEncoding
import HeaderScene
import ImageCodecs

/// A request of which everything is known that its frames are made of.
struct PreparedRender {
  let scene: ResolvedScene
  let plan: FramePlan
  let composer: HeaderComposer
  let clock: StageClock

  /// - Parameter check: is given the scene before frames are planned.
  init(
    _ request: RenderRequest, with resources: Renderer.Resources,
    check: (ResolvedScene) throws(HeaderKitError) -> Void = { _ throws(HeaderKitError) in }
  ) throws(HeaderKitError) {
    clock = resources.clock
    let fonts = resources.fonts
    let (scene, curve) = try clock.measure(
      .resolve,
      of: (
        SceneResolver(request.header, shared: resources.shared).resolve(fonts: fonts),
        CurveFile.load(request.curve, limits: request.header.limits)
      ))
    try check(scene)
    self.scene = scene
    plan = try FramePlan(request, scene: scene, curve: curve, clock: clock)
    composer = try clock.measure(.resolve, of: scene.composer(fonts: fonts))
  }

  /// The frames from the first on.
  var source: RunSource { RunSource(self) }

  func painter(
    keepsPictures: Bool, describesFrames: Bool = false, hashes: Bool = false,
    png: PNGOptions? = nil, layers: Bool = false
  ) -> RunPainter {
    RunPainter(
      size: composer.canvasSize, background: composer.background, keepsPictures: keepsPictures,
      describesFrames: describesFrames, hashes: hashes, png: png, framing: scene.framing,
      layers: layers, clock: clock)
  }
}
