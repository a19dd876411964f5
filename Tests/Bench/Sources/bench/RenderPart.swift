import Foundation
import ImageCodecs
import TwitterHeaderKit

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
  /// 3,000 frames to PNG files.
  case memory = "render/memory"

  /// Rounds that are worth their time, of `rounds`.
  func rounds(of rounds: Int) -> Int {
    switch self {
    case .setUpOfCrossfade, .firstFrame, .setUpOfLadder, .oneWorker, .twoWorkers: rounds
    case .stages: min(3, rounds)
    case .memory: 1
    }
  }

  /// Frames that a render shows.
  var frames: Int {
    switch self {
    case .setUpOfCrossfade, .setUpOfLadder: 150
    case .firstFrame: 1
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
    case .setUpOfCrossfade, .firstFrame, .setUpOfLadder, .oneWorker, .twoWorkers: break
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
