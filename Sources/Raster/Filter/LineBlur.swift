import PortableMath

/// A box blur of rows and columns, one sample at a time, in integer arithmetic.
struct LineBlur {
  /// The samples outside of the picture.
  enum Edge {
    /// The outermost samples, replicated.
    case repeated
    /// Zero.
    case empty
  }

  /// The number of samples of full weight on each side of the center.
  private let reach: Int
  /// The weight of the next sample on each side, in 1/256.
  private var outer = 0
  /// 2^32 divided by the sum of all weights in 1/256. `nil` if sums are divided instead.
  private var reciprocal: Int?
  private let passes: Int
  /// The number of fraction bits between passes.
  private let fractionBits: Int

  /// Creates a Gaussian blur of three extended boxes, whose variances add up to that of the
  /// Gaussian.
  ///
  /// - Parameter sigma: The standard deviation in samples, above 0.
  init(sigma: Double) {
    passes = 3
    let weights = ExtendedBox.weights(variance: sigma * sigma / Double(passes))
    reach = Int(weights.reach)
    outer = Int((weights.outer * 256).rounded())
    reciprocal = (1 << 32) / (256 * (2 * reach + 1) + 2 * outer)
    fractionBits = 8
  }

  /// Creates a blur of plain boxes, for diameters above ``BoxKernel/widest``.
  init(diameter: Int, passes: Int) {
    reach = diameter / 2
    self.passes = passes
    fractionBits = 7
  }

  /// The distance by which the blur extends a shape, in samples.
  var extent: Int { passes * (reach + 1) }

  /// Blurs an image with `channels` interleaved bytes per pixel. A Gaussian blurs rows first, plain
  /// boxes columns first.
  func blurred(_ bytes: [UInt8], _ size: PixelSize, channels: Int, edge: Edge) -> [UInt8] {
    var values = bytes.map { UInt16($0) << UInt16(fractionBits) }
    let stride = size.width * channels
    // Each line is copied to a buffer with room for the samples beyond its ends.
    let room = reach + 1
    let bufferSize = max(size.width, size.height) + 2 * room
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 2 * bufferSize) { buffers in
      values.withUnsafeMutableBufferPointer { values in
        guard let values = values.baseAddress, let buffer = buffers.baseAddress else { return }
        func blurLine(_ first: UnsafeMutablePointer<UInt16>, step: Int, count: Int) {
          var from = Line(first: buffer + room, count: count)
          var to = Line(first: buffer + bufferSize + room, count: count)
          for index in 0..<count { from.first[index] = first[index &* step] }
          for _ in 0..<passes {
            from.extend(by: room, edge)
            pass(from, to)
            swap(&from, &to)
          }
          for index in 0..<count { first[index &* step] = from.first[index] }
        }
        func blurColumns() {
          for column in 0..<stride { blurLine(values + column, step: stride, count: size.height) }
        }
        if reciprocal == nil { blurColumns() }
        for row in 0..<size.height {
          for channel in 0..<channels {
            blurLine(values + (row * stride + channel), step: channels, count: size.width)
          }
        }
        if reciprocal != nil { blurColumns() }
      }
    }
    let half: UInt16 = 1 << UInt16(fractionBits - 1)
    return values.map { UInt8(truncatingIfNeeded: min(255, ($0 &+ half) >> UInt16(fractionBits))) }
  }

  /// The samples of a row or column of one channel, with room before and after them.
  private struct Line {
    let first: UnsafeMutablePointer<UInt16>
    let count: Int

    /// Sets `room` samples before and after the line.
    func extend(by room: Int, _ edge: Edge) {
      let isRepeated = edge == .repeated
      (first - room).update(repeating: isRepeated ? first[0] : 0, count: room)
      (first + count).update(repeating: isRepeated ? first[count - 1] : 0, count: room)
    }
  }

  /// Writes the weighted mean around each sample of `from` to `to`.
  private func pass(_ from: Line, _ to: Line) {
    var sum = 0
    for index in -reach...reach { sum &+= Int(from.first[index]) }
    for index in 0..<from.count {
      let entering = Int(from.first[index &+ reach &+ 1])
      if let reciprocal {
        let total = 256 &* sum &+ outer &* (Int(from.first[index &- reach &- 1]) &+ entering)
        to.first[index] = UInt16(
          truncatingIfNeeded: min(65280, (total &* reciprocal &+ 1 << 31) >> 32))
      } else {
        to.first[index] = UInt16(truncatingIfNeeded: (sum &+ reach) / (2 &* reach &+ 1))
      }
      sum &+= entering &- Int(from.first[index &- reach])
    }
  }
}
