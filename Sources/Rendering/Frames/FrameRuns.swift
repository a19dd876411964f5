package import FileAccess
import FrameEncoding
package import HeaderModel
import HeaderScene
import ImageCodecs
import PortableMath
import Raster
import VisualDiff

/// Feeds a header the events of a plan and says how it stands in each frame.
package struct FrameStates {
  private let plan: FramePlan
  private let launch: HeaderInterpreter
  private var header: HeaderInterpreter
  /// Events that `header` has received.
  private var count = 0
  private var latest: (frame: FramePlan.Frame, state: HeaderState)?
  /// States by the time of their frames, where a plan shows frames again backwards.
  private var kept: [Double: HeaderState]?

  package init(_ plan: FramePlan, of header: HeaderInterpreter) {
    self.plan = plan
    launch = header
    self.header = header
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

/// Composes the frames of a plan one after the other and merges equal neighbours.
struct RunSource {
  private let prepared: PreparedRender
  private var states: FrameStates
  private var index = 0
  private var pending: ComposedRun?

  /// What the runs so far refer to.
  var assets: DrawingAssets { prepared.composer.assets }

  init(_ prepared: PreparedRender) {
    self.prepared = prepared
    states = FrameStates(prepared.plan, of: prepared.scene.header)
  }

  /// The next run; nil after the last.
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

/// Successive frames that look the same: painted once.
struct ComposedRun: Sendable {
  let commands: [DrawingCommand]
  /// Of each frame, at least one.
  var states: [HeaderState]
  /// Of each frame.
  var durations: [RationalTime]
}

/// Paints one run, and encodes it where that can be done frame by frame.
struct RunPainter: Sendable {
  let size: PixelSize
  let background: Color
  let keepsPictures: Bool
  let describesFrames: Bool
  let hashes: Bool
  let png: PNGOptions?
  /// What of the canvas is shown.
  let framing: ResolvedFraming
  /// Whether PNG data carries the places of layers.
  let layers: Bool
  let clock: StageClock

  func paint(_ run: ComposedRun, assets: DrawingAssets) throws(HeaderKitError) -> PaintedRun {
    let picture = clock.measure(.paint) {
      framing.apply(
        to: CommandPainter(assets: assets)
          .paint(run.commands, size: size, background: background))
    }
    var data: [UInt8]?
    if let png { data = try clock.encode(.none, PNGEncoder.encode(picture, options: png)) }
    if layers, let state = run.states.first {
      data = data.map { PictureLayers(state, in: framing).added(to: $0) }
    }
    let hash = hashes ? PixelHash(picture) : nil
    return PaintedRun(
      picture: keepsPictures ? picture : nil, hash: hash, png: data,
      frames: frames(of: run, hash), durations: run.durations)
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
