import FileAccess
import HeaderModel
import Raster
import Scrolling

/// A path through the unobserved events between two frames.
enum EventPath: Hashable, Sendable {
  /// Only the target is reported.
  case jump
  /// Every step is reported, at the speed of a movement that reaches `towards` at the next frame.
  case everyStep(towards: Int)
  /// One intermediate step is reported.
  case through(Int)
  /// The target is reported during a drag.
  case drag
  /// An event other than a scroll happens shortly before the frame, then the target is reported.
  case after(ScrollEvent.Kind)

  /// The cost of an event other than a scroll, in units of the distance. It must be paid back by a
  /// better picture.
  static let eventCost = 0.5

  var cost: Double { if case .after = self { EventPath.eventCost } else { 0 } }

  /// The time of an event other than a scroll between two frames, in seconds: halfway, but at most
  /// half of `interval` before the second frame. Recordings can contain equal frames as one, so
  /// that the first frame is shown for longer.
  static func eventTime(between start: Double, _ end: Double, interval: Double) -> Double {
    end - min(end - start, interval) / 2
  }

  /// The time at which an intermediate step is reported, in seconds.
  static func time(
    of step: Int, from first: Int, towards last: Int, between start: Double, _ end: Double
  ) -> Double {
    start + (end - start) * Double(abs(step - first)) / Double(max(1, abs(last - first)))
  }
}

/// The fit of one frame on the best path.
struct FrameFit: Sendable {
  var step: Int
  /// The events since the previous frame.
  var path: EventPath
  /// The mean squared difference to the recording, of channel values in 0...255.
  var distance: Double
  /// The cost difference to the best path elsewhere, beyond the range of a refinement. Infinite if
  /// no other path was followed.
  var margin: Double = .infinity
  /// The range of the offsets of nearly equal paths, or `nil` if there is no other one.
  var range: ClosedRange<Double>?
}

/// The best path of a header through a recording's frames.
struct RecordingPath {
  var screen: FoundScreen
  let grid: WorkingGrid
  /// The frames on `grid`.
  let frames: [Pixmap]
  /// The start of each frame in seconds.
  let times: [Double]
  /// The header at the first frame.
  let start: HeaderInterpreter
  /// The fit of each frame.
  let fits: [FrameFit]

  var placement: ScreenPlacement { screen.placement }
  var painter: CandidatePainter { screen.painter }
  var offsets: OffsetGrid { painter.offsets }
  /// The mean of all frames' distances.
  var meanDistance: Double { fits.meanDistance }
  /// The events other than scrolls.
  var events: [FitReport.Event] {
    let interval = times.shortestInterval
    return fits.indices.dropFirst().flatMap { index -> [FitReport.Event] in
      guard case .after(let kind) = fits[index].path else { return [] }
      let time = EventPath.eventTime(
        between: times[index - 1], times[index], interval: interval)
      return reportedKinds(of: kind).map { FitReport.Event(time: time, kind: $0) }
    }
  }

  private func reportedKinds(of kind: ScrollEvent.Kind) -> [FitReport.Event.Kind] {
    switch kind {
    case .scroll, .touch, .delay: []
    case .tap(let tapped): tapped.map { [.tap(layer: start.name(of: $0), row: $0.row)] } ?? []
    case .input(let changes): changes.map { .input(start.inputValue($0.input, $0.value)) }
    case .dragStart: [.dragStart]
    case .dragEnd: [.dragEnd]
    case .rest: [.rest]
    }
  }

  /// The inputs at the first frame that change later, or that differ from the header's own.
  var firstInputs: [RememberedValue] {
    let changed = Set(events.compactMap(\.kind.input?.name))
    return zip(start.inputValues, painter.launch.inputValues).compactMap { first, launched in
      first != launched || changed.contains(first.name) ? first : nil
    }
  }

  /// The frame indices sorted by offset.
  var byOffset: [Int] { fits.indices.sorted { (fits[$0].step, $0) < (fits[$1].step, $1) } }

  /// Replays the path's events, each shifted by `shift` points, and calls `visit` with each frame's
  /// index and the header at that frame.
  ///
  /// - Parameter start: The header at the first frame.
  func follow(
    _ start: HeaderInterpreter, shift: Double = 0,
    _ visit: (Int, HeaderInterpreter) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) {
    var header = start
    let interval = times.shortestInterval
    func receive(
      _ kind: ScrollEvent.Kind = .scroll, step: Int, at time: Double, isDragging: Bool = false
    ) throws(HeaderKitError) {
      try header.receive(
        kind, offset: offsets.offset(step) + shift, at: time, isDragging: isDragging)
    }
    for (index, fit) in fits.enumerated() {
      if index > 0 {
        let (lastStep, lastTime, time) = (fits[index - 1].step, times[index - 1], times[index])
        let middle = (lastTime + time) / 2
        if case .after(let kind) = fit.path {
          let eventTime = EventPath.eventTime(between: lastTime, time, interval: interval)
          try receive(kind, step: lastStep, at: eventTime)
        }
        if fit.step != lastStep {
          switch fit.path {
          case .jump, .after: try receive(step: fit.step, at: time)
          case .drag: try receive(step: fit.step, at: time, isDragging: true)
          case .through(let between):
            try receive(step: between, at: middle)
            try receive(step: fit.step, at: time)
          case .everyStep(let end):
            let direction = fit.step > lastStep ? 1 : -1
            for step in stride(from: lastStep + direction, through: fit.step, by: direction) {
              try receive(
                step: step,
                at: EventPath.time(of: step, from: lastStep, towards: end, between: lastTime, time))
            }
          }
        }
      }
      try visit(index, header)
    }
  }
}

extension [Double] {
  /// The shortest time between two frames, in seconds. Infinite if there are fewer than two.
  var shortestInterval: Double {
    zip(self, dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.min() ?? .infinity
  }
}

extension [FrameFit] {
  var meanDistance: Double { reduce(0) { $0 + $1.distance } / Double(Swift.max(1, count)) }
}
