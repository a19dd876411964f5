/// Marks pixels in windows of 4 x 4 or 8 x 8 pixels whose mean exceeds the limit.
extension QuantizationScan {
  /// The fraction, in quarters, of a window's limit that the mean around a pixel inside the window
  /// must exceed for the pixel to be marked.
  private static let insideQuarters: Int16 = 3

  mutating func mark(
    _ plane: Plane, _ active: ActiveRows, small: WindowLimits, large: WindowLimits
  ) {
    for starts in active.starts(within: 0..<height - 3) {
      // The surroundings of a window are read too.
      let around = max(0, starts.lowerBound - 4)..<min(height - 3, starts.upperBound + 8)
      sum(plane, side: 4, into: sums4, around)
      mark(sums4, side: 4, small, starts)
      let largeStarts = starts.clamped(to: 0..<height - 7)
      sum(plane, side: 8, into: sums8, largeStarts)
      mark(sums8, side: 8, large, largeStarts)
    }
  }

  /// Computes the sums of side x side pixels for windows that start in the given rows.
  private func sum(_ plane: Plane, side: Int, into sums: Plane, _ starts: Range<Int>) {
    withUnsafeTemporaryAllocation(of: Int16.self, capacity: 3 * width) { buffer in
      guard let columns = buffer.baseAddress, let first = starts.first else { return }
      let pairs = columns + width
      let fours = pairs + width
      columns.initialize(repeating: 0, count: 3 * width)
      for y in first..<first + side - 1 {
        let row = plane + y * width
        for x in 0..<width { columns[x] &+= row[x] }
      }
      for y in starts {
        let entering = plane + (y + side - 1) * width
        for x in 0..<width { columns[x] &+= entering[x] }
        let result = sums + y * width
        for x in 0..<width - 1 { pairs[x] = columns[x] &+ columns[x + 1] }
        if side == 4 {
          for x in 0..<width - 3 { result[x] = pairs[x] &+ pairs[x + 2] }
        } else {
          for x in 0..<width - 3 { fours[x] = pairs[x] &+ pairs[x + 2] }
          for x in 0..<width - 7 { result[x] = fours[x] &+ fours[x + 4] }
        }
        let leaving = plane + y * width
        for x in 0..<width { columns[x] &-= leaving[x] }
      }
    }
  }

  private mutating func mark(
    _ sums: Plane, side: Int, _ limits: WindowLimits, _ starts: Range<Int>
  ) {
    guard let first = starts.first else { return }
    withUnsafeTemporaryAllocation(of: Int16.self, capacity: 4 * width) { buffer in
      guard let means = buffer.baseAddress else { return }
      buffer.initialize(repeating: 0)
      // For each column, the number of remaining rows in windows over their limit.
      let reach = means + width
      let scratch = (reach + width, reach + 2 * width)
      var end = 0
      for y in first..<min(height, starts.upperBound + side - 1) {
        for x in 0..<width { reach[x] = max(0, reach[x] &- 1) }
        if starts.contains(y),
          limits.withRow(y, { extend(reach, over: $0, sums + y * width, side: side, scratch) })
        {
          end = y + side
        }
        guard y < end else { continue }
        markedRows[y] = true
        computeMeans(means, row: y)
        let minimum = scratch.0
        limits.withRow(min(y, height - side)) { limit in
          // Converts a sum over side x side pixels to a mean, and quarters to whole limits.
          let shift: Int16 = side == 4 ? 6 : 8
          for x in 0..<width {
            minimum[x] = (limit[x] &* QuantizationScan.insideQuarters) &>> shift
          }
          for x in width - side + 1..<width { minimum[x] = minimum[width - side] }
        }
        let marks = marks + y * width
        for x in 0..<width {
          // Two branchless steps, so that the loop is vectorized.
          let strength = reach[x] > 0 ? max(1, means[x]) : 0
          marks[x] = max(marks[x], means[x] > minimum[x] ? strength : 0)
        }
      }
    }
  }

  /// Sets `reach` to `side` in the columns of windows over their limit. Returns false if there are
  /// none.
  private func extend(
    _ reach: Plane, over limit: UnsafeBufferPointer<Int16>, _ sums: Plane, side: Int,
    _ scratch: (Plane, Plane)
  ) -> Bool {
    let starts = width - side + 1
    var excess: Int16 = .min
    for x in 0..<starts { excess = max(excess, magnitude(sums[x]) &- limit[x]) }
    guard excess > 0 else { return false }
    var (windows, wider) = scratch
    let rows = Int16(side)
    for x in 0..<starts { windows[x] = magnitude(sums[x]) > limit[x] ? rows : 0 }
    for x in starts..<width { windows[x] = 0 }
    var step = 1
    while step < side {
      for x in 0..<step { wider[x] = windows[x] }
      for x in step..<width { wider[x] = max(windows[x], windows[x &- step]) }
      swap(&windows, &wider)
      step *= 2
    }
    for x in 0..<width { reach[x] = max(reach[x], windows[x]) }
    return true
  }

  /// Computes the absolute means around the pixels of a row in half levels. Each is the mean of the
  /// two 4 x 4 windows whose centers are next to the pixel.
  private func computeMeans(_ means: Plane, row y: Int) {
    func sums(ofRow y: Int) -> Plane { sums4 + min(max(0, y), height - 4) * width }
    let (upper, lower) = (sums(ofRow: y - 2), sums(ofRow: y - 1))
    for x in 2..<width - 2 { means[x] = magnitude(upper[x - 2] &+ lower[x - 1]) &>> 5 }
    for x in [0, 1, width - 2, width - 1] {
      let sum = upper[min(max(0, x - 2), width - 4)] &+ lower[min(max(0, x - 1), width - 4)]
      means[x] = magnitude(sum) &>> 5
    }
  }
}
