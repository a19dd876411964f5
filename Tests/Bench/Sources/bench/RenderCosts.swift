import Foundation
import TwitterHeaderKit

/// What several runs of a render cost, each in a process of its own.
struct RenderCosts {
  let part: RenderPart
  private var runs: [(stages: [String: Double], seconds: Double, peakBytes: Int)] = []
  private(set) var paintedFrames = 0
  private(set) var hashes: Set<String> = []

  init(_ part: RenderPart) { self.part = part }

  /// Runs it once more; files go to `folder`, which is emptied.
  mutating func add(folder: URL) throws {
    let files = folder.appendingPathComponent("render")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: files) }
    let program = try LineProgram(
      CommandLine.arguments[0], ["--render", part.rawValue, files.path])
    defer { program.finish() }
    guard let outcome = program.answer(), let stats = outcome["stats"] as? [String: Any],
      let stages = stats["stages"] as? [[String: Any]]
    else { throw CocoaError(.executableLoad) }
    var seconds: [String: Double] = [:]
    for stage in stages {
      if let name = stage["stage"] as? String { seconds[name] = stage["seconds"] as? Double }
    }
    runs.append(
      (seconds, stats["seconds"] as? Double ?? 0, stats["peakBytes"] as? Int ?? 0))
    paintedFrames = outcome["differentFrames"] as? Int ?? 0
    program.finish()
    if let data = try? Data(contentsOf: files.appendingPathComponent("a.gif")) {
      hashes.insert(Workload.hash(of: data))
    }
  }

  /// Milliseconds of the stages together: the best run and the median one.
  func milliseconds(of stages: [String]) -> (best: Double, median: Double) {
    summary { run in stages.reduce(0) { $0 + (run.stages[$1] ?? 0) } }
  }

  /// Milliseconds a painted frame, from the first on.
  var frameMilliseconds: (best: Double, median: Double) {
    let count = Double(max(1, paintedFrames))
    let all = summary { run in
      run.seconds - ["resolve", "events", "states"].reduce(0) { $0 + (run.stages[$1] ?? 0) }
    }
    return (all.best / count, all.median / count)
  }

  /// The largest peak of memory, bytes.
  var peakBytes: Int { runs.map(\.peakBytes).max() ?? 0 }

  private func summary(
    _ seconds: ((stages: [String: Double], seconds: Double, peakBytes: Int)) -> Double
  )
    -> (best: Double, median: Double)
  {
    let sorted = runs.map(seconds).sorted().map { $0 * 1000 }
    return (sorted.first ?? 0, sorted.isEmpty ? 0 : sorted[sorted.count / 2])
  }

  /// Stages in the order of the data's way, with what a run of the best and the median takes.
  var json: String {
    let stages = RenderStage.allCases.map(\.rawValue)
    let lines = stages.map { stage in
      let time = milliseconds(of: [stage])
      return "\"\(stage)\": { \"best_ms\": \(Timing.rounded(time.best)), "
        + "\"median_ms\": \(Timing.rounded(time.median)) }"
    }
    return "    { \"name\": \"\(part.rawValue)\", \"frames\": \(part.frames), "
      + "\"painted\": \(paintedFrames), \"runs\": \(runs.count), \"peak_bytes\": \(peakBytes), "
      + (hashes.isEmpty
        ? ""
        : "\"hash\": \"\(hashes.sorted().joined(separator: " "))\", "
          + "\"same_each_time\": \(hashes.count == 1), ")
      + "\"stages\": { \(lines.joined(separator: ", ")) } }"
  }
}
