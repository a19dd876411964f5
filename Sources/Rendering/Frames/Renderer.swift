import CodecInterface
public import FileAccess
public import FrameEncoding
import GIF
import HeaderModel
package import HeaderScene
import ImageCodecs
import PortableMath

/// Renders animations from a request to complete files.
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
  /// The result of a render.
  public typealias Outcome = RenderOutcome

  let request: RenderRequest

  /// Creates a renderer for `request`. Nothing is read before `render` or `frames` is used.
  public init(_ request: RenderRequest) { self.request = request }

  /// Resources shared by several renders: fonts and decoded inputs.
  package struct Resources {
    package let fonts: SceneFonts
    package let shared: SharedInputs?
    package let clock: StageClock

    package init(fonts: SceneFonts, shared: SharedInputs? = nil, clock: StageClock = StageClock()) {
      self.fonts = fonts
      self.shared = shared
      self.clock = clock
    }
  }

  /// Renders the animation once and writes it to every target. All outputs appear together at the
  /// end, or none does.
  ///
  /// - Parameters:
  ///   - targets: Files and folders. May be empty if there are sinks.
  ///   - sinks: Destinations of your own, which receive the same frames.
  ///   - replacesFrames: Whether to remove the remaining frames of an older, longer animation from
  ///     a target folder.
  ///   - progress: Called with the number of frames done and the total, on the task that renders.
  /// - Throws: `HeaderKitError`; `CancellationError` if the task is cancelled; any error that a
  ///   sink throws.
  public func render(
    to targets: [OutputTarget], sinks: [any FrameSink] = [], replacesFrames: Bool = false,
    progress: (Int, Int) -> Void = { _, _ in }
  ) async throws -> Outcome {
    let clock = StageClock()
    let fonts = try clock.measure(
      .resolve, of: SceneFonts.installed(folder: request.header.fontFolder))
    let sinks = sinks.map(FrameSinkOutput.init)
    do {
      return try await render(
        to: targets, sinks: sinks, replacesFrames: replacesFrames,
        with: Resources(fonts: fonts, clock: clock), progress: progress)
    } catch {
      if error == .interrupted { throw CancellationError() }
      throw sinks.lazy.compactMap(\.failure).first ?? error
    }
  }

  /// Renders with fonts and inputs that are shared with other renders.
  package func render(
    to targets: [OutputTarget], replacesFrames: Bool, with resources: Resources
  ) async throws(HeaderKitError) -> Outcome {
    try await render(to: targets, sinks: [], replacesFrames: replacesFrames, with: resources)
  }

  private func render(
    to targets: [OutputTarget], sinks: [FrameSinkOutput], replacesFrames: Bool,
    with resources: Resources, progress: (Int, Int) -> Void = { _, _ in }
  ) async throws(HeaderKitError) -> Outcome {
    var appearances = [(request: request, targets: targets)]
    if let second = try secondAppearance(targets) { appearances.append(second) }
    let files = appearances.flatMap {
      [$0.request.frameManifest, $0.request.poster, $0.request.snippet]
    }
    let all = appearances.flatMap(\.targets)
    var painted: [Painted] = []
    for appearance in appearances {
      let before = painted.count
      painted.append(
        try await Renderer(appearance.request).paint(
          appearance.targets, painted.isEmpty ? sinks : [], replacesFrames: replacesFrames,
          with: resources
        ) { scene throws(HeaderKitError) in
          guard before == 0 else { return }
          try request.encoding.check(targets)
          try OutputCheck.check(
            files: files.compactMap { $0 }, targets: all, inputs: scene.files + request.files)
        } progress: {
          progress(before * $1 + $0, appearances.count * $1)
        })
    }
    var outputs = painted.flatMap(\.outputs)
    let first = painted[0].prepared
    let clock = resources.clock
    let framing = first.scene.framing
    let animations = zip(
      all, zip(appearances, painted).flatMap { $1.outputs.prefix($0.targets.count) })
    let page = try self.page(of: appearances, first, frames: framing.size, Array(animations))
    outputs += [page].compactMap { $0 }
    try outputs.complete()
    let warnings = first.scene.warnings(fonts: resources.fonts, after: first.composer)
    return Outcome(
      frames: first.plan.frames.count, paintedFrames: painted[0].count, size: framing.size,
      duration: first.plan.duration, outputs: animations.map(Outcome.Output.init),
      warnings: warnings + (page?.warnings ?? []), clock: clock)
  }

  /// Returns the output for the page's snippet, or `nil` if the request has none.
  private func page(
    of appearances: [(request: RenderRequest, targets: [OutputTarget])], _ first: PreparedRender,
    frames: PixelSize, _ animations: [(target: OutputTarget, output: any RenderOutput)]
  ) throws(HeaderKitError) -> PageOutput? {
    guard let path = request.snippet else { return nil }
    func link(_ file: String) -> String { PageOutput.link(to: file, from: path) }
    let snippet = PageSnippet(
      pageKind: request.pageKind, baseURL: request.baseURL,
      size: request.header.framing.hasSize ? frames : first.scene.framing.sizeOnPage,
      appearances: appearances.map { request, targets in
        PageSnippet.Appearance(
          theme: request.header.theme, animations: targets.map { (link($0.path), $0.format) },
          poster: request.poster.map(link))
      },
      alternative: AlternativeText(
        first.scene.header.document, events: first.plan.events, custom: request.alternativeText))
    return try PageOutput(path, snippet, frames: frames, animations: animations)
  }

  /// Returns the request and targets of the second appearance, whose files have names of their own.
  /// `nil` if the request has only one appearance.
  ///
  /// - Throws: `.usage` if there are two appearances but no page that can show both.
  private func secondAppearance(
    _ targets: [OutputTarget]
  ) throws(HeaderKitError) -> (request: RenderRequest, targets: [OutputTarget])? {
    if request.snippet != nil { try request.pageKind?.check(baseURL: request.baseURL) }
    guard let theme = request.secondTheme else { return nil }
    guard request.snippet != nil, request.pageKind != .pypi,
      !targets.contains(where: { $0.path == "-" || $0.format == .frames })
    else {
      throw HeaderKitError(
        .usage, subject: .option(.theme), reason: "two themes require a page",
        remedy: request.pageKind == .pypi
          ? "give one; PyPI has no choice" : "give one, or \(.snippet)")
    }
    var second = request
    second.themes = [theme]
    second.frameManifest = nil
    second.snippet = nil
    let kind = request.pageKind ?? .html
    second.poster = request.poster.map { kind.name($0, in: theme) }
    var files: [OutputTarget] = []
    for target in targets {
      files.append(try OutputTarget(kind.name(target.path, in: theme), format: target.format))
    }
    return (second, files)
  }

  /// The result of painting one appearance. `outputs` are not complete yet and begin with those of
  /// the targets. `count` is the number of distinct frames.
  private typealias Painted = (prepared: PreparedRender, outputs: [any RenderOutput], count: Int)

  private func paint(
    _ targets: [OutputTarget], _ sinks: [FrameSinkOutput], replacesFrames: Bool,
    with resources: Resources, check: (ResolvedScene) throws(HeaderKitError) -> Void,
    progress: (Int, Int) -> Void
  ) async throws(HeaderKitError) -> Painted {
    let prepared = try PreparedRender(request, with: resources, check: check)
    let plan = prepared.plan
    let jobs = max(1, request.jobs ?? Processors.count)
    // The number of frames in memory at a time, including those that an encoder keeps for
    // reference.
    let held = 3 * jobs + 16
    try HeaderKitError.coding(
      .location("canvas"), MemoryProbe.require(bytes: held * prepared.composer.canvasSize.area * 4))
    let outputs = try open(targets, sinks, prepared, replacesFrames: replacesFrames, jobs: jobs)
    var painting = RunPainter(prepared)
    painting.keepsPictures =
      request.frameManifest != nil || request.poster != nil || !sinks.isEmpty
      || targets.contains { $0.format != .frames }
    painting.describesFrames = request.frameManifest != nil
    painting.hashes = request.frameManifest != nil || request.encoding.records(in: targets)
    if targets.contains(where: { $0.format == .frames }) {
      painting.png = try request.encoding.framePNG()
    }
    painting.recordsLayers = request.recordsLayers
    let painter = painting
    var source = RunSource(prepared)
    var done = 0
    var painted = 0
    try await OrderedParallelMap(jobs: jobs).run(
      next: { () throws(HeaderKitError) in try source.next().map { ($0, source.assets) } },
      work: { run, assets throws(HeaderKitError) in try painter.paint(run, assets: assets) },
      consume: { run throws(HeaderKitError) in
        for output in outputs { try output.append(run) }
        done += run.durations.count
        painted += 1
        progress(done, plan.frames.count)
      })
    return (prepared, outputs, painted)
  }

  /// Opens the outputs in this order: targets, frame manifest, poster, sinks.
  private func open(
    _ targets: [OutputTarget], _ sinks: [FrameSinkOutput], _ prepared: PreparedRender,
    replacesFrames: Bool, jobs: Int
  ) throws(HeaderKitError) -> [any RenderOutput] {
    let plan = prepared.plan
    let framing = prepared.scene.framing
    let countsFiles = targets.contains { $0.format == .frames || $0.format.hasConstantFrameRate }
    let factory = OutputFactory(
      request.encoding, limits: request.header.limits, size: framing.size, rate: plan.rate,
      chosenRate: request.frameTimes == nil ? plan.rate : nil,
      expectedFiles: countsFiles ? try plan.files(within: request.header.limits) : nil,
      replacesFrames: replacesFrames, jobs: jobs, clock: prepared.clock)
    var outputs: [any RenderOutput] = []
    for target in targets { outputs.append(try factory.open(target)) }
    if let path = request.frameManifest {
      outputs.append(
        try FrameManifestOutput(path, size: framing.size, plays: request.encoding.gif.loop.plays))
    }
    if let path = request.poster {
      outputs.append(
        try PosterOutput(path, packing: PicturePacking(request.encoding), clock: prepared.clock))
    }
    for sink in sinks {
      try sink.begin(size: framing.size, duration: plan.duration)
      outputs.append(sink)
    }
    return outputs
  }
}

extension ResolvedFraming {
  /// The size on a page: that of the shown part on the screen, in points.
  fileprivate var sizeOnPage: PixelSize {
    func points(_ pixels: Int) -> Int { max(1, Int((Double(pixels) / scale).rounded())) }
    return PixelSize(width: points(size.width), height: points(size.height)) ?? size
  }
}

/// Information about this renderer.
public enum Engine {
  /// The version. Renderers of the same version write the same bytes for the same inputs.
  public static let version = "0.8.0"
}
