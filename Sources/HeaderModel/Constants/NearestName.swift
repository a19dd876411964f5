/// The candidate with the fewest letters to insert, delete or replace, whatever the case of
/// letters; the first of equals. Empty if there is no candidate.
func nearestName(to name: String, in candidates: [String]) -> String {
  let wanted = Array(name.lowercased())
  var best = ""
  var fewest = Int.max
  for candidate in candidates {
    let edits = editDistance(wanted, Array(candidate.lowercased()))
    if edits < fewest {
      fewest = edits
      best = candidate
    }
  }
  return best
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
