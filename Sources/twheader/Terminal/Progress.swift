import Batch
import Files
import Foundation
import Synchronization

/// Frames done, rate and time left on standard error: a bar on a terminal, elsewhere a line every
/// ten seconds.
final class ProgressLine {
  private let unit: String
  private let isShown: Bool
  private let isBar: Bool
  private let start = ContinuousClock.now
  private var lastShown: ContinuousClock.Instant?
  private var hasBar = false

  /// With `CI`, `NO_COLOR`, or a `TERM` of `dumb` or none, there are plain lines instead of a bar;
  /// with `quiet` there is nothing. `unit` names what is counted.
  init(quiet: Bool, unit: String = "frames") {
    self.unit = unit
    let environment = ProcessInfo.processInfo.environment
    isShown = !quiet
    isBar =
      isatty(STDERR_FILENO) == 1 && !["dumb", ""].contains(environment["TERM"] ?? "")
      && environment["CI", default: ""].isEmpty && environment["NO_COLOR", default: ""].isEmpty
  }

  /// `all` is nil where the total is unknown.
  func show(_ done: Int, of all: Int?) {
    guard isShown else { return }
    let now = ContinuousClock.now
    if isBar {
      guard lastShown.map({ now - $0 >= .milliseconds(100) }) ?? true else { return }
    } else {
      guard now - (lastShown ?? start) >= .seconds(10) else { return }
    }
    lastShown = now
    let rate = Double(done) / max((now - start) / .seconds(1), 0.001)
    var text = "\(done)\(all.map { "/\($0)" } ?? "") \(unit), \(ProgressLine.text(rate)) a second"
    if let all { text += ", \(ProgressLine.text(Double(all - done) / max(rate, 0.001))) s left" }
    if isBar {
      let bar = all.map { ProgressLine.bar(done, of: $0) } ?? ""
      Diagnostics.write("\r\(bar)\(text)\u{1B}[K")
      hasBar = true
    } else {
      Diagnostics.line("twheader: \(text)")
    }
  }

  /// Clears the bar.
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
    let tenths = Int((min(value, 1e9) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

/// The progress of a batch: one line per item, a bar between them. Called from several threads.
final class BatchProgress: Sendable {
  private struct State {
    let progress: ProgressLine
    var done = 0
  }

  private let state: Mutex<State>
  private let count: Int
  private let quiet: Bool

  init(count: Int, quiet: Bool) {
    self.count = count
    self.quiet = quiet
    state = Mutex(State(progress: ProgressLine(quiet: quiet, unit: "items")))
  }

  func finished(_ result: ItemResult) {
    state.withLock { state in
      state.done += 1
      state.progress.end()
      if !quiet {
        for warning in result.warnings { Diagnostics.warning("\(result.id): \(warning)") }
      }
      if let error = result.error {
        Diagnostics.error("\(result.id): \(error.text(naming: \.flag))")
      } else if !quiet {
        Diagnostics.line("twheader: [\(state.done)/\(count)] " + BatchProgress.text(result))
      }
      state.progress.show(state.done, of: count)
    }
  }

  func end() { state.withLock { $0.progress.end() } }

  private static func text(_ result: ItemResult) -> String {
    guard result.isDone else { return "\(result.id): \(result.state.rawValue)" }
    let hundredths = Int((result.seconds * 100).rounded())
    let fraction = hundredths % 100
    let bytes = result.outputs.map(\.bytes).reduce(0, +)
    let frames = result.frames == 1 ? "1 frame" : "\(result.frames) frames"
    return "\(result.id): \(result.state.rawValue), \(frames), "
      + "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) s, \(bytes) bytes"
  }
}
