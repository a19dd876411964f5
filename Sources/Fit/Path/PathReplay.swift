import FileAccess
import HeaderModel
import Scrolling

/// A way from one frame's event to the next frame's, of which a recording shows the ends alone.
enum EventPath: Hashable, Sendable {
  /// The target is reported, nothing between.
  case jump
  /// Every step between is reported, at the pace of a movement that would reach `towards` in time.
  case everyStep(towards: Int)
  /// One step between is reported.
  case through(Int)
  /// The target is reported while a finger moves the content.
  case drag
  /// Half-way something else happens than scrolling, then the target is reported.
  case after(ScrollEvent.Kind)

  /// What something else than scrolling costs, in units of the distance: it has to be seen by what it
  /// does.
  static let eventCost = 0.5

  var cost: Double {
    if case .after = self { EventPath.eventCost } else { 0 }
  }

  /// When a step on the way is reported.
  static func time(
    of step: Int, from first: Int, towards last: Int, between start: Double, _ end: Double
  ) -> Double {
    start + (end - start) * Double(abs(step - first)) / Double(max(1, abs(last - first)))
  }
}

/// How a frame came about on the path found.
struct FrameFit: Sendable {
  /// The offset's step.
  var step: Int
  /// The events since the frame before.
  var path: EventPath
  /// The mean distance to the recording.
  var distance: Double
  /// By how much the best path elsewhere, beyond the reach of a refinement, costs more than this one;
  /// infinite where none was followed.
  var margin: Double = .infinity
}

/// Feeds a header the events of the path found, frame by frame.
struct PathReplay {
  private let offsets: OffsetGrid
  private let shift: Double
  private var header: HeaderInterpreter
  private var last: (step: Int, time: Double)?

  /// - Parameters:
  ///   - start: the header as it stands in the first frame.
  ///   - shift: points by which every event lies further on than on the path.
  init(_ start: HeaderInterpreter, offsets: OffsetGrid, shift: Double = 0) {
    header = start
    self.offsets = offsets
    self.shift = shift
  }

  mutating func advance(
    to fit: FrameFit, at time: Double
  ) throws(HeaderKitError) -> HeaderInterpreter {
    defer { last = (fit.step, time) }
    guard let last else { return header }
    if case .after(let kind) = fit.path {
      try header.take(offsets.offset(last.step) + shift, at: (last.time + time) / 2, kind)
    }
    guard fit.step != last.step else { return header }
    let direction = fit.step > last.step ? 1 : -1
    switch fit.path {
    case .jump, .after: break
    case .drag:
      try header.take(offsets.offset(fit.step) + shift, at: time, isDragging: true)
      return header
    case .through(let between):
      try header.take(offsets.offset(between) + shift, at: (last.time + time) / 2)
    case .everyStep(let end):
      for step in stride(from: last.step + direction, through: fit.step, by: direction) {
        try header.take(
          offsets.offset(step) + shift,
          at: EventPath.time(of: step, from: last.step, towards: end, between: last.time, time))
      }
      return header
    }
    try header.take(offsets.offset(fit.step) + shift, at: time)
    return header
  }
}
