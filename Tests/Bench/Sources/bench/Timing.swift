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
