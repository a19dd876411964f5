import PortableMath
import Raster
import Testing

@testable import VisualDiff

/// The comparator "ssim-cie94" compared with its plain definition, which sums each window
/// separately.
@Suite struct StructuralSimilarityTests {
  private let width = 52
  private let height = 44

  /// Returns grain with a flat area, and a copy with weak single changes and different grain in a
  /// part.
  private func pair(seed: UInt64) -> (first: [UInt8], second: [UInt8]) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func number(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var first: [UInt8] = []
    for index in 0..<width * height {
      let isFlat = index / width > 30 && index % width > 30
      for _ in 0..<3 { first.append(isFlat ? 90 : UInt8(60 + number(below: 130))) }
      first.append(255)
    }
    var second = first
    for _ in 0..<60 { second[number(below: width * height) * 4 + number(below: 3)] ^= 24 }
    for y in 0..<12 {
      for x in 0..<12 { second[(y * width + x) * 4] = UInt8(60 + number(below: 130)) }
    }
    return (first, second)
  }

  private func pixel(_ bytes: [UInt8], _ x: Int, _ y: Int) -> [Double] {
    guard (0..<width).contains(x), (0..<height).contains(y) else {
      return (x + y) & 1 == 0 ? [255, 0, 255] : [0, 255, 0]
    }
    return (0..<3).map { Double(bytes[(y * width + x) * 4 + $0]) }
  }

  private func isFlat(_ bytes: [UInt8], _ x: Int, _ y: Int) -> Bool {
    (y - 1...y + 1).allSatisfy { line in
      (x - 1...x + 1).allSatisfy { pixel(bytes, $0, line) == pixel(bytes, x, y) }
    }
  }

  /// Wang et al. (2004) over 31 x 31 pixels, the mean of three channels.
  private func similarity(_ first: [UInt8], _ second: [UInt8], _ x: Int, _ y: Int) -> Double {
    var sum = 0.0
    for channel in 0..<3 {
      var pairs: [(Double, Double)] = []
      for line in y - 15...y + 15 {
        for column in x - 15...x + 15 {
          pairs.append((pixel(first, column, line)[channel], pixel(second, column, line)[channel]))
        }
      }
      let count = Double(pairs.count)
      let left = pairs.map(\.0).reduce(0, +) / count
      let right = pairs.map(\.1).reduce(0, +) / count
      var (leftVariance, rightVariance, covariance) = (0.0, 0.0, 0.0)
      for (one, other) in pairs {
        leftVariance += (one - left) * (one - left) / count
        rightVariance += (other - right) * (other - right) / count
        covariance += (one - left) * (other - right) / count
      }
      let (steadyMean, steadyVariance) = (2.55 * 2.55, 7.65 * 7.65)
      sum +=
        (2 * left * right + steadyMean) * (2 * covariance + steadyVariance)
        / ((left * left + right * right + steadyMean)
          * (leftVariance + rightVariance + steadyVariance))
    }
    return sum / 3
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func countsEqualPlainDefinition(seed: UInt64) throws {
    let (first, second) = pair(seed: seed)
    var different = 0
    var alike = 0
    for y in 0..<height {
      for x in 0..<width {
        let place = (y * width + x) * 4
        let (left, right) = (Array(first[place..<place + 3]), Array(second[place..<place + 3]))
        guard left != right,
          cie94(
            LabColor(red: left[0], green: left[1], blue: left[2]),
            LabColor(red: right[0], green: right[1], blue: right[2])) > 1
        else { continue }
        if !isFlat(first, x, y), !isFlat(second, x, y), similarity(first, second, x, y) >= 0.99 {
          alike += 1
        } else {
          different += 1
        }
      }
    }
    #expect(different > 20 && alike > 20)
    let size = try #require(PixelSize(width: width, height: height))
    let difference = ImageComparison(metric: .ssimCIE94(largestAllowed: 1)).difference(
      try #require(Pixmap(size: size, bytes: first)),
      try #require(Pixmap(size: size, bytes: second)))
    #expect(difference.differentPixels == different)
    #expect(difference.antialiasedPixels == alike)
  }

  /// Computed by hand from CIE 116-1995: a chroma difference is divided by 1 + 0.045 C, a hue
  /// difference by 1 + 0.015 C, with the chroma C of the first color.
  @Test func cie94WeighsByReferenceColor() {
    let reference = LabColor(lightness: 50, a: 20, b: 0)
    #expect(abs(cie94(reference, LabColor(lightness: 53, a: 20, b: 0)) - 3) < 1e-12)
    #expect(abs(cie94(reference, LabColor(lightness: 50, a: 30, b: 0)) - 10 / 1.9) < 1e-12)
    #expect(abs(cie94(LabColor(lightness: 50, a: 30, b: 0), reference) - 10 / 2.35) < 1e-12)
    let turned = cie94(reference, LabColor(lightness: 50, a: 16, b: 12))
    #expect(abs(turned - (16.0 + 144).squareRoot() / 1.3) < 1e-12)
  }
}
