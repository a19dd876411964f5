extension Pixmap {
  /// Blurs with box means, each pass clamped at the picture's edges.
  ///
  /// All channels alike. Repeated passes are not one wider filter: past the edge every pass sees
  /// the outermost pixels of the pass before it. Within one level of exact arithmetic.
  ///
  /// - Parameters:
  ///   - diameter: side of the box in pixels; odd, 1...
  ///   - passes: 0...
  /// - Complexity: area × passes, whatever the diameter up to 127.
  package func boxBlurred(diameter: Int, passes: Int) -> Pixmap {
    precondition(diameter >= 1 && diameter % 2 == 1, "a box has an odd side")
    precondition(passes >= 0, "a blur has no negative number of passes")
    guard diameter > 1, passes > 0 else { return self }
    guard diameter <= BoxKernel.widest else {
      return Pixmap(
        size: size,
        written: WideBox(diameter: diameter).blurred(
          bytes, width: width, height: height, passes: passes))
    }
    let box = BoxKernel(diameter: diameter)
    return Pixmap(size: size) { target in
      box.blur(&target, from: bytes.span, width: width, height: height, passes: passes)
    }
  }
}

/// Box means for boxes too wide for ``BoxKernel``: 32-bit sums, one value after the other.
struct WideBox {
  let diameter: Int
  /// Bits after the point between passes.
  private static let fractionBits = 7

  /// Blurs a whole picture: all vertical passes, then all horizontal ones.
  func blurred(_ bytes: [UInt8], width: Int, height: Int, passes: Int) -> [UInt8] {
    var values = bytes.map { UInt16($0) << UInt16(Self.fractionBits) }
    for column in 0..<width * 4 {
      run(&values, first: column, step: width * 4, count: height, passes: passes)
    }
    for row in 0..<height {
      for channel in 0..<4 {
        run(&values, first: row * width * 4 + channel, step: 4, count: width, passes: passes)
      }
    }
    let half: UInt16 = 1 << UInt16(Self.fractionBits - 1)
    return values.map { UInt8(($0 + half) >> UInt16(Self.fractionBits)) }
  }

  private func run(_ values: inout [UInt16], first: Int, step: Int, count: Int, passes: Int) {
    var line = (0..<count).map { values[first + $0 * step] }
    for _ in 0..<passes { line = pass(line) }
    for index in 0..<count { values[first + index * step] = line[index] }
  }

  private func pass(_ line: [UInt16]) -> [UInt16] {
    let radius = diameter / 2
    let last = line.count - 1
    func value(_ index: Int) -> Int { Int(line[max(0, min(last, index))]) }
    var sum = diameter / 2
    for index in -radius...radius { sum += value(index) }
    return line.indices.map { index in
      let mean = UInt16(sum / diameter)
      sum += value(index + radius + 1) - value(index - radius)
      return mean
    }
  }
}
