import Foundation

/// Frames done, rate and time left on standard error: a bar on a terminal, elsewhere a line every
/// ten seconds.
final class ProgressLine {
  private let unit: String
  private let isShown: Bool
  private let isBar: Bool
  private let start = ContinuousClock.now
  private var lastShown: ContinuousClock.Instant?
  private var hasBar = false

  /// `CI`, `NO_COLOR` and a `TERM` of `dumb` or none mean lines without control characters, `quiet`
  /// means nothing. `unit` is what is counted.
  init(quiet: Bool, unit: String = "frames") {
    self.unit = unit
    let environment = ProcessInfo.processInfo.environment
    isShown = !quiet
    isBar =
      isatty(STDERR_FILENO) == 1 && !["dumb", ""].contains(environment["TERM"] ?? "")
      && environment["CI", default: ""].isEmpty && environment["NO_COLOR", default: ""].isEmpty
  }

  /// `all` nil: not known.
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
      FileHandle.standardError.write(Data("\r\(bar)\(text)\u{1B}[K".utf8))
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
