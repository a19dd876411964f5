import Foundation
import HeaderScene
import ImageCodecs
import Raster
import Scrolling
import StrictJSON

/// Renders animations: from a request to complete files.
public struct Renderer: Sendable {
  /// What came of a render.
  public struct Outcome: Hashable, Sendable {
    /// Frames shown, equal neighbours counted apart.
    public var frames: Int
    /// Frames painted.
    public var paintedFrames: Int
    /// Device pixels.
    public var width: Int
    /// Device pixels.
    public var height: Int
    /// Seconds.
    public var duration: Double
    /// What a user should know: fonts that are missing.
    public var warnings: [String]
  }

  private let request: RenderRequest

  /// Renders what `request` asks for.
  public init(_ request: RenderRequest) {
    self.request = request
  }

  /// Where several renders meet: what was found or read once for all of them.
  package struct Resources {
    package let fonts: SceneFonts
    package let shared: SharedInputs?

    package init(fonts: SceneFonts, shared: SharedInputs? = nil) {
      self.fonts = fonts
      self.shared = shared
    }
  }

  /// Renders once and writes every target. All outputs appear together at the end, or none does.
  ///
  /// - Parameters:
  ///   - replacesFrames: whether frames of an older, longer animation in a target folder are removed.
  ///   - progress: called with frames done and frames in all, from the task that renders.
  public func render(
    to targets: [OutputTarget], replacesFrames: Bool = false,
    progress: (Int, Int) -> Void = { _, _ in }
  ) async throws(HeaderKitError) -> Outcome {
    try await render(
      to: targets, replacesFrames: replacesFrames, with: Resources(fonts: .installed()),
      progress: progress)
  }

  /// The same with fonts and inputs that other renders use as well.
  package func render(
    to targets: [OutputTarget], replacesFrames: Bool, with resources: Resources,
    progress: (Int, Int) -> Void = { _, _ in }
  ) async throws(HeaderKitError) -> Outcome {
    let fonts = resources.fonts
    let scene = try SceneResolver(request.header, shared: resources.shared).resolve(fonts: fonts)
    let curve = try CurveFile.load(request.curve, limits: request.header.limits)
    let plan = try FramePlan(request, scene: scene, curve: curve)
    let composer = try scene.composer(fonts: fonts)
    let factory = OutputFactory(
      gif: request.gif, pngLevel: request.pngLevel, size: composer.canvasSize, rate: plan.rate,
      replacesFrames: replacesFrames)
    var outputs: [any RenderOutput] = []
    for target in targets { outputs.append(try factory.open(target)) }
    if let path = request.frameManifest {
      outputs.append(
        try FrameManifestOutput(
          path, size: composer.canvasSize, scale: scene.device.scale, plays: request.gif.loop.plays)
      )
    }
    var png: PNGOptions?
    if targets.contains(where: { $0.form == .frames }) {
      do {
        png = try factory.pngOptions()
      } catch {
        throw HeaderKitError(error, subject: "--png-level", writing: true)
      }
    }
    let renderer = AnimationRenderer(
      plan: plan, composer: composer, jobs: max(1, request.jobs ?? Processors.count),
      keepsPictures: request.frameManifest != nil
        || targets.contains { $0.form != .frames }, png: png)
    var done = 0
    var painted = 0
    try await renderer.render { run throws(HeaderKitError) in
      for output in outputs { try output.append(run) }
      done += run.durations.count
      painted += 1
      progress(done, plan.frames.count)
    }
    for output in outputs { try output.finish() }
    for output in outputs { try output.commit() }
    return Outcome(
      frames: plan.frames.count, paintedFrames: painted, width: composer.canvasSize.width,
      height: composer.canvasSize.height,
      duration: plan.frames.map(\.duration).reduce(.zero, +).seconds,
      warnings: fonts.warnings(for: scene.document))
  }
}
