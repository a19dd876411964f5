import Raster
import Testing

@testable import VisualDiff

/// Rows longer than the blocks and lanes that a scan works in, against the plain test of each
/// pixel.
@Suite struct WideRowsTests {
  /// A picture of few colours in short runs, and one with a part of it shifted and some pixels
  /// changed: flat parts, edges and noise.
  private func pair(width: Int, height: Int, seed: Int) -> (first: [UInt8], second: [UInt8]) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func number(below bound: Int) -> Int {
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % bound
    }
    var first: [UInt8] = []
    var color: [UInt8] = [255, 255, 255, 255]
    for _ in 0..<width * height {
      if number(below: 4) == 0 {
        color = (0..<3).map { _ in UInt8(number(below: 4) * 85) } + [255]
      }
      first += color
    }
    var second = first
    let from = number(below: width)
    for y in 0..<height {
      for x in max(1, from)..<width where seed.isMultiple(of: 2) || x.isMultiple(of: 37) {
        let place = (y * width + x) * 4
        second.replaceSubrange(place..<place + 4, with: first[place - 4..<place])
      }
    }
    for _ in 0..<width * height / 50 { second[number(below: width * height) * 4] = 200 }
    return (first, second)
  }

  @Test(arguments: [127, 128, 129, 131, 256, 257, 300, 511])
  func areCountedAsPixelByPixel(width: Int) throws {
    let size = try #require(PixelSize(width: width, height: 9))
    let options = PixelmatchOptions()
    let delta = YIQDelta(blendsOverPattern: true)
    var found = (different: 0, antialiased: 0)
    for seed in 0..<12 {
      let (first, second) = pair(width: width, height: 9, seed: seed * 512 + width)
      var different = 0
      var antialiased = 0
      first.withUnsafeBytes { left in
        second.withUnsafeBytes { right in
          guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else { return }
          let scan = ScanPair(
            first: PixelRows(base: leftBase, pixelsPerRow: width),
            second: PixelRows(base: rightBase, pixelsPerRow: width), width: width, height: 9,
            canvasWidth: width, mask: nil, map: nil, metric: .pixelmatch(options))
          let test = AntialiasingTest(pair: scan, delta: delta)
          for y in 0..<9 {
            for x in 0..<width {
              let distance = delta.squaredDistance(
                scan.first.row(y)[x], scan.second.row(y)[x], position: y * width + x)
              guard distance > options.largestAllowedDelta else { continue }
              if test.passes(x: x, y: y) { antialiased += 1 } else { different += 1 }
            }
          }
        }
      }
      let measured = ImageComparison(metric: .pixelmatch(options)).difference(
        try #require(Pixmap(size: size, bytes: first)),
        try #require(Pixmap(size: size, bytes: second)))
      #expect(measured.differentPixels == different)
      #expect(measured.antialiasedPixels == antialiased)
      found.different += different
      found.antialiased += antialiased
    }
    #expect(found.different > 0 && found.antialiased > 0)
  }
}
