/// The candidate with the fewest letters to insert, delete or replace, whatever the case of
/// letters; of equals the one that begins most like the name, then the first. Empty if there is no
/// candidate.
func nearestName(to name: String, in candidates: [String]) -> String {
  let wanted = Array(name.lowercased())
  var best = (name: "", edits: Int.max, shared: 0)
  for candidate in candidates {
    let letters = Array(candidate.lowercased())
    let edits = editDistance(wanted, letters)
    let shared = zip(wanted, letters).prefix { $0 == $1 }.count
    if edits < best.edits || (edits == best.edits && shared > best.shared) {
      best = (candidate, edits, shared)
    }
  }
  return best.name
}

/// Levenshtein's distance, row by row.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var previous = Array(0...b.count)
  for (i, letter) in a.enumerated() {
    var current = [i + 1]
    for (j, other) in b.enumerated() {
      let replaced = previous[j] + (letter == other ? 0 : 1)
      current.append(min(replaced, previous[j + 1] + 1, current[j] + 1))
    }
    previous = current
  }
  return previous[b.count]
}
