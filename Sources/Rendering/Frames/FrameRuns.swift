public import CodecInterface
package import FileAccess
import FrameEncoding
package import HeaderModel
import HeaderScene
import ImageCodecs
import PortableMath
import Raster
package import VisualDiff

/// Feeds the events of a plan to a header and returns the header's state in each frame.
package struct FrameStates {
  private let plan: FramePlan
  private let launch: HeaderInterpreter
  private var header: HeaderInterpreter
  private var count = 0
  private var latest: (frame: FramePlan.Frame, state: HeaderState)?
  /// States by the time of their frames. `nil` unless the plan shows frames in reverse.
  private var statesByTime: [Double: HeaderState]?

  package init(_ plan: FramePlan, of header: HeaderInterpreter) {
    self.plan = plan
    launch = header
    self.header = header
    let returns = zip(plan.frames, plan.frames.dropFirst()).contains { $1.time < $0.time }
    statesByTime = returns ? [:] : nil
  }

  /// Returns the header's state in a frame.
  ///
  /// Costs a few microseconds per event since the previous call. Going back to a frame that was not
  /// requested before costs all events before it.
  package mutating func state(of frame: FramePlan.Frame) throws(HeaderKitError) -> HeaderState {
    if let known = statesByTime?[frame.time] { return known }
    // Without a running animation the state depends only on the events.
    if let latest, latest.frame.lastEvent == frame.lastEvent, !latest.state.isAnimating {
      return latest.state
    }
    let wanted = frame.lastEvent.map { $0 + 1 } ?? 0
    if wanted < count { (header, count) = (launch, 0) }
    while count < wanted {
      try HeaderKitError.evaluating(header.receive(plan.events[count]))
      count += 1
    }
    let time = frame.lastEvent == nil ? nil : frame.time
    let state = try HeaderKitError.evaluating(header.state(at: time))
    latest = (frame, state)
    statesByTime?[frame.time] = state
    return state
  }
}

/// The resolved scene, the frame plan and the composer of a render.
struct PreparedRender {
  let scene: ResolvedScene
  let plan: FramePlan
  let composer: HeaderComposer
  let clock: StageClock

  /// - Parameter check: Called with the scene before frames are planned.
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
    plan = try clock.measure(.events, of: FramePlan(request, scene: scene, curve: curve))
    composer = try clock.measure(.resolve, of: scene.composer(fonts: fonts))
  }
}

/// Composes the frames of a plan in order, and merges consecutive frames with equal drawing
/// commands.
struct RunSource {
  private let prepared: PreparedRender
  private var states: FrameStates
  private var index = 0
  private var pending: ComposedRun?

  var assets: DrawingAssets { prepared.composer.assets }

  init(_ prepared: PreparedRender) {
    self.prepared = prepared
    states = FrameStates(prepared.plan, of: prepared.scene.header)
  }

  mutating func next() throws(HeaderKitError) -> ComposedRun? {
    let plan = prepared.plan
    let clock = prepared.clock
    while index < plan.frames.count {
      let frame = plan.frames[index]
      let state = try clock.measure(.states, of: states.state(of: frame))
      let commands = try clock.measure(
        .layers,
        of: HeaderKitError.composing(
          prepared.composer.compose(
            state, isScrolling: frame.isScrolling, touch: plan.fingers.touch(at: frame.time))))
      index += 1
      if pending?.commands == commands {
        pending?.states.append(state)
        pending?.durations.append(frame.duration)
      } else {
        let done = pending
        pending = ComposedRun(commands: commands, states: [state], durations: [frame.duration])
        if let done { return done }
      }
    }
    defer { pending = nil }
    return pending
  }
}

/// Consecutive frames that look the same: their common drawing commands, and the state and duration
/// of each.
struct ComposedRun: Sendable {
  let commands: [DrawingCommand]
  var states: [HeaderState]
  var durations: [RationalTime]
}

/// Paints runs, and encodes those that become PNG files of their own. Safe to use concurrently.
struct RunPainter: Sendable {
  private let size: PixelSize
  private let background: Color
  private let framing: ResolvedFraming
  private let clock: StageClock
  var keepsPictures = true
  var describesFrames = false
  var hashes = false
  /// PNG options, or `nil` to encode nothing.
  var png: PNGOptions?
  /// Whether PNG data records the frames of layers.
  var recordsLayers = false

  init(_ prepared: PreparedRender) {
    size = prepared.composer.canvasSize
    background = prepared.composer.background
    framing = prepared.scene.framing
    clock = prepared.clock
  }

