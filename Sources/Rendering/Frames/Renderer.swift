import CodecInterface
public import FileAccess
import Foundation
public import FrameEncoding
import GIF
import HeaderModel
package import HeaderScene
import ImageCodecs
import PortableMath
import Raster
import Scrolling
import StrictJSON

/// Renders animations: from a request to complete files.
///
/// ```swift
/// var request = RenderRequest()
/// request.header.style = .named("stretch")
/// request.header.device = "iphone-se"
/// request.header.scale = 1
/// request.playback.framesPerSecond = 20
/// request.playback.frames = 0...3
/// let outcome = try await Renderer(request).render(
///   to: [try OutputTarget(folder + "/capture.gif")])
/// print(outcome.frames, "frames,", outcome.outputs.map(\.bytes), "bytes")
/// ```
public struct Renderer: Sendable {
  /// What came of a render.
  public typealias Outcome = RenderOutcome

  let request: RenderRequest

  /// Renders what `request` asks for.
  public init(_ request: RenderRequest) {
    self.request = request
  }

  /// Where several renders meet: what was found or read once for all of them.
  package struct Resources {
    package let fonts: SceneFonts
    package let shared: SharedInputs?
    package let clock: StageClock

    package init(fonts: SceneFonts, shared: SharedInputs? = nil) {
      self.init(fonts: fonts, shared: shared, clock: StageClock())
    }

    package init(fonts: SceneFonts, shared: SharedInputs?, clock: StageClock) {
      self.fonts = fonts
      self.shared = shared
      self.clock = clock
    }
  }

  /// Renders once and writes every target. All outputs appear together at the end, or none does.
  ///
  /// - Parameters:
  ///   - targets: files and folders; may be empty where there are sinks.
  ///   - sinks: destinations of one's own, which get the same frames.
  ///   - replacesFrames: whether frames of an older, longer animation in a target folder are removed.
  ///   - progress: called with frames done and frames in all, from the task that renders.
  /// - Throws: `HeaderKitError`; `CancellationError` where the task is cancelled; what a sink throws.
  public func render(
    to targets: [OutputTarget], sinks: [any FrameSink] = [], replacesFrames: Bool = false,
    progress: (Int, Int) -> Void = { _, _ in }
  ) async throws -> Outcome {
    let clock = StageClock()
    let fonts = try clock.measure(.resolve) { () throws(HeaderKitError) in
      try SceneFonts.installed(folder: request.header.fontFolder)
    }
    let sinks = sinks.map(FrameSinkOutput.init)
    do {
      return try await render(
        to: targets, sinks: sinks, replacesFrames: replacesFrames,
        with: Resources(fonts: fonts, shared: nil, clock: clock), progress: progress)
    } catch {
      if error == .interrupted { throw CancellationError() }
      throw sinks.lazy.compactMap(\.failure).first ?? error
    }
  }

  /// The same with fonts and inputs that other renders use as well.
  package func render(
    to targets: [OutputTarget], replacesFrames: Bool, with resources: Resources
  ) async throws(HeaderKitError) -> Outcome {
    try await render(
      to: targets, sinks: [], replacesFrames: replacesFrames, with: resources,
      progress: { _, _ in })
  }

