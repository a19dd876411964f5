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

  /// One line of the report; times in milliseconds.
  func json(name: String, bytes: Int, hash: String, expected: String?) -> String {
    func rounded(_ value: Double) -> Double { (value * 1e7).rounded() / 1e4 }
    let rate = best > 0 ? (Double(bytes) / best / 1e7).rounded() / 100 : 0
    let check = hash == expected ? "true" : "false, \"expected\": \"\(expected ?? "none")\""
    return "    { \"name\": \"\(name)\", \"best_ms\": \(rounded(best)), "
      + "\"median_ms\": \(rounded(median)), \"gigabytes_per_second\": \(rate), "
      + "\"hash\": \"\(hash)\", \"hash_matches\": \(check) }"
  }
}
