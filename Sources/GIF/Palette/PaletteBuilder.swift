/// Builds the colours of a table: median cut, where the box of greatest variance is cut at its mean
/// until there are enough, then k-means.
struct PaletteBuilder {
  /// Colours that must be in the table as they are, 0xRRGGBB.
  var exact: [UInt32]
  /// Most colours in all, 1...256.
  var limit: Int
  /// Rounds of k-means.
  var rounds: Int

  private struct Box {
    var range: Range<Int>
    var weight: Float
    var mean: YUVColor
    /// Weighted squared distance from the mean along each axis.
    var spread: YUVColor

    var cost: Float { max(spread.y, max(spread.u, spread.v)) }
  }

  /// Distinct colours, the exact ones first, at least one.
  func colors(for entries: [ColorHistogram.Entry]) -> [UInt32] {
    var chosen: [UInt32] = []
    var seen: Set<UInt32> = []
    for color in exact where chosen.count < limit && seen.insert(color).inserted {
      chosen.append(color)
    }
    let free = limit - chosen.count
    if free > 0, !entries.isEmpty {
      var means = cut(entries, into: free)
      let fixed = chosen.map { YUVColor(rgb: $0) }
      // Means move little in a round: what is near is looked up anew in every fourth only.
      var index = PaletteIndex(yuvColors: fixed + means, perCell: 12)
      for round in 0..<rounds {
        if round > 0, round % 4 == 0 { index = PaletteIndex(yuvColors: fixed + means, perCell: 12) }
        means = refined(means, beside: fixed.count, entries, by: index)
        index.move(to: fixed + means)
      }
      for mean in means {
        let color = mean.rgb
        if seen.insert(color).inserted { chosen.append(color) }
      }
    }
    return chosen.isEmpty ? [0] : chosen
  }

  private func cut(_ source: [ColorHistogram.Entry], into count: Int) -> [YUVColor] {
    var entries = source
    var boxes = [box(entries, 0..<entries.count)]
    while boxes.count < count {
      var widest = 0
      for index in 1..<boxes.count where boxes[index].cost > boxes[widest].cost { widest = index }
      let parent = boxes[widest]
      guard parent.cost > 0 else { break }
      let axis: (YUVColor) -> Float
      if parent.spread.y >= parent.spread.u, parent.spread.y >= parent.spread.v {
        axis = { $0.y }
      } else if parent.spread.u >= parent.spread.v {
        axis = { $0.u }
      } else {
        axis = { $0.v }
      }
      let middle = axis(parent.mean)
      var split = parent.range.lowerBound
      for index in parent.range where axis(entries[index].color) < middle {
        entries.swapAt(index, split)
        split += 1
      }
      guard split > parent.range.lowerBound, split < parent.range.upperBound else {
        boxes[widest].spread = .zero
        continue
      }
      boxes[widest] = box(entries, parent.range.lowerBound..<split)
      boxes.append(box(entries, split..<parent.range.upperBound))
    }
    return boxes.map(\.mean)
  }

  private func box(_ entries: [ColorHistogram.Entry], _ range: Range<Int>) -> Box {
    var weight: Float = 0
    var sum = YUVColor.zero
    for index in range {
      let entry = entries[index]
      weight += entry.weight
      sum.y += entry.weight * entry.color.y
      sum.u += entry.weight * entry.color.u
      sum.v += entry.weight * entry.color.v
    }
    let mean = YUVColor(y: sum.y / weight, u: sum.u / weight, v: sum.v / weight)
    var spread = YUVColor.zero
    for index in range {
      let entry = entries[index]
      let dy = entry.color.y - mean.y
      let du = entry.color.u - mean.u
      let dv = entry.color.v - mean.v
      spread.y += entry.weight * dy * dy
      spread.u += entry.weight * du * du
      spread.v += entry.weight * dv * dv
    }
    return Box(range: range, weight: weight, mean: mean, spread: spread)
  }

  private func refined(
    _ means: [YUVColor], beside fixed: Int, _ entries: [ColorHistogram.Entry],
    by index: PaletteIndex
  ) -> [YUVColor] {
    var sums = [ColorHistogram.Entry](
      repeating: ColorHistogram.Entry(color: .zero, weight: 0), count: fixed + means.count)
    sums.withUnsafeMutableBufferPointer { sums in
      for entry in entries {
        let choice = index.nearest(to: entry.color).entry
        sums[choice].weight += entry.weight
        sums[choice].color.y += entry.weight * entry.color.y
        sums[choice].color.u += entry.weight * entry.color.u
        sums[choice].color.v += entry.weight * entry.color.v
      }
    }
    return means.indices.map { mean in
      let (sum, weight) = (sums[fixed + mean].color, sums[fixed + mean].weight)
      guard weight > 0 else { return means[mean] }
      return YUVColor(y: sum.y / weight, u: sum.u / weight, v: sum.v / weight)
    }
  }
}
