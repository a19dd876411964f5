/// The known name that is most similar to a misspelled one.
package struct NearestName: Sendable {
  /// The most similar name, or `nil` if none is similar. A name is similar if the edit distance is
  /// at most a third of the longer name's length, or 1.
  package let suggestion: String?
  private let known: [String]

  /// Finds the most similar name. Case, hyphens, periods and underscores are ignored. The first of
  /// equally similar names wins. Known functions are given as `name(...)` and compared by their
  /// name.
  package init(to written: String, among known: [String]) {
    self.known = known
    let letters = Array(NearestName.letters(written).prefix(64))
    var best: (name: String, distance: Int)?
    for name in known {
      let other = NearestName.letters(name.prefix { $0 != "(" })
      let distance = NearestName.distance(letters, other)
      if distance <= max(1, max(letters.count, other.count) / 3),
        distance < best?.distance ?? Int.max
      {
        best = (name, distance)
      }
    }
    suggestion = best?.name
  }

  private static func letters(_ name: some StringProtocol) -> [Unicode.Scalar] {
    name.lowercased().unicodeScalars.filter { !["-", ".", "_"].contains($0) }
  }

  /// The end of an error message: `did you mean "time"?`, or all known names.
  package var remedy: String {
    if let suggestion { return "did you mean \"\(suggestion)\"?" }
    if known.isEmpty { return "none exist here; remove it" }
    return "known: " + known.joined(separator: ", ")
  }

  /// Returns the number of insertions, deletions, substitutions and swaps of neighbors that turn
  /// one string into the other (optimal string alignment, Damerau 1964).
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
