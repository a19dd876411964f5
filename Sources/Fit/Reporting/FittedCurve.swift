import HeaderModel
import PortableMath
import Scrolling
import StrictJSON

/// The curve that replays a recording: its offsets, and the drags, taps, rests and inputs that the
/// fit found.
struct FittedCurve {
  /// The offset of each frame, up to the end of the last frame. Times are strictly increasing.
  private(set) var samples: [(time: Double, offset: Double)] = []
  /// The drags, taps and rests. `nil` if the header does not respond to them.
  private(set) var events: [SampleEvent]?
  private(set) var inputs: [InputTrack] = []
  /// The times in seconds at which drags start and end, in order. A drag still active at the
  /// end ends at the recording's end.
  private(set) var drags: [ClosedRange<Double>] = []

  /// The maximum distance in points between two frames at rest.
  private static let maxRestMove = 0.3

  init(_ report: FitReport) {
    // Frames of duration 0 are skipped.
    var frames: [FitReport.Frame] = []
    for frame in report.frames where frames.last.map({ $0.time < frame.time }) ?? true {
      frames.append(frame)
    }
    samples = frames.map { ($0.time, $0.offset) }
    if let last = samples.last, last.time < report.duration {
      samples.append((report.duration, last.offset))
    }
    drags = FittedCurve.drags(frames, report.events, end: report.duration)
    var events: [Double: SampleEvent] = [:]
    for event in report.events {
      switch event.kind {
      case .tap(let layer, let row):
        events[event.time, default: .init(time: event.time)].tap = .layer(layer, row: row)
      case .rest: events[event.time, default: .init(time: event.time)].isRest = true
      case .dragStart, .dragEnd, .input: break
      }
    }
    for drag in drags {
      events[drag.lowerBound, default: .init(time: drag.lowerBound)].dragging = true
      events[drag.upperBound, default: .init(time: drag.upperBound)].dragging = false
    }
    if report.isInteractive || !events.isEmpty {
      self.events = events.values.sorted { $0.time < $1.time }
    }
    inputs = FittedCurve.inputs(report)
  }

  /// Returns the drags: those of frames that need one, and those of the detected starts and ends.
  /// Other starts and ends are unknown. They are placed where the content starts and stops moving,
  /// halfway between two frames.
  private static func drags(
    _ frames: [FitReport.Frame], _ events: [FitReport.Event], end: Double
  ) -> [ClosedRange<Double>] {
    guard let first = frames.first?.time else { return [] }
    func middle(before index: Int) -> Double {
      if index <= 0 { return first }
      return index >= frames.count ? end : (frames[index - 1].time + frames[index].time) / 2
    }
    func moves(to index: Int) -> Bool {
      index > 0 && index < frames.count
        && abs(frames[index].offset - frames[index - 1].offset) > maxRestMove
    }
    func frame(after time: Double) -> Int {
      frames.firstIndex { $0.time > time } ?? frames.count
    }
    var drags: [ClosedRange<Double>] = []
    func add(_ start: Double, _ end: Double) {
      guard start < end else { return }
      if let last = drags.last, start <= last.upperBound {
        drags[drags.count - 1] = last.lowerBound...max(last.upperBound, end)
      } else {
        drags.append(start...end)
      }
    }
    let ends = events.filter { $0.kind == .dragEnd }.map(\.time)
    let starts = events.filter { $0.kind == .dragStart }.map(\.time)
    // Between two ends there is at least one start, even if the content does not stop. It is not
    // before `earliest`, halfway between the first end and the next frame or end.
    for (number, limit) in (ends + [.infinity]).enumerated() {
      var (from, earliest) = (-Double.infinity, -Double.infinity)
      if number > 0 {
        from = ends[number - 1]
        let next = frame(after: from)
        earliest = (from + min(limit, next < frames.count ? frames[next].time : end)) / 2
      }
      func isInside(_ time: Double) -> Bool { time > from && time < limit }
      var unmerged: [(start: Double, end: Double)] = []
      for index in frames.indices where frames[index].isDragging && isInside(frames[index].time) {
        unmerged.append((middle(before: index), middle(before: index + 1)))
      }
      for start in starts where isInside(start) {
        // The frame after the start shows the drag.
        var index = frame(after: start) + 1
        while moves(to: index) { index += 1 }
        unmerged.append((start, middle(before: index)))
      }
      if limit < .infinity {
        let lastFrame = frame(after: limit) - 1
        var index = lastFrame
        while moves(to: index) { index -= 1 }
        var start = middle(before: min(index + 1, lastFrame))
        if let last = unmerged.map(\.start).max() { start = max(start, last) }
        unmerged.append((start, limit))
      }
      for drag in unmerged.sorted(by: { $0.start < $1.start }) {
        add(max(drag.start, earliest), min(drag.end, limit))
      }
    }
    return drags
  }

  /// Returns the tracks of inputs with a first value or a change. Values are kept until the next
  /// change.
  private static func inputs(_ report: FitReport) -> [InputTrack] {
    var names: [String] = []
    var values: [String: [(time: Double, value: RememberedValue.Value)]] = [:]
    func add(_ input: RememberedValue, at time: Double) {
      if !names.contains(input.name) { names.append(input.name) }
      values[input.name, default: []].append((time, input.value))
    }
    for input in report.inputs { add(input, at: 0) }
    for event in report.events { if let input = event.kind.input { add(input, at: event.time) } }
    return names.map { name in
      let all = values[name] ?? []
      let conditions = all.compactMap { entry -> InputTrack.Condition? in
        guard case .boolean(let value) = entry.value else { return nil }
        return InputTrack.Condition(time: entry.time, value: value)
      }
      let numbers = all.enumerated().compactMap { index, entry -> Keyframe? in
        guard case .number(let value) = entry.value else { return nil }
        // The last entry's easing would have no effect.
        let easing = index < all.count - 1 ? Easing.steps(.end) : .linear
        return Keyframe(time: entry.time, offset: value, easing: easing)
      }
      return InputTrack(
        name: name, values: conditions.isEmpty ? .numbers(numbers) : .conditions(conditions))
    }
  }
}
