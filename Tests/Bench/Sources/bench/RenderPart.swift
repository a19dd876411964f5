import Foundation
import ImageCodecs
import TwitterHeaderKit

/// A whole render, measured in a process of its own: what is loaded or kept by one must not help the
/// next.
enum RenderPart: String, CaseIterable {
  /// The default header as far as the first frame needs it, and everything later frames need: decoded,
  /// scaled, blurred, shaped.
  case setUp = "render/set-up"
  /// The same for the header whose banner is blurred by twenty passes.
  case setUpOfCrossfade = "render/set-up-crossfade"
  /// A GIF of 750 × 1334 by one worker, stage by stage.
  case stages = "render/stages"
  /// Frames painted and dropped, by one worker.
  case oneWorker = "render/one-worker"
  /// The same by two.
  case twoWorkers = "render/two-workers"
  /// 3,000 frames to PNG files.
  case memory = "render/memory"

  /// Rounds that are worth their time, of `rounds`.
  func rounds(of rounds: Int) -> Int {
    switch self {
    case .setUp, .setUpOfCrossfade, .oneWorker, .twoWorkers: rounds
    case .stages: min(3, rounds)
    case .memory: 1
    }
  }

  /// Frames that a render shows.
  var frames: Int {
    switch self {
    case .setUp, .setUpOfCrossfade: 150
    case .stages: 30
    case .oneWorker, .twoWorkers: 3000
    case .memory: 3000
    }
  }

  /// Renders in this process and prints what it cost as a line of JSON.
  func run(folder: URL) async throws {
    let curve = folder.appendingPathComponent("curve.json")
    try Data(document(seconds: frames / 30 + 1).utf8).write(to: curve)
    var request = RenderRequest()
    request.curve = .file(curve.path)
    request.framesPerSecond = 30
    request.frames = 0...frames - 1
    request.jobs = self == .twoWorkers || self == .memory ? 2 : 1
    request.header.device = "iphone-8"
    request.header.scale = 2
    request.header.limits.frames = 1 << 20
    if self == .setUpOfCrossfade { request.header.style = .thinkandbuild }
    var targets: [OutputTarget] = []
    switch self {
    case .stages: targets = [try OutputTarget(folder.appendingPathComponent("a.gif").path)]
    case .memory: targets = [try OutputTarget(folder.appendingPathComponent("%05d.png").path)]
    case .setUp, .setUpOfCrossfade, .oneWorker, .twoWorkers: break
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
