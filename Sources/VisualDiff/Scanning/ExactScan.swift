/// Counts the pixels whose bytes differ; the strength is the largest difference of a channel.
func scanExact(_ pair: ScanPair, into tally: inout ScanTally) {
  var largest: UInt8 = 0
  for y in pair.survey.differing {
    let first = pair.first.row(y)
    let second = pair.second.row(y)
    if let mask = pair.maskRow(y) {
      scanMaskedRow(first, second, mask, pair, y, &largest, &tally)
      continue
    }
    var from = 0
    while first[from] == second[from] { from += 1 }
    var through = pair.width - 1
    while first[through] == second[through] { through -= 1 }
    let count = through - from + 1
    tally.countRun(
      from: from, through: through, y: y,
      pixels: count - equalPixels(first + from, second + from, count))
    largest = max(largest, largestStep(first + from, second + from, count))
    if pair.map != nil {
      for x in from...through where first[x] != second[x] {
        pair.note(x: x, y: y, strength: Double(largestChannelDifference(first[x], second[x])))
      }
    }
  }
  tally.strongest = max(tally.strongest, Double(largest))
}

/// How many of `count` pixels are the same in both rows.
private func equalPixels(
  _ first: UnsafePointer<UInt32>, _ second: UnsafePointer<UInt32>, _ count: Int
) -> Int {
  var equal: UInt32 = 0
  for x in 0..<count { equal &+= first[x] == second[x] ? 1 : 0 }
  return Int(equal)
}

/// The largest difference of a channel in `count` pixels.
private func largestStep(
  _ first: UnsafePointer<UInt32>, _ second: UnsafePointer<UInt32>, _ count: Int
) -> UInt8 {
  let left = UnsafeRawPointer(first).assumingMemoryBound(to: UInt8.self)
  let right = UnsafeRawPointer(second).assumingMemoryBound(to: UInt8.self)
  var largest: UInt8 = 0
  for index in 0..<count &* 4 {
    largest = max(
      largest, max(left[index], right[index]) &- min(left[index], right[index]))
  }
  return largest
}

private func scanMaskedRow(
  _ first: UnsafePointer<UInt32>, _ second: UnsafePointer<UInt32>, _ mask: UnsafePointer<UInt8>,
  _ pair: ScanPair, _ y: Int, _ largest: inout UInt8, _ tally: inout ScanTally
) {
  for x in 0..<pair.width where mask[x] == 0 && first[x] != second[x] {
    let strength = largestChannelDifference(first[x], second[x])
    tally.countRun(from: x, through: x, y: y, pixels: 1)
    pair.note(x: x, y: y, strength: Double(strength))
    largest = max(largest, strength)
  }
}

/// 0...255.
private func largestChannelDifference(_ left: UInt32, _ right: UInt32) -> UInt8 {
  let difference = channels(left) &- channels(right)
  return UInt8(max(difference.max(), -difference.min()))
}
