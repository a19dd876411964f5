import FileAccess
import HeaderModel
import Raster
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

  var cost: Double { if case .after = self { EventPath.eventCost } else { 0 } }

  /// When a step on the way is reported.
  static func time(
    of step: Int, from first: Int, towards last: Int, between start: Double, _ end: Double
  ) -> Double {
    start + (end - start) * Double(abs(step - first)) / Double(max(1, abs(last - first)))
  }
}

/// How a frame came about on the path found.
struct FrameFit: Sendable {
  var step: Int
  /// The events since the frame before.
  var path: EventPath
  /// The mean distance to the recording.
  var distance: Double
  /// By how much the best path elsewhere, beyond the reach of a refinement, costs more than this one;
  /// infinite where none was followed.
  var margin: Double = .infinity
}

/// The best path of a header through a recording's frames.
struct RecordingPath {
  var place: ScreenPlace
  let grid: WorkingGrid
  /// On `grid`.
  let frames: [Pixmap]
  let times: [Double]
  /// The header as it stands in the first frame.
  let start: HeaderInterpreter
  let fits: [FrameFit]

  var placement: ScreenPlacement { place.placement }
  var painter: CandidatePainter { place.painter }
  var offsets: OffsetGrid { painter.offsets }
  /// Of all frames.
  var meanDistance: Double { fits.meanDistance }
  /// The frames, by index.
  var byOffset: [Int] { fits.indices.sorted { (fits[$0].step, $0) < (fits[$1].step, $1) } }

  /// Feeds a header, as it is in the first frame, the events of the path, each so many points further
  /// on, and calls `visit` with each frame's index and the header that came along so far.
  func follow(
    _ start: HeaderInterpreter, shift: Double = 0,
    _ visit: (Int, HeaderInterpreter) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) {
    var header = start
    func take(
      _ step: Int, at time: Double, _ kind: ScrollEvent.Kind = .scroll, isDragging: Bool = false
    ) throws(HeaderKitError) {
      try header.take(offsets.offset(step) + shift, at: time, kind, isDragging: isDragging)
    }
    for (index, fit) in fits.enumerated() {
      if index > 0 {
        let (last, before, time) = (fits[index - 1].step, times[index - 1], times[index])
        let middle = (before + time) / 2
        if case .after(let kind) = fit.path { try take(last, at: middle, kind) }
        if fit.step != last {
          switch fit.path {
          case .jump, .after: try take(fit.step, at: time)
          case .drag: try take(fit.step, at: time, isDragging: true)
          case .through(let between):
            try take(between, at: middle)
            try take(fit.step, at: time)
          case .everyStep(let end):
            let direction = fit.step > last ? 1 : -1
            for step in stride(from: last + direction, through: fit.step, by: direction) {
              try take(
                step,
                at: EventPath.time(of: step, from: last, towards: end, between: before, time))
            }
          }
        }
      }
      try visit(index, header)
    }
  }
}

extension [FrameFit] {
  var meanDistance: Double { reduce(0) { $0 + $1.distance } / Double(Swift.max(1, count)) }
}
