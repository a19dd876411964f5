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
