import Batch
import Files
import Synchronization

/// What a running batch says: a line an item, progress between them. Called from several threads.
final class BatchTalk: Sendable {
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
        Diagnostics.line("twheader: [\(state.done)/\(count)] " + BatchTalk.text(result))
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
