public import CodecInterface
package import FileAccess
import FrameEncoding
package import HeaderModel
import HeaderScene
import ImageCodecs
import PortableMath
import Raster
package import VisualDiff

/// Feeds a header the events of a plan and says how it stands in each frame.
package struct FrameStates {
  private let plan: FramePlan
  private let launch: HeaderInterpreter
  private var header: HeaderInterpreter
  private var count = 0
  private var latest: (frame: FramePlan.Frame, state: HeaderState)?
  /// States by the time of their frames, where a plan shows frames again backwards.
  private var kept: [Double: HeaderState]?

  package init(_ plan: FramePlan, of header: HeaderInterpreter) {
    (self.plan, launch, self.header) = (plan, header, header)
    let returns = zip(plan.frames, plan.frames.dropFirst()).contains { $1.time < $0.time }
    kept = returns ? [:] : nil
  }

  /// The header in a frame. Costs a few microseconds for each event since the frame asked for
  /// before; an earlier frame than that is one shown already, or costs all events before it.
  package mutating func state(of frame: FramePlan.Frame) throws(HeaderKitError) -> HeaderState {
    if let known = kept?[frame.time] { return known }
    // Where nothing moves by itself the time alone changes nothing.
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
    kept?[frame.time] = state
    return state
  }
}

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
    plan = try clock.measure(.events, of: FramePlan(request, scene: scene, curve: curve))
    composer = try clock.measure(.resolve, of: scene.composer(fonts: fonts))
  }
}

/// Composes the frames of a plan one after the other and merges equal neighbours.
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
    let (plan, clock) = (prepared.plan, prepared.clock)
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

struct ComposedRun: Sendable {
  let commands: [DrawingCommand]
  var states: [HeaderState]
  var durations: [RationalTime]
}

/// Paints one run, and encodes it where that can be done frame by frame.
struct RunPainter: Sendable {
  private let size: PixelSize
  private let background: Color
  private let framing: ResolvedFraming
  private let clock: StageClock
  var keepsPictures = true
  var describesFrames = false
  var hashes = false
  /// Nil: nothing is encoded.
  var png: PNGOptions?
  /// Whether PNG data carries the places of layers.
  var layers = false

  init(_ prepared: PreparedRender) {
    (size, background) = (prepared.composer.canvasSize, prepared.composer.background)
    (framing, clock) = (prepared.scene.framing, prepared.clock)
  }

  func paint(_ run: ComposedRun, assets: DrawingAssets) throws(HeaderKitError) -> PaintedRun {
    let picture = clock.measure(.paint) {
      let painter = CommandPainter(assets: assets)
      return framing.apply(to: painter.paint(run.commands, size: size, background: background))
    }
    var data: [UInt8]?
    if let png { data = try clock.encode(.none, PNGEncoder.encode(picture, options: png)) }
    let isRecorded = describesFrames || layers && data != nil
    let fonts = isRecorded ? PictureFont.list(of: run.commands, in: assets) : []
    if layers, let state = run.states.first {
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

/// The frames of a render one after the other, for whoever wants no file.
///
///     for try await frame in Renderer(request).frames { show(frame.pixmap, frame.duration) }
///
/// Frames are painted when they are asked for; equal neighbours are one frame whose times are added.
/// Throws `HeaderKitError`, and `CancellationError` where the task is cancelled.
public struct RenderedFrames: AsyncSequence {
  /// A picture and how long it is shown.
  public typealias Element = AnimationFrame

  fileprivate let request: RenderRequest

  /// From the first frame on.
  public func makeAsyncIterator() -> Iterator { Iterator(request) }

  /// Paints one frame at a time.
  public struct Iterator: AsyncIteratorProtocol {
    private let request: RenderRequest
    /// Nil before the first frame.
    private var begun: (source: RunSource, painter: RunPainter)?

    fileprivate init(_ request: RenderRequest) { self.request = request }

    /// The next frame, or nil behind the last one.
    public mutating func next() async throws -> AnimationFrame? {
      try Task.checkCancellation()
      if begun == nil {
        let prepared = try PreparedRender(
          request,
          with: Renderer.Resources(
            fonts: try SceneFonts.installed(folder: request.header.fontFolder)))
        begun = (RunSource(prepared), RunPainter(prepared))
      }
      guard let run = try begun?.source.next(), let assets = begun?.source.assets,
        let picture = try begun?.painter.paint(run, assets: assets).picture
      else { return nil }
      return AnimationFrame(pixmap: picture, duration: run.durations.reduce(.zero, +))
    }
  }
}

extension Renderer {
  /// The frames, without any output.
  public var frames: RenderedFrames { RenderedFrames(request: request) }
}

extension ResolvedFraming {
  /// The visible layers of a document where they lie in a picture, bottom to top.
  func layers(of state: HeaderState) -> [FrameManifest.Layer] {
    state.layers.filter(\.visible).map { layer in
      let frame = layer.frame
      let rect = DeviceRect(
        x: frame.x * scale + screenCorner.x, y: frame.y * scale + screenCorner.y,
        width: frame.width * scale, height: frame.height * scale)
      return FrameManifest.Layer(name: layer.id, rect: rect, look: look(of: layer))
    }
  }

  /// What a layer's place does not tell; nil: nothing.
  private func look(of layer: LayerState) -> String? {
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
        if let color = layer.own.color(property) { words.append("\(name) \(color.hexadecimal)") }
      }
    case .text:
      if let color = layer.own.color(.color) { words.append("color \(color.hexadecimal)") }
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
