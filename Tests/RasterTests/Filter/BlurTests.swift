import PortableMath
import Testing

@testable import Raster

/// Returns box blurs in double precision with replicated edges in each pass.
func slowBlur(_ picture: Pixmap, diameter: Int, passes: Int) -> [Double] {
  var values = picture.bytes.map(Double.init)
  func pass(first: Int, step: Int, count: Int) {
    let line = (0..<count).map { values[first + $0 * step] }
    for index in 0..<count {
      var sum = 0.0
      for offset in -(diameter / 2)...(diameter / 2) {
        sum += line[max(0, min(count - 1, index + offset))]
      }
      values[first + index * step] = sum / Double(diameter)
    }
  }
  let width = picture.width
  for _ in 0..<passes {
    for column in 0..<width * 4 { pass(first: column, step: width * 4, count: picture.height) }
  }
  for _ in 0..<passes {
    for row in 0..<picture.height {
      for channel in 0..<4 { pass(first: row * width * 4 + channel, step: 4, count: width) }
    }
  }
  return values
}

@Suite struct BlurTests {
  static let cases: [(Int, Int, Int, Int)] = [
    (40, 30, 21, 20), (23, 50, 21, 20), (41, 7, 21, 3), (3, 2, 9, 4), (1, 1, 3, 2), (1, 40, 5, 3),
    (40, 1, 5, 3), (60, 50, 35, 3), (60, 50, 57, 3), (37, 50, 113, 3), (64, 20, 127, 3),
    (50, 40, 129, 3), (30, 20, 301, 2), (33, 29, 3, 1), (33, 29, 31, 20), (33, 29, 63, 20),
  ]

  @Test("within a level of exact arithmetic", arguments: cases)
  func exactEnough(width: Int, height: Int, diameter: Int, passes: Int) throws {
    let picture = Pixmap.translucentNoise(try pixelSize(width, height))
    let blurred = picture.boxBlurred(diameter: diameter, passes: passes)
    let expected = slowBlur(picture, diameter: diameter, passes: passes)
    let worst = zip(blurred.bytes, expected).map { abs(Double($0) - $1) }.max() ?? 0
    #expect(worst < 1)
  }

  @Test("neither kind of box darkens a picture", arguments: [127, 129])
  func unbiased(diameter: Int) throws {
    let picture = Pixmap.opaqueNoise(try pixelSize(1500, 1))
    let blurred = picture.boxBlurred(diameter: diameter, passes: 6)
    let expected = slowBlur(picture, diameter: diameter, passes: 6)
    let sum = zip(blurred.bytes, expected).reduce(0) { $0 + Double($1.0) - $1.1 }
    // Rounding down in each pass would cost 0.02 of a level.
    #expect(abs(sum / Double(expected.count)) < 0.012)
  }

  @Test("one color stays that color", arguments: [3, 21, 31, 33, 63, 65, 113, 127, 129])
  func constant(diameter: Int) throws {
    for value: UInt8 in [0, 1, 127, 254, 255] {
      let color = Color(red: value, green: value, blue: value)
      let picture = Pixmap(size: try pixelSize(18, 11), fill: color)
      #expect(picture.boxBlurred(diameter: diameter, passes: 20) == picture)
    }
  }

  @Test(
    "the mean of every possible window sum is rounded to nearest",
    arguments: Array(stride(from: 3, through: 127, by: 2)))
  func division(diameter: Int) {
    let kernel = BoxKernel(diameter: diameter)
    let half = diameter / 2
    var wrong = 0
    for sum in 0...(diameter * 255 << Int(kernel.fractionBits)) {
      let biased = sum + half + Int(kernel.offset)
      let found = (biased * Int(kernel.reciprocal)) >> (16 + Int(kernel.shift))
      if found != (sum + half) / diameter { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test("a box of one pixel or zero passes changes nothing")
  func trivialBlursChangeNothing() throws {
    let picture = Pixmap.opaqueNoise(try pixelSize(9, 9))
    #expect(picture.boxBlurred(diameter: 1, passes: 5) == picture)
    #expect(picture.boxBlurred(diameter: 9, passes: 0) == picture)
  }
}
