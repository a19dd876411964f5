import Foundation
import PortableMath
import Raster

/// Code to be measured.
struct Workload {
  let name: String
  /// The number of bytes that a part writes, for the data rate.
  let bytes: Int
  /// The number of runs in one measurement. The time is divided by it.
  let repeats: Int
  /// The number of parts that are measured separately.
  let parts: Int
  private let body: (_ part: Int) -> Void
  private let result: () -> [UInt8]

  init(
    _ name: String, bytes: Int, repeats: Int, parts: Int, body: @escaping (_ part: Int) -> Void,
    result: @escaping () -> [UInt8]
  ) {
    self.name = name
    self.bytes = bytes
    self.repeats = repeats
    self.parts = parts
    self.body = body
    self.result = result
  }

  init(
    _ name: String, bytes: Int, repeats: Int, body: @escaping () -> Void,
    result: @escaping () -> [UInt8]
  ) {
    self.init(name, bytes: bytes, repeats: repeats, parts: 1, body: { _ in body() }, result: result)
  }

  /// Runs the workload and returns the seconds of each part. They are this thread's processor time,
  /// which excludes other programs.
  func run() -> [Double] {
    (0..<parts).map { part in
      let start = Workload.processorSeconds
      for _ in 0..<repeats { body(part) }
      return (Workload.processorSeconds - start) / Double(repeats)
    }
  }

  /// Counts the instructions of every tenth part.
  func runCounted(_ counter: InstructionCounter) {
    counter.begin()
    for part in stride(from: 0, to: parts, by: 10) { body(part) }
    counter.end(name)
  }

  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Runs the workload once and returns the 64-bit FNV-1a hash of its result.
  func hash() -> String {
    for part in 0..<parts { body(part) }
    return Workload.hash(of: result())
  }

  static func hash(of bytes: some Sequence<UInt8>) -> String {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(value, radix: 16)
  }
}

/// A picture that workloads draw into.
final class Canvas {
  var picture: Pixmap

  init(_ size: PixelSize, fill: Color = .white) { picture = Pixmap(size: size, fill: fill) }
}

/// The times of a workload and its peers, and the hash of its result.
struct WorkloadResult {
  let name: String
  let bytes: Int
  let ours: Timing
  let peers: [(name: String, timing: Timing)]
  let hash: String
  let expected: String?

  var isAsExpected: Bool { hash == expected }

  /// Returns the best time of the peers whose names start with `peer`. `nil` if there is none.
  func best(of peer: String) -> Double? {
    peers.filter { $0.name.hasPrefix(peer) }.map(\.timing.best).min()
  }

  /// A line of the JSON report.
  var json: String {
    let rate = ours.best > 0 ? (Double(bytes) / ours.best / 1e7).rounded() / 100 : 0
    let check = isAsExpected ? "true" : "false, \"expected\": \"\(expected ?? "none")\""
    let beside = peers.map { peer in
      "{ \"peer\": \"\(peer.name)\", \(peer.timing.members), "
        + "\"ours_of_theirs\": \(Timing.rounded(ours.best / peer.timing.best)) }"
    }
    return "    { \"name\": \"\(name)\", \(ours.members), \"gigabytes_per_second\": \(rate), "
      + "\"hash\": \"\(hash)\", \"hash_matches\": \(check), "
      + "\"peers\": [\(beside.joined(separator: ", "))] }"
  }
}

/// The seconds of a workload's parts in each round.
struct Timing {
  private var rounds: [[Double]] = []

  mutating func add(_ parts: [Double]) { rounds.append(parts) }

  /// The mean of the parts' best times.
  var best: Double { mean { $0.first } }

  /// The mean of the parts' median times.
  var median: Double { mean { $0[$0.count / 2] } }

  private func mean(_ chosen: (_ sorted: [Double]) -> Double?) -> Double {
    let parts = rounds.first?.count ?? 0
    let sum = (0..<parts).reduce(0.0) { sum, part in
      sum + (chosen(rounds.map { $0[part] }.sorted()) ?? 0)
    }
    return sum / Double(max(1, parts))
  }

  /// The best and the median time in milliseconds, as members of a JSON object.
  var members: String {
    "\"best_ms\": \(Timing.rounded(best * 1000)), \"median_ms\": \(Timing.rounded(median * 1000))"
  }

  /// Rounds to four decimal places.
  static func rounded(_ value: Double) -> Double { (value * 1e4).rounded() / 1e4 }
}
