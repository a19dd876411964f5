/// Seconds a workload took, round by round.
struct Timing {
  private var seconds: [Double] = []

  mutating func add(_ value: Double) { seconds.append(value) }

  var best: Double { seconds.min() ?? 0 }

  var median: Double {
    let sorted = seconds.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
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