  func paint(_ run: ComposedRun, assets: DrawingAssets) throws(HeaderKitError) -> PaintedRun {
    let picture = clock.measure(.paint) {
      let painter = CommandPainter(assets: assets)
      return framing.apply(to: painter.paint(run.commands, size: size, background: background))
    }
    var data: [UInt8]?
    if let png { data = try clock.encode(.none, PNGEncoder.encode(picture, options: png)) }
    let isRecorded = describesFrames || recordsLayers && data != nil
    let fonts = isRecorded ? PictureFont.list(of: run.commands, in: assets) : []
    if recordsLayers, let state = run.states.first {
      data = data.map { PictureLayers(state, in: framing, fonts: fonts).added(to: $0) }
    }
    let hash = hashes ? PixelHash(picture) : nil
    return PaintedRun(
      picture: keepsPictures ? picture : nil, hash: hash, png: data,
      frames: frames(of: run, hash), durations: run.durations, fonts: fonts)
  }

  private func frames(of run: ComposedRun, _ hash: PixelHash?) -> [FrameManifest.Frame] {
    guard describesFrames, let hash else { return [] }
    return zip(run.states, run.durations).map { state, duration in
      FrameManifest.Frame(
        hash: hash, duration: duration, offset: state.offset, phase: state.phase ?? "",
        layers: framing.layers(of: state))
    }
  }
}

/// The frames of a render as an asynchronous sequence, without an output file.
///
///     for try await frame in Renderer(request).frames { show(frame.pixmap, frame.duration) }
///
/// Each frame is painted when it is requested. Consecutive equal frames are merged, and their
/// durations added. Throws `HeaderKitError`, or `CancellationError` if the task is cancelled.
public struct RenderedFrames: AsyncSequence {
  /// A picture and its duration.
  public typealias Element = AnimationFrame

  fileprivate let request: RenderRequest

  /// Returns an iterator that starts at the first frame.
  public func makeAsyncIterator() -> Iterator { Iterator(request) }

  /// An iterator that paints one frame at a time.
  public struct Iterator: AsyncIteratorProtocol {
    private let request: RenderRequest
    /// The state of the render, or `nil` before the first frame.
    private var active: (source: RunSource, painter: RunPainter)?

    fileprivate init(_ request: RenderRequest) { self.request = request }

    /// Paints the next frame. Returns `nil` after the last one.
    public mutating func next() async throws -> AnimationFrame? {
      try Task.checkCancellation()
      if active == nil {
        let prepared = try PreparedRender(
          request,
          with: Renderer.Resources(
            fonts: try SceneFonts.installed(folder: request.header.fontFolder)))
        active = (RunSource(prepared), RunPainter(prepared))
      }
      guard let run = try active?.source.next(), let assets = active?.source.assets,
        let picture = try active?.painter.paint(run, assets: assets).picture
      else { return nil }
      return AnimationFrame(pixmap: picture, duration: run.durations.reduce(.zero, +))
    }
  }
}

extension Renderer {
  /// The frames of the animation, painted on demand and not written to a file.
  public var frames: RenderedFrames { RenderedFrames(request: request) }
}

extension ResolvedFraming {
  /// Returns the visible layers with their frames in device pixels of the picture, bottom to top.
  func layers(of state: HeaderState) -> [FrameManifest.Layer] {
    state.layers.filter(\.visible).map { layer in
      let frame = layer.frame
      let rect = DeviceRect(
        x: frame.x * scale + screenCorner.x, y: frame.y * scale + screenCorner.y,
        width: frame.width * scale, height: frame.height * scale)
      return FrameManifest.Layer(name: layer.id, rect: rect, appearance: appearance(of: layer))
    }
  }

  /// Describes a layer's opacity and blur, which its frame does not show. `nil` without either.
  private func appearance(of layer: LayerState) -> String? {
    var words: [String] = []
    if layer.effectiveOpacity != 1 { words.append("opacity \(layer.effectiveOpacity)") }
    if case .image(let image) = layer.content {
      switch image.blur {
      case .crossfade(_, _, let amount): words.append("blurred \(amount)")
      case .ladder(let step, _, _, _, _): words.append("blur step \(step)")
      case .gaussian(let radius, _, _): words.append("blur radius \(radius)")
      case nil: break
      }
    }
    switch layer.content {
    case .rectangle(.color(let color)): words.append("fill \(color.hexadecimal)")
    case .icon:
      for (name, property) in [("fill", LayerProperty.fill), ("stroke", .stroke)] {
        if let color = layer.typeValues.color(property) {
          words.append("\(name) \(color.hexadecimal)")
        }
      }
    case .text:
      if let color = layer.typeValues.color(.color) { words.append("color \(color.hexadecimal)") }
    default: break
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

extension PictureLayers {
  package init(_ state: HeaderState, in framing: ResolvedFraming, fonts: [PictureFont]) {
    self.init(offset: state.offset, layers: framing.layers(of: state), fonts: fonts)
  }
}
