import PortableMath
import Testing

@testable import Raster

/// A simple, slow resampler in double precision.
struct SlowResampler {
  let picture: Pixmap
  let source: DeviceRect
  let size: PixelSize
  let filter: ResizeFilter

  private static func weight(_ filter: ResizeFilter, _ x: Double) -> Double {
    switch filter {
    case .bilinear: return max(0, 1 - x)
    case .catmullRom:
      if x < 1 { return 1.5 * x * x * x - 2.5 * x * x + 1 }
      return x < 2 ? -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2 : 0
    case .lanczos3:
      if x == 0 { return 1 }
      return x < 3
        ? ResizeFilter.sineOfPi(x) / (.pi * x) * ResizeFilter.sineOfPi(x / 3)
          / (.pi * x / 3) : 0
    case .area, .automatic: return 0
    }
  }

  static func weights(
    _ filter: ResizeFilter, start: Double, length: Double, count: Int, outputs: Int
  ) -> [[Double]] {
    let scale = length / Double(outputs)
    return (0..<outputs).map { output in
      var row = [Double](repeating: 0, count: count)
      let low = start + Double(output) * scale
      let pad = 4 + Int(4 * max(1, scale)) + Int(abs(start)) + Int(length)
      for sample in -pad..<count + pad {
        let at = max(0, min(count - 1, sample))
        if filter == .area {
          row[at] += max(
            0, min(low + scale, Double(sample) + 1) - max(low, Double(sample)))
        } else {
          let distance = abs(Double(sample) + 0.5 - low - scale / 2) / max(1, scale)
          row[at] += weight(filter, distance)
        }
      }
      let total = row.reduce(0, +)
      return row.map { $0 / total }
    }
  }

  func bytes() -> [UInt8] {
    let across = Self.weights(
      filter, start: source.x, length: source.width, count: picture.width, outputs: size.width)
    let down = Self.weights(
      filter, start: source.y, length: source.height, count: picture.height,
      outputs: size.height)
    var result: [UInt8] = []
    for y in 0..<size.height {
      var line = [Double](repeating: 0, count: picture.width * 4)
      for row in 0..<picture.height where down[y][row] != 0 {
        for index in line.indices {
          line[index] += down[y][row] * Double(picture.bytes[row * picture.width * 4 + index])
        }
      }
      for x in 0..<size.width {
        for channel in 0..<4 {
          var sum = 0.0
          for column in 0..<picture.width where across[x][column] != 0 {
            sum += across[x][column] * line[column * 4 + channel]
          }
          result.append(UInt8((min(255, max(0, sum)) + 0.5).rounded(.down)))
        }
      }
    }
    return result
  }
}

@Suite struct ResizeTests {
  struct Case: CustomTestStringConvertible {
    let filter: ResizeFilter
    let width: Int
    let height: Int
    var source = DeviceRect(x: 0, y: 0, width: 41, height: 29)
    var testDescription: String { "\(filter) to \(width) × \(height) from \(source)" }
  }

  static let cases = [
    Case(filter: .area, width: 17, height: 11),
    Case(filter: .area, width: 41, height: 10),
    Case(filter: .area, width: 60, height: 40),
    Case(filter: .bilinear, width: 97, height: 66),
    Case(filter: .bilinear, width: 20, height: 14),
    Case(filter: .catmullRom, width: 97, height: 66),
    Case(filter: .catmullRom, width: 13, height: 50),
    Case(filter: .lanczos3, width: 97, height: 66),
    Case(filter: .lanczos3, width: 30, height: 9),
    Case(
      filter: .area, width: 13, height: 11,
      source: DeviceRect(x: 3.4, y: 2.2, width: 30.5, height: 20.75)),
    Case(
      filter: .catmullRom, width: 61, height: 47,
      source: DeviceRect(x: 3.4, y: 2.2, width: 30.5, height: 20.75)),
    Case(
      filter: .lanczos3, width: 61, height: 47,
      source: DeviceRect(x: -3.5, y: -2, width: 50, height: 40)),
  ]

  @Test("within a level of exact sums, 99 % of bytes equal", arguments: cases)
  func exactEnough(testCase: Case) throws {
    let picture = Pixmap.opaqueNoise(try pixelSize(41, 29))
    let size = try pixelSize(testCase.width, testCase.height)
    let resized = picture.resized(source: testCase.source, to: size, filter: testCase.filter)
    let expected = SlowResampler(
      picture: picture, source: testCase.source, size: size, filter: testCase.filter
    ).bytes()
    let found = difference(resized.bytes, expected)
    #expect(found.largest <= 1)
    #expect(found.equal >= 0.99)
  }

