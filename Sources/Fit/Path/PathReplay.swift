import FileAccess
import HeaderModel

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

  /// The header in the next frame.
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
