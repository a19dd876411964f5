import Foundation

/// Frames done, rate and time left on standard error: a bar on a terminal, elsewhere a line every
/// ten seconds.
final class ProgressLine {
  private let unit: String
  private let isShown: Bool
  private let isBar: Bool
  private let start = ContinuousClock.now
  private var lastShown = ContinuousClock.now
  private var hasBar = false

  /// `CI` and `quiet` show less: no bar, nothing. `unit` is what is counted.
  init(quiet: Bool, unit: String = "frames") {
    self.unit = unit
    let environment = ProcessInfo.processInfo.environment
    isShown = !quiet
    isBar =
      isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb" && environment["CI"] == nil
  }

  func show(_ done: Int, of all: Int) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard now - lastShown >= (isBar ? .milliseconds(100) : .seconds(10)) else { return }
    lastShown = now
    let elapsed = (now - start) / .seconds(1)
    let rate = Double(done) / max(elapsed, 0.001)
    let left = Double(all - done) / max(rate, 0.001)
    let text =
      "\(done)/\(all) \(unit), \(ProgressLine.text(rate)) a second, \(ProgressLine.text(left)) s left"
    if isBar {
      let width = 24
      let filled = all > 0 ? done * width / all : width
      let bar =
        String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
      FileHandle.standardError.write(Data("\r[\(bar)] \(text)\u{1B}[K".utf8))
      hasBar = true
    } else {
      Diagnostics.line("twheader: \(text)")
    }
  }

  /// Clears the bar.
  func end() {
    guard hasBar else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
    hasBar = false
  }

  private static func text(_ value: Double) -> String {
    let tenths = Int((min(value, 1e9) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
