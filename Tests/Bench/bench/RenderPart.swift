import FileAccess
import Foundation
import FrameEncoding
import HeaderModel
import ImageCodecs
import PortableMath
import Rendering
import Scrolling

/// A complete render. It is measured in a separate process, so that no render uses the caches of
/// another.
enum RenderPart: String, CaseIterable {
  /// The setup of a header with a crossfade blur of twenty passes: decoding, scaling, blurring and
  /// text shaping for all frames.
  case setUpOfCrossfade = "render/set-up-crossfade"
  /// The setup of the default header for its first frame.
  case firstFrame = "render/first-frame"
  /// The setup of the default header with the ten blurs of its ladder, which are created when they
  /// are first shown.
  case setUpOfLadder = "render/set-up-ladder"
  /// The stages of rendering a GIF of 750 × 1334 pixels with one worker.
  case stages = "render/stages"
  /// Frames that one worker paints and discards.
  case oneWorker = "render/one-worker"
  /// Frames that two workers paint and discard.
  case twoWorkers = "render/two-workers"
  /// Frames that two concurrent processes with one worker each paint and discard. The time shows
  /// how much the machine gains from two processors.
  case twoProcesses = "render/two-processes"
  /// The peak memory of rendering 3,000 frames to PNG files.
  case memory = "render/memory"

  /// Returns the number of rounds, which is smaller for long renders.
  func rounds(of rounds: Int) -> Int {
    switch self {
    case .setUpOfCrossfade, .firstFrame, .setUpOfLadder: rounds
    case .oneWorker, .twoWorkers, .twoProcesses: min(5, rounds)
    case .stages: min(3, rounds)
    case .memory: 1
    }
  }

  /// The number of concurrent processes.
  var processes: Int { self == .twoProcesses ? 2 : 1 }

  /// The number of frames per process.
  var frames: Int {
    switch self {
    case .setUpOfCrossfade, .setUpOfLadder: 150
    case .firstFrame: 1
    case .stages: 30
    // Enough that the setup, which uses one thread, is negligible.
    case .oneWorker, .twoWorkers: 9000
    case .twoProcesses: 4500
    case .memory: 3000
    }
  }

  /// Renders in this process and prints the costs as a line of JSON.
  func run(folder: URL) async throws {
    let curve = folder.appendingPathComponent("curve.json")
    // The file is replaced atomically, because concurrent processes write it.
    try Data(document(seconds: frames / 30 + 1).utf8).write(to: curve, options: .atomic)
    var request = RenderRequest()
    request.curve = .file(curve.path)
    request.playback.framesPerSecond = 30
    request.playback.frames = 0...frames - 1
    request.jobs = self == .twoWorkers || self == .memory ? 2 : 1
    request.header.device = "iphone-8"
    request.header.scale = 2
    request.header.limits.frames = 1 << 20
    if self == .setUpOfCrossfade { request.header.style = .named("thinkandbuild") }
    var targets: [OutputTarget] = []
    switch self {
    case .stages: targets = [try OutputTarget(folder.appendingPathComponent("a.gif").path)]
    case .memory: targets = [try OutputTarget(folder.appendingPathComponent("%05d.png").path)]
    case .setUpOfCrossfade, .firstFrame, .setUpOfLadder, .oneWorker, .twoWorkers, .twoProcesses:
      break
    }
    let outcome = try await Renderer(request).render(to: targets)
    print(outcome.json(withCost: true), terminator: "")
  }

  /// Returns a curve that repeatedly moves down to −80 points and up to 180 points, with short
  /// rests.
  private func document(seconds: Int) -> String {
    let keys = stride(from: 0, through: seconds + 4, by: 4).flatMap { start in
      [(0.0, 0), (0.6, -80), (1.4, 0), (3.0, 180)].map { time, offset in
        "{\"time\": \(Double(start) + time), \"offset\": \(offset), \"easing\": \"ease-in-out\"}"
      }
    }
    return "{\"version\": 1, \"keyframes\": [\(keys.joined(separator: ", "))]}"
  }
}

/// The costs of several runs of a render, each in a separate process.
struct RenderCosts {
  let part: RenderPart
  private var runs: [(stages: [String: Double], seconds: Double, peakBytes: Int)] = []
  private(set) var paintedFrames = 0
  private(set) var hashes: Set<String> = []

  init(_ part: RenderPart) { self.part = part }

  /// Runs the render once more in a temporary subfolder of `folder`.
  mutating func add(folder: URL) throws {
    let files = folder.appendingPathComponent("render")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: files) }
    let programs = try (0..<part.processes).map { _ in
      try LineProgram(CommandLine.arguments[0], ["--render", part.rawValue, files.path])
    }
    defer { for program in programs { program.finish() } }
    paintedFrames = 0
    // The costs of concurrent processes are those of the slowest.
    var slowest = (stages: [String: Double](), seconds: 0.0, peakBytes: 0)
    for program in programs {
      guard let outcome = program.answer(), let stats = outcome["stats"] as? [String: Any],
        let stages = stats["stages"] as? [[String: Any]]
      else { throw CocoaError(.executableLoad) }
      for stage in stages {
        guard let name = stage["stage"] as? String else { continue }
        slowest.stages[name] = max(
          slowest.stages[name] ?? 0, stage["seconds"] as? Double ?? 0)
      }
      slowest.seconds = max(slowest.seconds, stats["seconds"] as? Double ?? 0)
      slowest.peakBytes = max(slowest.peakBytes, stats["peakBytes"] as? Int ?? 0)
      paintedFrames += outcome["differentFrames"] as? Int ?? 0
    }
    runs.append(slowest)
    for program in programs { program.finish() }
    if let data = try? Data(contentsOf: files.appendingPathComponent("a.gif")) {
      hashes.insert(Workload.hash(of: data))
    }
  }

  /// Returns the total time of the stages in milliseconds, for the best and the median run.
  func milliseconds(of stages: [String]) -> (best: Double, median: Double) {
    summary { run in stages.reduce(0) { $0 + (run.stages[$1] ?? 0) } }
  }

  /// The time per painted frame in milliseconds, without the setup.
  var frameMilliseconds: (best: Double, median: Double) {
    let count = Double(max(1, paintedFrames))
    let all = summary { run in
      run.seconds - ["resolve", "events", "states"].reduce(0) { $0 + (run.stages[$1] ?? 0) }
    }
    return (all.best / count, all.median / count)
  }

  /// The largest peak memory of all runs, in bytes.
  var peakBytes: Int { runs.map(\.peakBytes).max() ?? 0 }

  private func summary(
    _ seconds: ((stages: [String: Double], seconds: Double, peakBytes: Int)) -> Double
  )
    -> (best: Double, median: Double)
  {
    let sorted = runs.map(seconds).sorted().map { $0 * 1000 }
    return (sorted.first ?? 0, sorted.isEmpty ? 0 : sorted[sorted.count / 2])
  }

  /// A line of the JSON report with the best and the median time of each stage.
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
