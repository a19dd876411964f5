/// Counts the pixels whose bytes differ. The strength is the largest difference of a channel.
func scanExact(_ pair: ScanPair, into counts: inout DifferenceCounts) {
  var largest: UInt8 = 0
  for y in 0..<pair.height {
    let first = pair.first.pixels(ofRow: y)
    let second = pair.second.pixels(ofRow: y)
    // Reads each row from memory once. The following steps find it in the processor's cache.
    var from = equalStart(first, second, pair.width)
    if from == pair.width { continue }
    if let mask = pair.maskRow(y) {
      for x in from..<pair.width where mask[x] == 0 && first[x] != second[x] {
        let strength = Double(largestChannelDifference(first[x], second[x]))
        pair.count(x: x, y: y, strength: strength, into: &counts)
      }
      continue
    }
    let (pixels, step) = measureSteps(first + from, second + from, pair.width - from)
    while first[from] == second[from] { from += 1 }
    var through = pair.width - 1
    while first[through] == second[through] { through -= 1 }
    counts.countRun(from: from, through: through, y: y, pixels: pixels)
    largest = max(largest, step)
    if pair.map != nil {
      for x in from...through where first[x] != second[x] {
        pair.note(x: x, y: y, strength: Double(largestChannelDifference(first[x], second[x])))
      }
    }
  }
  counts.strongest = max(counts.strongest, Double(largest))
}

/// Returns the number of differing pixels among `count` pixels, and the largest difference of a
/// channel.
private func measureSteps(
  _ first: UnsafePointer<UInt32>, _ second: UnsafePointer<UInt32>, _ count: Int
) -> (different: Int, largest: UInt8) {
  var equal = SIMD4<Int32>.zero
  var largest = SIMD16<UInt8>.zero
  var x = 0
  while x + 4 <= count {
    let left = UnsafeRawPointer(first + x).loadUnaligned(as: SIMD4<UInt32>.self)
    let right = UnsafeRawPointer(second + x).loadUnaligned(as: SIMD4<UInt32>.self)
    equal &-= SIMD4<Int32>.zero.replacing(with: -1, where: left .== right)
    let leftBytes = unsafeBitCast(left, to: SIMD16<UInt8>.self)
    let rightBytes = unsafeBitCast(right, to: SIMD16<UInt8>.self)
    // Each line compiles to one instruction.
    let greater = leftBytes.replacing(with: rightBytes, where: rightBytes .> leftBytes)
    let lesser = leftBytes.replacing(with: rightBytes, where: rightBytes .< leftBytes)
    let step = greater &- lesser
    largest = largest.replacing(with: step, where: step .> largest)
    x += 4
  }
  var different = x - Int(equal.wrappedSum())
  var maximum = largest.max()
  while x < count {
    if first[x] != second[x] {
      different += 1
      maximum = max(maximum, largestChannelDifference(first[x], second[x]))
    }
    x += 1
  }
  return (different, maximum)
}

/// Returns the largest difference of a channel in 0...255.
private func largestChannelDifference(_ left: UInt32, _ right: UInt32) -> UInt8 {
  let difference = channels(left) &- channels(right)
  return UInt8(max(difference.max(), -difference.min()))
}
