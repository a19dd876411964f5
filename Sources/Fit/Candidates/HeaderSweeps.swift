import FileAccess
import HeaderModel

/// The grid of candidate offsets: integer steps, with a fixed number of steps per point from rest.
struct OffsetGrid: Hashable, Sendable {
  /// The number of steps per point of scrolling.
  let stepsPerPoint: Double
  /// The range in steps.
  let range: ClosedRange<Int>

  /// Creates a grid from `pull` points before rest to `overscroll` points past the largest offset.
  /// A step is half a point, or a device pixel on screens with 3 pixels per point.
  init(scale: Double, largestOffset: Double, pull: Double, overscroll: Double) {
    stepsPerPoint = scale > 2.5 ? scale.rounded() : 2
    let first = (-pull * stepsPerPoint).rounded(.down)
    let last = ((largestOffset + overscroll) * stepsPerPoint).rounded(.up)
    range = Int(first)...Int(last)
  }

  /// Creates a grid over the range of another grid.
  init(stepsPerPoint: Double, over other: OffsetGrid) {
    self.stepsPerPoint = stepsPerPoint
    let ratio = stepsPerPoint / other.stepsPerPoint
    func step(_ step: Int) -> Int { Int((Double(step) * ratio).rounded()) }
    range = step(other.range.lowerBound)...step(other.range.upperBound)
  }

  /// Multiplies the steps per point by `parts` and converts `steps` to the same offsets.
  mutating func refine(_ steps: inout [Int], by parts: Int) {
    self = OffsetGrid(stepsPerPoint: stepsPerPoint * Double(parts), over: self)
    steps = steps.map { $0 * parts }
  }

  /// Divides the steps per point by `parts` and rounds `steps` to the nearest offsets.
  mutating func coarsen(_ steps: inout [Int], by parts: Int) {
    self = OffsetGrid(stepsPerPoint: stepsPerPoint / Double(parts), over: self)
    steps = steps.map { Int((Double($0) / Double(parts)).rounded()) }
  }

  /// Returns the offset of a step in points from rest.
  func offset(_ step: Int) -> Double { Double(step) / stepsPerPoint }

  /// Returns the nearest step in the range.
  func clamped(_ step: Int) -> Int { min(max(step, range.lowerBound), range.upperBound) }

  /// Returns the step nearest to an offset in points.
  func step(_ offset: Double) -> Int { clamped(Int((offset * stepsPerPoint).rounded())) }

  /// Returns every `stride`th step within `points` of one of the offsets, sorted.
  func window(around offsets: [Double], points: Double, stride: Int = 1) -> [Int] {
    let reach = Int((points * stepsPerPoint / Double(stride)).rounded()) * stride
    let steps = offsets.map(step).flatMap {
      Swift.stride(from: $0 - reach, through: $0 + reach, by: stride).filter(range.contains)
    }
    return Set(steps).sorted()
  }
}

/// Sweeps over all offsets (up, down and up again) and jumps from rest. They reach the memory
/// states that a header usually has at each offset.
struct HeaderSweeps {
  /// The header before any event.
  let launch: HeaderInterpreter
  /// The grid of the visited offsets.
  var grid: OffsetGrid
  /// The start of sweeps in seconds, early enough for all transitions to end before the recording.
  private static let start = -1e5
  /// The time between two events of a sweep in seconds.
  private static let eventInterval = 1.0 / 60
  /// The maximum offset in points, about 25 screens, however long the content is.
  private static let maxOffset = 20_000.0

  /// The maximum overscroll in viewport heights, at both ends. A rubber band reaches half of the
  /// viewport if the finger moves over almost all of it.
  private static let maxOverscroll = 0.5

  /// Creates sweeps for screens with `scale` pixels per point.
  init(_ launch: HeaderInterpreter, scale: Double) {
    self.launch = launch
    grid = OffsetGrid(
      scale: scale, largestOffset: min(HeaderSweeps.maxOffset, launch.largestOffset),
      pull: HeaderSweeps.maxOverscroll * launch.viewportHeight,
      overscroll: HeaderSweeps.maxOverscroll * launch.viewportHeight)
  }

  /// Returns the sweeps over a grid with other steps.
  func with(stepsPerPoint: Double) -> HeaderSweeps {
    var sweeps = self
    sweeps.grid = OffsetGrid(stepsPerPoint: stepsPerPoint, over: grid)
    return sweeps
  }

  /// Calls `visit` with the header at every wanted step: once in each sweep and once after a jump
  /// from rest.
  ///
  /// - Parameter wanted: The steps in increasing order.
  func forEach(
    _ wanted: [Int], _ visit: (Int, HeaderInterpreter) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) {
    guard let low = wanted.first, let high = wanted.last else { return }
    if launch.hasMemory {
      var header = launch
      var time = HeaderSweeps.start
      let isWanted = Set(wanted)
      let (bottom, top) = (min(0, low), max(0, high))
      for (start, end) in [(0, top), (top, bottom), (bottom, top)] {
        for step in stride(from: start, through: end, by: start <= end ? 1 : -1) {
          time += HeaderSweeps.eventInterval
          try header.scroll(to: grid.offset(step), at: time)
          if isWanted.contains(step) { try visit(step, header) }
        }
      }
    }
    for step in wanted {
      var header = launch
      if step != 0 { try header.scroll(to: 0, at: HeaderSweeps.start) }
      try header.scroll(to: grid.offset(step), at: HeaderSweeps.start)
      try visit(step, header)
    }
  }
}
