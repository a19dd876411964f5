import Foundation
import PortableMath
import Raster

/// Something to time: what it does, how often in one measurement, and what it leaves behind.
struct Workload {
  let name: String
  /// Bytes written by one part, for a rate.
  let bytes: Int
  /// Goes in one measurement; its time is divided by them.
  let repeats: Int
  /// Parts of a go that are measured one by one.
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

  /// Seconds of each part: time that this thread had a processor, so that other programs do not count.
  func run() -> [Double] {
    (0..<parts).map { part in
      let start = Workload.processorSeconds
      for _ in 0..<repeats { body(part) }
      return (Workload.processorSeconds - start) / Double(repeats)
    }
  }

  /// Does every tenth part once; a counter of instructions is on meanwhile.
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

  /// FNV-1a, 64 bits, of what one more go leaves.
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

/// A picture that workloads draw into and that outlives them.
final class Canvas {
  var picture: Pixmap

  init(_ size: PixelSize, fill: Color = .white) { picture = Pixmap(size: size, fill: fill) }
}

/// What a workload and its peers took, and whether it drew what it should.
struct WorkloadResult {
  let name: String
  let bytes: Int
  let ours: Timing
  let peers: [(name: String, timing: Timing)]
  let hash: String
  let expected: String?

  var isAsExpected: Bool { hash == expected }

  /// The least time of those peers whose names begin so; nil without one.
  func best(of peer: String) -> Double? {
    peers.filter { $0.name.hasPrefix(peer) }.map(\.timing.best).min()
  }

  /// One line of the report.
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

/// Seconds a workload took, round by round and part by part.
struct Timing {
  private var rounds: [[Double]] = []

  mutating func add(_ parts: [Double]) { rounds.append(parts) }

  /// Mean over the parts of each one's best round.
  var best: Double { mean { $0.first } }

  /// Mean over the parts of each one's median.
  var median: Double { mean { $0[$0.count / 2] } }

  private func mean(_ chosen: (_ sorted: [Double]) -> Double?) -> Double {
    let parts = rounds.first?.count ?? 0
    let sum = (0..<parts).reduce(0.0) { sum, part in
      sum + (chosen(rounds.map { $0[part] }.sorted()) ?? 0)
    }
    return sum / Double(max(1, parts))
  }

  /// Best and median in milliseconds, members of a JSON object.
  var members: String {
    "\"best_ms\": \(Timing.rounded(best * 1000)), \"median_ms\": \(Timing.rounded(median * 1000))"
  }

  /// Four digits behind the point.
  static func rounded(_ value: Double) -> Double { (value * 1e4).rounded() / 1e4 }
}
