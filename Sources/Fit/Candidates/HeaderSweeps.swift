import FileAccess
import HeaderModel

/// Sweeps over all offsets, up, down and up again, and jumps from rest: the ways that lead a
/// header's memory to what it mostly holds at an offset.
struct HeaderSweeps {
  let launch: HeaderInterpreter
  let grid: OffsetGrid
  /// When sweeps start, in seconds: so long before a recording that all transitions have ended.
  private static let start = -1e5
  /// Seconds between two events of a sweep.
  private static let eventInterval = 1.0 / 60

  /// Calls `visit` with the header at every wanted step: in each sweep, and after each jump.
  ///
  /// - Parameter wanted: steps of the grid, in rising order.
  func forEach(
    _ wanted: [Int], _ visit: (Int, HeaderInterpreter) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) {
    guard let low = wanted.first, let high = wanted.last else { return }
    guard launch.hasMemory else {
      for step in wanted { try visit(step, try jump(to: step)) }
      return
    }
    var header = launch
    var time = HeaderSweeps.start
    let isWanted = Set(wanted)
    func walk(from start: Int, to end: Int, visits: Bool) throws(HeaderKitError) {
      for step in stride(from: start, through: end, by: start <= end ? 1 : -1) {
        time += HeaderSweeps.eventInterval
        try header.take(grid.offset(step), at: time)
        if visits, isWanted.contains(step) { try visit(step, header) }
      }
    }
    try walk(from: 0, to: max(0, high), visits: true)
    try walk(from: max(0, high), to: min(0, low), visits: true)
    try walk(from: min(0, low), to: max(0, high), visits: true)
    for step in wanted { try visit(step, try jump(to: step)) }
  }

  private func jump(to step: Int) throws(HeaderKitError) -> HeaderInterpreter {
    var header = launch
    if step != 0 { try header.take(0, at: HeaderSweeps.start) }
    try header.take(grid.offset(step), at: HeaderSweeps.start)
    return header
  }
}
