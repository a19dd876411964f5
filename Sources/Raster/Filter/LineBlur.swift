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

  /// Creates a Gaussian blur of extended boxes, whose variances add up to that of the Gaussian.
  ///
  /// - Parameters:
  ///   - sigma: The standard deviation in samples, above 0.
  ///   - passes: The number of boxes.
  init(sigma: Double, passes: Int = 3) {
    self.passes = passes
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
    func blurColumns() {
      for column in 0..<stride { run(&values, column, step: stride, size.height, edge) }
    }
    if reciprocal == nil { blurColumns() }
    for row in 0..<size.height {
      for channel in 0..<channels {
        run(&values, row * stride + channel, step: channels, size.width, edge)
      }
    }
    if reciprocal != nil { blurColumns() }
    let half: UInt16 = 1 << UInt16(fractionBits - 1)
    return values.map { UInt8(truncatingIfNeeded: min(255, ($0 &+ half) >> UInt16(fractionBits))) }
  }

  /// Runs all passes on a line of `count` samples that are `step` apart.
  private func run(_ values: inout [UInt16], _ first: Int, step: Int, _ count: Int, _ edge: Edge) {
    var line = (0..<count).map { values[first + $0 * step] }
    for _ in 0..<passes { line = pass(line, edge) }
    for index in 0..<count { values[first + index * step] = line[index] }
  }

  private func pass(_ line: [UInt16], _ edge: Edge) -> [UInt16] {
    func value(_ index: Int) -> Int {
      switch edge {
      case .repeated: Int(line[max(0, min(line.count - 1, index))])
      case .empty: index >= 0 && index < line.count ? Int(line[index]) : 0
      }
    }
    var sum = (-reach...reach).reduce(0) { $0 + value($1) }
    return line.indices.map { index in
      let entering = value(index + reach + 1)
      defer { sum += entering - value(index - reach) }
      guard let reciprocal else { return UInt16((sum + reach) / (2 * reach + 1)) }
      let total = 256 * sum + outer * (value(index - reach - 1) + entering)
      return UInt16(truncatingIfNeeded: min(65280, (total * reciprocal + 1 << 31) >> 32))
    }
  }
}
