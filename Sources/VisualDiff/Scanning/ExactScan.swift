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
    var equal: Int32 = 0
    for x in from...through { equal &+= first[x] == second[x] ? 1 : 0 }
    tally.countRun(from: from, through: through, y: y, pixels: through - from + 1 - Int(equal))
    let firstBytes = UnsafeRawPointer(first).assumingMemoryBound(to: UInt8.self)
    let secondBytes = UnsafeRawPointer(second).assumingMemoryBound(to: UInt8.self)
    var rowLargest: UInt8 = 0
    for index in from * 4..<(through + 1) * 4 {
      let left = firstBytes[index]
      let right = secondBytes[index]
      rowLargest = max(rowLargest, max(left, right) &- min(left, right))
    }
    largest = max(largest, rowLargest)
    if pair.map != nil {
      for x in from...through where first[x] != second[x] {
        pair.note(x: x, y: y, strength: Double(largestChannelDifference(first[x], second[x])))
      }
    }
  }
  tally.strongest = max(tally.strongest, Double(largest))
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
