/// For every output position along one axis: which source samples count, and how much.
struct ResampleTable {
  /// Pairs of neighbouring samples an output position reads; the same for all.
  let pairs: Int
  /// First sample of each output position; samples past the axis have weight 0.
  let starts: [Int32]
  /// `pairs` weights of two samples for each output position, the first in the lower half.
  let weights: [Int32]
  /// The weights of an output position add up to two to this power.
  let weightBits: Int32
  /// The axis has this many samples; no start lies past the last.
  let count: Int

  /// - Parameters:
  ///   - start: where the output begins on the source axis, in samples.
  ///   - length: how many samples the whole output spans.
  ///   - count: samples on the source axis; beyond them the outermost ones are repeated.
  ///   - outputs: positions on the output axis.
  ///   - mostBits: of the weights; as many are used as the largest weight leaves room for.
  init(
    start: Double, length: Double, count: Int, outputs: Int, filter: ResizeFilter, mostBits: Int32
  ) {
    let scale = length / Double(outputs)
    var exact = ExactWeights(count: count, filter: filter.resolved(scale: scale), scale: scale)
    for output in 0..<outputs { exact.add(start + Double(output) * scale) }
    var bits: Int32 = 14
    while bits < mostBits, exact.largest * Double(1 << (bits + 1)) < 32767 { bits += 1 }
    let pairs = (exact.longest + 1) / 2
    var weights = [Int32](repeating: 0, count: outputs * pairs)
    var whole: [Int] = []
    for output in 0..<outputs {
      exact.round(output, sum: 1 << Int(bits), into: &whole)
      for (index, weight) in whole.enumerated() {
        let half = index & 1 == 0 ? Int32(weight) & 0xFFFF : Int32(weight) << 16
        weights[output * pairs + index / 2] |= half
      }
    }
    starts = exact.firsts
    self.pairs = pairs
    self.weights = weights
    self.count = count
    weightBits = bits
  }
}
