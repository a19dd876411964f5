import Raster

/// How far what a kernel writes is from the exact value, sample by sample.
struct KernelError {
  let name: String
  let width: Int
  let height: Int
  /// Levels between a pixel's bytes and the real values, the largest of its channels.
  private(set) var distances: [Double]
  /// Samples by their distance: each bin is a twentieth of a level, the last holds all beyond.
  private(set) var histogram = [Int](repeating: 0, count: 41)
  /// Levels from the real value rounded once, at most.
  private(set) var largest = 0
  private(set) var samples = 0
  private(set) var equal = 0

  init(_ name: String, width: Int, height: Int) {
    self.name = name
    self.width = width
    self.height = height
    distances = [Double](repeating: 0, count: width * height)
  }

  /// Counts a sample of a pixel.
  mutating func add(_ byte: UInt8, exact: Double, pixel: Int) {
    // A tie may be rounded either way in binary fractions; this is far below what is counted.
    let distance = abs(Double(byte) - exact)
    distances[pixel] = max(distances[pixel], distance)
    histogram[min(histogram.count - 1, Int(distance * 20 - 1e-6))] += 1
    let off = distance <= 0.5 + 1e-9 ? 0 : abs(Int(byte) - Int((exact + 0.5).rounded(.down)))
    largest = max(largest, off)
    samples += 1
    if off == 0 { equal += 1 }
  }

  /// Counts every byte of a picture.
  mutating func add(_ picture: Pixmap, exact: [Double]) {
    for (index, byte) in picture.bytes.enumerated() {
      add(byte, exact: exact[index], pixel: index / 4)
    }
  }

  var largestDistance: Double { distances.max() ?? 0 }

  /// One line of the report.
  var json: String {
    "    { \"name\": \"\(name)\", \"samples\": \(samples), \"largest_error\": \(largest), "
      + "\"percent_equal\": \(Timing.rounded(100 * Double(equal) / Double(max(1, samples)))), "
      + "\"largest_distance\": \(Timing.rounded(largestDistance)) }"
  }
}
