/// Which of the known names somebody meant who wrote another one.
package struct NearestName: Sendable {
  /// The nearest name, nil when none is near: at most a third of the letters differ, or 1 of few.
  package let suggestion: String?
  private let known: [String]

  /// Case, hyphens, points and underscores are ignored; of equally near names the first wins. A
  /// known function is listed as `name(...)` and compared by its name.
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

  /// For the end of a message: `did you mean "time"?`, or all known names.
  package var remedy: String {
    if let suggestion { return "did you mean \"\(suggestion)\"?" }
    if known.isEmpty { return "none is allowed here" }
    return "known: " + known.joined(separator: ", ")
  }

  /// Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment,
  /// Damerau 1964) that turn one into the other.
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