  private func render(
    to targets: [OutputTarget], sinks: [FrameSinkOutput], replacesFrames: Bool,
    with resources: Resources, progress: (Int, Int) -> Void
  ) async throws(HeaderKitError) -> Outcome {
    let clock = resources.clock
    let fonts = resources.fonts
    let limits = request.header.limits
    let (scene, curve) = try clock.measure(.resolve) { () throws(HeaderKitError) in
      (
        try SceneResolver(request.header, shared: resources.shared).resolve(fonts: fonts),
        try CurveFile.load(request.curve, limits: limits)
      )
    }
    let constraint = GIFSizeConstraint(request.encoding, limits: limits)
    try constraint.check(targets)
    try OutputCheck.check(
      files: [request.frameManifest, request.poster, request.page].compactMap { $0 },
      targets: targets,
      inputs: scene.files + request.curve.files)
    let plan = try FramePlan(request, scene: scene, curve: curve, clock: clock)
    let composer = try clock.measure(.resolve) { () throws(HeaderKitError) in
      try scene.composer(fonts: fonts)
    }
    let jobs = max(1, request.jobs ?? Processors.count)
    do {
      try MemoryProbe.require(bytes: Renderer.heldFrames(jobs: jobs) * composer.canvasSize.area * 4)
    } catch {
      throw HeaderKitError(error, subject: .place("canvas"))
    }
    let hasFrames = targets.contains { $0.format == .frames }
    let factory = OutputFactory(
      gif: constraint, size: scene.framing.size, rate: plan.rate,
      chosenRate: plan.rate,
      expectedFiles: hasFrames || targets.contains { $0.format.hasOneRate }
        ? try plan.files(limit: limits.frames) : nil,
      replacesFrames: replacesFrames, jobs: jobs, clock: clock)
    var outputs: [any RenderOutput] = []
    for target in targets { outputs.append(try factory.open(target)) }
    if let path = request.frameManifest {
      outputs.append(
        try FrameManifestOutput(
          path, size: scene.framing.size, plays: request.encoding.gif.loop.plays))
    }
    if let path = request.poster {
      outputs.append(
        try PosterOutput(path, packing: PicturePacking(request.encoding), clock: clock))
    }
    if let path = request.page {
      outputs.append(
        try PageOutput(
          path, size: scene.framing.sizeOnPage, sources: targets,
          poster: request.poster,
          alternative: request.alternative
            ?? AlternativeText(scene.header.document, events: plan.events).description))
    }
    let duration = plan.frames.map(\.duration).reduce(.zero, +)
    for sink in sinks {
      try sink.begin(size: scene.framing.size, duration: duration)
      outputs.append(sink)
    }
    let painter = RunPainter(
      size: composer.canvasSize, background: composer.background,
      keepsPictures: request.frameManifest != nil || request.poster != nil || !sinks.isEmpty
        || targets.contains { $0.format != .frames },
      describesFrames: request.frameManifest != nil,
      hashes: request.frameManifest != nil
        || (request.encoding.frameHashes && targets.recordsHashes),
      png: hasFrames ? try factory.framePNGOptions() : nil,
      framing: scene.framing, layers: request.layers, clock: clock)
    var source = RunSource(
      plan, states: FrameStates(plan, of: scene.header), composer: composer, clock: clock)
    var done = 0
    var painted = 0
    try await OrderedParallelMap(jobs: jobs).run(
      next: { () throws(HeaderKitError) in
        try source.next().map { ($0, composer.assets) }
      },
      work: { run, assets throws(HeaderKitError) in try painter.paint(run, assets: assets) },
      consume: { run throws(HeaderKitError) in
        for output in outputs { try output.append(run) }
        done += run.durations.count
        painted += 1
        progress(done, plan.frames.count)
      })
    try outputs.complete()
    return Outcome(
      frames: plan.frames.count, paintedFrames: painted, size: scene.framing.size,
      duration: duration,
      outputs: zip(targets, outputs).map(Outcome.Output.init),
      warnings: scene.warnings(fonts: fonts, after: composer), clock: clock)
  }
}

extension Renderer {
  /// Frames in memory at a time, those that an encoder looks back at among them.
  fileprivate static func heldFrames(jobs: Int) -> Int { 3 * jobs + 16 }
}

extension ResolvedFraming {
  /// As large as on the screen, in points.
  fileprivate var sizeOnPage: PixelSize {
    func points(_ pixels: Int) -> Int { max(1, Int((Double(pixels) / scale).rounded())) }
    return PixelSize(width: points(size.width), height: points(size.height)) ?? size
  }
}

/// This renderer.
public enum Engine {
  /// Its version: the same version makes the same bytes of the same inputs.
  public static let version = "0.4.0"
}
