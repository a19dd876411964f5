import PortableMath
import Raster
import Testing

@testable import VisualDiff

/// Pictures that are wider and taller than the blocks and bands of a scan, compared with a test of
/// each pixel.
@Suite struct WideRowsTests {
  /// Returns a picture of few colors in short runs, and a copy with a shifted part and some changed
  /// pixels: flat areas, edges and noise.
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
        let step = [85, 51, 17][seed % 3]
        color = (0..<3).map { _ in UInt8(number(below: 255 / step + 1) * step) } + [255]
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

  @Test(
    arguments: [(127, 9), (128, 9), (129, 9), (131, 9), (256, 9), (257, 9), (300, 9), (511, 9)]
      + [(61, 16), (61, 17), (45, 50)], [0.1, 0.02])
  func countsMatchScalarImplementation(extent: (width: Int, height: Int), threshold: Double) throws
  {
    let (width, height) = extent
    let size = try #require(PixelSize(width: width, height: height))
    let options = PixelmatchOptions(threshold: threshold)
    let delta = YIQDistance(blendsOverPattern: true)
    var found = (different: 0, antialiased: 0)
    for seed in 0..<12 {
      let (first, second) = pair(width: width, height: height, seed: seed * 512 + width)
      var different = 0
      var antialiased = 0
      var strongest = 0.0
      first.withUnsafeBytes { left in
        second.withUnsafeBytes { right in
          guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else { return }
          let scan = ScanPair(
            first: PixelRows(base: leftBase, pixelsPerRow: width),
            second: PixelRows(base: rightBase, pixelsPerRow: width), width: width,
            height: height, canvasWidth: width, mayBePremultiplied: false, mask: nil, map: nil,
            fullStrength: 1)
          let test = AntialiasingTest(pair: scan, delta: delta)
          for y in 0..<height {
            for x in 0..<width {
              let distance = delta.squaredDistance(
                scan.first.pixels(ofRow: y)[x], scan.second.pixels(ofRow: y)[x],
                position: y * width + x)
              guard distance > options.largestAllowedDelta else { continue }
              if test.passes(x: x, y: y) {
                antialiased += 1
              } else {
                different += 1
                strongest = max(strongest, distance)
              }
            }
          }
        }
      }
      let measured = ImageComparison(metric: .pixelmatch(options)).difference(
        try #require(Pixmap(size: size, bytes: first)),
        try #require(Pixmap(size: size, bytes: second)))
      #expect(measured.differentPixels == different)
      #expect(measured.antialiasedPixels == antialiased)
      #expect(measured.strongest == (strongest / 35215).squareRoot())
      found.different += different
      found.antialiased += antialiased
    }
    #expect(found.different > 0 && found.antialiased > 0)
  }

  /// The scan starts with premultiplied bytes and finds out only in later rows that it must not.
  @Test func comparesStraightColorsInLaterRows() throws {
    let size = try #require(PixelSize(width: 40, height: 60))
    var (first, second) = pair(width: 40, height: 60, seed: 6)
    for row in [55, 57] {
      for x in 0..<40 {
        let place = (row * 40 + x) * 4
        first.replaceSubrange(place..<place + 4, with: [90, 10, UInt8(x), 100])
        second.replaceSubrange(place..<place + 4, with: [UInt8(x), 100, 3, 100 + UInt8(x)])
      }
    }
    let left = try #require(Pixmap(size: size, bytes: first))
    let right = try #require(Pixmap(size: size, bytes: second))
    let comparison = ImageComparison(metric: .pixelmatch(PixelmatchOptions()))
    let (leftStraight, rightStraight) = (StraightPicture(left), StraightPicture(right))
    let difference = comparison.difference(leftStraight, rightStraight)
    #expect(comparison.difference(left, right) == difference)
    #expect(comparison.map(left, right) == comparison.map(leftStraight, rightStraight))
    #expect(difference.differentPixels > 100)
  }
}
