import Batch
import FileAccess
import HeaderTracing
import PortableFoundation
import Synchronization

/// A progress report on standard error: frames done, rate and time left. On a terminal it is a bar,
/// otherwise a line every ten seconds.
final class ProgressLine {
  private let unit: String
  private let isShown: Bool
  private let isBar: Bool
  private var start = ContinuousClock.now
  private var lastShown: ContinuousClock.Instant?
  private var hasBar = false
  private var part: String?

  /// Creates a report. If `CI` or `NO_COLOR` is set, or `TERM` is `dumb` or unset, it prints lines
  /// instead of a bar.
  /// - Parameters:
  ///   - unit: The plural noun of the counted items.
  ///   - barOnly: Whether nothing is printed instead of a bar.
  init(quiet: Bool, unit: String = "frames", barOnly: Bool = false) {
    self.unit = unit
    let environment = ProcessInfo.processInfo.environment
    isBar =
      isatty(STDERR_FILENO) == 1 && !["dumb", ""].contains(environment["TERM"] ?? "")
      && environment["CI", default: ""].isEmpty && environment["NO_COLOR", default: ""].isEmpty
    isShown = !quiet && (isBar || !barOnly)
  }

  /// Begins a stage with a rate of its own. Its name is shown until `show` is called.
  func begin(_ part: String) {
    guard isShown, part != self.part else { return }
    let now = ContinuousClock.now
    if isBar {
      write(part)
    } else if self.part != nil, isDue(now) {
      write(part)
      lastShown = now
    }
    self.part = part
    start = now
  }

  /// Shows the number of finished items.
  ///
  /// - Parameters:
  ///   - all: The total, or `nil` if it is unknown.
  ///   - work: The finished share of the work, in 0...1, if items differ in cost. `nil` uses
  ///     `done / all`.
  func show(_ done: Int, of all: Int?, work: Double? = nil) {
    let now = ContinuousClock.now
    guard isShown, isDue(now) else { return }
    lastShown = now
    let seconds = (now - start) / .seconds(1)
    let rate = Double(done) / max(seconds, 0.001)
    var text = "\(done)\(all.map { "/\($0)" } ?? "") \(unit), \(ProgressLine.text(rate)) a second"
    if let all {
      let part = work ?? Double(done) / Double(max(all, 1))
      text += ", \(ProgressLine.text(seconds * (1 - part) / max(part, 1e-9))) s left"
      if isBar { text = ProgressLine.bar(done, of: all) + text }
    }
    write(text)
  }

  private func isDue(_ now: ContinuousClock.Instant) -> Bool {
    guard isBar else { return now - (lastShown ?? start) >= .seconds(10) }
    return lastShown.map { now - $0 >= .milliseconds(100) } ?? true
  }

  private func write(_ text: String) {
    guard isBar else { return Diagnostics.line("twheader: \(text)") }
    Diagnostics.write("\r\(text)\u{1B}[K")
    hasBar = true
  }

  func end() {
    guard hasBar else { return }
    Diagnostics.write("\r\u{1B}[K")
    hasBar = false
  }

  private static func bar(_ done: Int, of all: Int) -> String {
    let width = 24
    let filled = all > 0 ? min(width, done * width / all) : width
    return "[" + String(repeating: "#", count: filled)
      + String(repeating: ".", count: width - filled) + "] "
  }

  private static func text(_ value: Double) -> String {
    DecimalText.text(min(value, 1e9), decimals: 1)
  }
}

/// The progress of a batch: one line per item and, on a terminal, a bar. Safe to call from several
/// threads.
final class BatchProgress: Sendable {
  private struct State {
    let progress: ProgressLine
    var done = 0
    /// The cost of the finished items that were rendered, without those from the cache.
    var doneCost = 0
    var cost: Int
  }

  private let state: Mutex<State>
  private let costs: [String: Int]
  private let quiet: Bool

  init(_ items: [BatchItem], quiet: Bool) {
    self.quiet = quiet
    costs = Dictionary(items.map { ($0.id, $0.cost) }) { first, _ in first }
    state = Mutex(
      State(
        progress: ProgressLine(quiet: quiet, unit: "items", barOnly: true),
        cost: items.reduce(0) { $0 + $1.cost }))
  }

  func finished(_ result: ItemResult) {
    state.withLock { state in
      state.done += 1
      let cost = costs[result.id] ?? 0
      if result.state == .rendered { state.doneCost += cost } else { state.cost -= cost }
      state.progress.end()
      if !quiet {
        for warning in result.warnings { Diagnostics.warning("\(result.id): \(warning)") }
      }
      if let error = result.error {
        Diagnostics.errors(of: error, prefix: "\(result.id): ")
      } else if !quiet {
        Diagnostics.line("twheader: [\(state.done)/\(costs.count)] " + BatchProgress.text(result))
      }
      guard state.doneCost > 0 else { return }
      let work = Double(state.doneCost) / Double(state.cost)
      state.progress.show(state.done, of: costs.count, work: work)
    }
  }

  func end() { state.withLock { $0.progress.end() } }

  private static func text(_ result: ItemResult) -> String {
    guard result.isDone else { return "\(result.id): \(result.state.rawValue)" }
    let bytes = result.outputs.map(\.bytes).reduce(0, +)
    let frames = result.frames == 1 ? "1 frame" : "\(result.frames) frames"
    return "\(result.id): \(result.state.rawValue), \(frames), "
      + "\(DecimalText.text(result.seconds, decimals: 2)) s, \(bytes) bytes"
  }
}
