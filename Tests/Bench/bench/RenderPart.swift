import FileAccess
import Foundation
import FrameEncoding
import HeaderModel
import ImageCodecs
import PortableMath
import Rendering
import Scrolling

/// A whole render, measured in a process of its own: what is loaded or kept by one must not help the
/// next.
enum RenderPart: String, CaseIterable {
  /// A header whose banner is blurred by twenty passes, everything that any frame needs: decoded,
  /// scaled, blurred, shaped.
  case setUpOfCrossfade = "render/set-up-crossfade"
  /// The default header, everything that the first frame needs.
  case firstFrame = "render/first-frame"
  /// The same with the ten blurs of its ladder, which are made when they are first shown.
  case setUpOfLadder = "render/set-up-ladder"
  /// A GIF of 750 × 1334 by one worker, stage by stage.
  case stages = "render/stages"
  /// Frames painted and dropped, by one worker.
  case oneWorker = "render/one-worker"
  /// The same by two.
  case twoWorkers = "render/two-workers"
  /// The same by two processes of one worker each, side by side: what the machine gives at the moment.
  case twoProcesses = "render/two-processes"
  /// 3,000 frames to PNG files.
  case memory = "render/memory"

  /// Rounds that are worth their time, of `rounds`.
  func rounds(of rounds: Int) -> Int {
    switch self {
    case .setUpOfCrossfade, .firstFrame, .setUpOfLadder: rounds
    case .oneWorker, .twoWorkers, .twoProcesses: min(5, rounds)
    case .stages: min(3, rounds)
    case .memory: 1
    }
  }

  /// Processes that render side by side.
  var processes: Int { self == .twoProcesses ? 2 : 1 }

  /// Frames that a render of one process shows.
  var frames: Int {
    switch self {
    case .setUpOfCrossfade, .setUpOfLadder: 150
    case .firstFrame: 1
    case .stages: 30
    // Enough for the set-up, which one thread does, not to count.
    case .oneWorker, .twoWorkers: 9000
    case .twoProcesses: 4500
    case .memory: 3000
    }
  }

  /// Renders in this process and prints what it cost as a line of JSON.
  func run(folder: URL) async throws {
    let curve = folder.appendingPathComponent("curve.json")
    // Atomically: processes side by side write the same file.
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

  /// Down to −80 points, up to 180 and back, again and again, never at rest for long.
  private func document(seconds: Int) -> String {
    let keys = stride(from: 0, through: seconds + 4, by: 4).flatMap { start in
      [(0.0, 0), (0.6, -80), (1.4, 0), (3.0, 180)].map { time, offset in
        "{\"time\": \(Double(start) + time), \"offset\": \(offset), \"easing\": \"ease-in-out\"}"
      }
    }
    return "{\"version\": 1, \"keyframes\": [\(keys.joined(separator: ", "))]}"
  }
}

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
    let programs = try (0..<part.processes).map { _ in
      try LineProgram(CommandLine.arguments[0], ["--render", part.rawValue, files.path])
    }
    defer { for program in programs { program.finish() } }
    paintedFrames = 0
    // The slowest of several processes counts.
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