  @Test("the weights of every output position add up to exactly one", arguments: cases)
  func weightSums(testCase: Case) {
    let table = ResampleTable(
      start: testCase.source.x, length: testCase.source.width, count: 41, outputs: testCase.width,
      filter: testCase.filter, maxBits: 15)
    for output in 0..<testCase.width {
      let pairs = table.weights[output * table.pairs..<(output + 1) * table.pairs]
      let sum = pairs.reduce(0) { sum, pair in
        sum + Int(Int16(truncatingIfNeeded: pair)) + Int(Int16(truncatingIfNeeded: pair >> 16))
      }
      #expect(sum == 1 << Int(table.weightBits))
    }
  }

  @Test("one color stays that color and opaque stays opaque", arguments: ResizeFilter.allCases)
  func constant(filter: ResizeFilter) throws {
    let color = Color(red: 255, green: 128, blue: 1)
    let picture = Pixmap(size: try pixelSize(31, 17), fill: color)
    for size in [try pixelSize(70, 45), try pixelSize(9, 5), try pixelSize(1, 1)] {
      let resized = picture.resized(
        source: DeviceRect(picture.size.bounds), to: size, filter: filter)
      #expect(resized == Pixmap(size: size, fill: color))
    }
  }

  @Test("no color exceeds its alpha", arguments: [ResizeFilter.catmullRom, .lanczos3])
  func premultiplied(filter: ResizeFilter) throws {
    let picture = Pixmap.translucentNoise(try pixelSize(23, 19))
    let resized = picture.resized(
      source: DeviceRect(picture.size.bounds), to: try pixelSize(60, 50), filter: filter)
    for pixel in 0..<resized.size.area {
      let four = resized.bytes[pixel * 4..<pixel * 4 + 4]
      #expect(four.allSatisfy { $0 <= resized.bytes[pixel * 4 + 3] })
    }
  }

  @Test("a picture of one pixel grows to any size", arguments: ResizeFilter.allCases)
  func single(filter: ResizeFilter) throws {
    let picture = Pixmap(size: try pixelSize(1, 1), fill: Color(rgb: 0x123456))
    let size = try pixelSize(7, 3)
    #expect(
      picture.resized(source: DeviceRect(picture.size.bounds), to: size, filter: filter)
        == Pixmap(size: size, fill: Color(rgb: 0x123456)))
  }

  @Test("the whole picture at its own size is the picture", arguments: ResizeFilter.allCases)
  func identity(filter: ResizeFilter) throws {
    let picture = Pixmap.translucentNoise(try pixelSize(13, 9))
    #expect(
      picture.resized(
        source: DeviceRect(picture.size.bounds), to: picture.size, filter: filter) == picture)
  }

  @Test("automatic is area for an axis that shrinks and Catmull-Rom for one that grows")
  func automatic() throws {
    let picture = Pixmap.opaqueNoise(try pixelSize(41, 29))
    let whole = DeviceRect(picture.size.bounds)
    let narrow = try pixelSize(20, 29)
    #expect(
      picture.resized(source: whole, to: narrow, filter: .automatic)
        == picture.resized(source: whole, to: narrow, filter: .area))
    let tall = try pixelSize(41, 80)
    #expect(
      picture.resized(source: whole, to: tall, filter: .automatic)
        == picture.resized(source: whole, to: tall, filter: .catmullRom))
  }

  @Test("automatic is Catmull-Rom for a picture that moves without scaling")
  func automaticAtOwnSize() throws {
    let picture = Pixmap.opaqueNoise(try pixelSize(41, 29))
    let moved = DeviceRect(x: 3.5, y: 2.25, width: 20, height: 20)
    let size = try pixelSize(20, 20)
    let automatic = picture.resized(source: moved, to: size, filter: .automatic)
    #expect(automatic == picture.resized(source: moved, to: size, filter: .catmullRom))
    #expect(automatic != picture.resized(source: moved, to: size, filter: .area))
  }

  @Test("the sine is exact at a quarter turn, an eighth, a twelfth and their symmetric angles")
  func sine() {
    let known: [(Double, Double)] = [
      (0, 0), (0.5, 1), (1, 0), (1.5, -1), (2, 0), (2.5, 1), (3, 0), (0.25, 0.5.squareRoot()),
      (0.75, 0.5.squareRoot()), (1.25, -0.5.squareRoot()), (1.0 / 6, 0.5),
      (1.0 / 3, 0.75.squareRoot()),
      (2.75, 0.5.squareRoot()),
    ]
    for (turns, value) in known {
      #expect(abs(ResizeFilter.sineOfPi(turns) - value) < 1e-11)
    }
  }
}
