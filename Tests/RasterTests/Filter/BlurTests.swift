import Numerics
import Testing

@testable import Raster

/// Box blurs in double precision, each pass clamped at the edge.
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
    // Rounding down in every pass would cost 0.02 of a level.
    #expect(abs(sum / Double(expected.count)) < 0.012)
  }

  @Test("one colour stays that colour", arguments: [3, 21, 31, 33, 63, 65, 113, 127, 129])
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

  @Test("a box of one pixel or no pass at all changes nothing")
  func nothing() throws {
    let picture = Pixmap.opaqueNoise(try pixelSize(9, 9))
    #expect(picture.boxBlurred(diameter: 1, passes: 5) == picture)
    #expect(picture.boxBlurred(diameter: 9, passes: 0) == picture)
  }

  @Test("the box of each ladder step at one and two pixels a point")
  func ladderDiameters() {
    let one = (0...10).map { LadderBlur.boxDiameter(radius: 3 * Double($0), pixelsPerPoint: 1) }
    let two = (0...10).map { LadderBlur.boxDiameter(radius: 3 * Double($0), pixelsPerPoint: 2) }
    #expect(one == [1, 7, 11, 17, 23, 29, 35, 39, 45, 51, 57])
    #expect(two == [1, 11, 23, 35, 45, 57, 69, 79, 91, 103, 113])
  }

  @Test("a ladder step is three passes, the matrix and a fifth of white", arguments: [0, 1, 4, 10])
  func ladder(step: Int) throws {
    let picture = Pixmap.opaqueNoise(try pixelSize(61, 47))
    let stepped = picture.ladderBlurred(radius: 3 * Double(step), pixelsPerPoint: 1)
    let diameter = LadderBlur.boxDiameter(radius: 3 * Double(step), pixelsPerPoint: 1)
    let blurred =
      step == 0
      ? picture.bytes.map(Double.init) : slowBlur(picture, diameter: diameter, passes: 3)
    var worst = 0.0
    for pixel in 0..<picture.size.area {
      let red = blurred[pixel * 4]
      let green = blurred[pixel * 4 + 1]
      let blue = blurred[pixel * 4 + 2]
      var mixed = [red, green, blue]
      if step > 0 {
        mixed = [
          (357 * red - 92 * green - 9 * blue) / 256, (292 * green - 27 * red - 9 * blue) / 256,
          (375 * blue - 27 * red - 92 * green) / 256,
        ]
      }
      for channel in 0..<3 {
        let expected = min(255, max(0, mixed[channel])) * 0.8 + 51
        worst = max(worst, abs(Double(stepped.bytes[pixel * 4 + channel]) - expected))
      }
      #expect(stepped.bytes[pixel * 4 + 3] == 255)
    }
    #expect(worst < 1.8)
  }

  @Test(
    "some rows of a ladder step are those of the whole",
    arguments: [0, 1, 4, 10, 25], [0..<47, 0..<1, 46..<47, 13..<30, 7..<8])
  func ladderRows(step: Int, rows: Range<Int>) throws {
    let picture = Pixmap.translucentNoise(try pixelSize(29, 47))
    let radius = 3 * Double(step)
    let whole = picture.ladderBlurred(radius: radius, pixelsPerPoint: 1)
    let part = picture.ladderBlurred(radius: radius, pixelsPerPoint: 1, rows: rows)
    let place = PixelRect(x: 0, y: rows.lowerBound, width: 29, height: rows.count)
    #expect(part == whole.cropped(to: place))
  }

  @Test("saturation and tint keep every translucent colour below its alpha, rounded once")
  func translucentTint() {
    var wrong = 0
    for alpha in 0...255 {
      var bytes: [UInt8] = []
      for level in 0...alpha {
        bytes += [UInt8(level), UInt8(alpha - level), UInt8(alpha), UInt8(alpha)]
      }
      var span = bytes.mutableSpan
      RowKernel.tint(&span, saturates: true)
      for level in 0...alpha {
        let colors = [level, alpha - level, alpha]
        let luma = 27 * colors[0] + 92 * colors[1] + 9 * colors[2]
        let saturated = colors.map { min(alpha, max(0, (384 * $0 - luma + 128) >> 8)) } + [alpha]
        for (channel, value) in saturated.enumerated()
        where Int(bytes[level * 4 + channel]) != (4 * value + 257) / 5 { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test("saturation and tint of every pair of extremes and greys are correctly rounded")
  func tint() {
    var wrong = 0
    for red in stride(from: 0, through: 255, by: 5) {
      for green in stride(from: 0, through: 255, by: 5) {
        var bytes: [UInt8] = []
        for blue in 0...255 { bytes += [UInt8(red), UInt8(green), UInt8(blue), 255] }
        var span = bytes.mutableSpan
        RowKernel.tint(&span, saturates: true)
        for blue in 0...255 {
          let luma = 27 * red + 92 * green + 9 * blue
          for (channel, value) in [red, green, blue].enumerated() {
            let saturated = min(255, max(0, (384 * value - luma + 128) >> 8))
            if Int(bytes[blue * 4 + channel]) != (4 * saturated + 257) / 5 { wrong += 1 }
          }
        }
      }
    }
    #expect(wrong == 0)
  }
}
