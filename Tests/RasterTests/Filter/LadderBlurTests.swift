import PortableMath
import Testing

@testable import Raster

/// A ladder step in double precision: the picture is enlarged, blurred, tinted and reduced, sample
/// by sample.
private struct SlowLadder {
  var values: [Double]
  var width: Int
  var height: Int

  init(_ picture: Pixmap) {
    values = picture.bytes.map(Double.init)
    (width, height) = (picture.width, picture.height)
  }

  /// Replaces the rows with weighted sums and transposes the picture.
  private mutating func sumAndTranspose(_ weights: [[Double]]) {
    var result = [Double](repeating: 0, count: weights.count * height * 4)
    for (output, weights) in weights.enumerated() {
      for (column, weight) in weights.enumerated() where weight != 0 {
        for row in 0..<height {
          for channel in 0..<4 {
            result[(output * height + row) * 4 + channel] +=
              weight * values[(row * width + column) * 4 + channel]
          }
        }
      }
    }
    (values, width, height) = (result, height, weights.count)
  }

  /// Resamples in both directions.
  mutating func resample(_ source: DeviceRect, to size: PixelSize, _ filter: ResizeFilter) {
    for (start, length, outputs) in [
      (source.x, source.width, size.width), (source.y, source.height, size.height),
    ] {
      sumAndTranspose(
        SlowResampler.weights(
          filter.resolved(scale: length / Double(outputs)), start: start, length: length,
          count: width, outputs: outputs))
    }
  }

  /// Applies three box blurs with replicated edges.
  mutating func blur(diameter: Int) {
    for _ in 0..<2 {
      for _ in 0..<3 {
        let radius = diameter / 2
        for row in 0..<height {
          for channel in 0..<4 {
            let line = (0..<width).map { values[(row * width + $0) * 4 + channel] }
            func value(_ index: Int) -> Double { line[max(0, min(width - 1, index))] }
            var sum = (-radius...radius).reduce(0.0) { $0 + value($1) }
            for index in 0..<width {
              values[(row * width + index) * 4 + channel] = sum / Double(diameter)
              sum += value(index + radius + 1) - value(index - radius)
            }
          }
        }
      }
      sumAndTranspose((0..<width).map { one in (0..<width).map { $0 == one ? 1 : 0 } })
    }
  }

  /// Applies the color matrix and adds a fifth of white.
  mutating func tint(saturates: Bool) {
    for pixel in stride(from: 0, to: values.count, by: 4) {
      let (red, green, blue) = (values[pixel], values[pixel + 1], values[pixel + 2])
      let alpha = values[pixel + 3]
      let mixed = [
        (357 * red - 92 * green - 9 * blue) / 256, (292 * green - 27 * red - 9 * blue) / 256,
        (375 * blue - 27 * red - 92 * green) / 256,
      ]
      for channel in 0..<3 where saturates {
        values[pixel + channel] = min(alpha, max(0, mixed[channel]))
      }
      for channel in 0..<4 { values[pixel + channel] = values[pixel + channel] * 0.8 + 51 }
    }
  }

  /// Returns the largest and the mean difference from a picture's bytes.
  func distance(of picture: Pixmap) -> (largest: Double, mean: Double) {
    let distances = zip(picture.bytes, values).map { abs(Double($0) - $1) }
    return (distances.max() ?? 0, distances.reduce(0, +) / Double(distances.count))
  }
}

@Suite struct LadderBlurTests {
  /// Applies a step to a whole picture at its own size.
  private func stepped(
    _ picture: Pixmap, _ blur: LadderBlur, tints: Bool = true
  ) -> Pixmap {
    picture.ladderBlurred(
      blur, tints: tints, source: DeviceRect(picture.size.bounds), to: picture.size)
  }

  @Test("the box of each ladder step at one and two pixels per point")
  func ladderDiameters() {
    func diameters(_ pixelsPerPoint: Int) -> [Int] {
      (0...10).map {
        LadderBlur(radius: 3 * Double($0), pixelsPerPoint: pixelsPerPoint, enlargement: 1).diameter
      }
    }
    #expect(diameters(1) == [1, 7, 11, 17, 23, 29, 35, 39, 45, 51, 57])
    #expect(diameters(2) == [1, 11, 23, 35, 45, 57, 69, 79, 91, 103, 113])
  }

  @Test(
    "a step is three passes, the matrix and a fifth of white",
    arguments: [0.0, 1, 2, 3, 4, 5, 7, 8, 10, 12, 16, 24, 30, 45, 60, 200], [61, 64])
  func ladder(radius: Double, width: Int) throws {
    let picture = Pixmap.opaqueNoise(try pixelSize(width, 47))
    let blur = LadderBlur(radius: radius, pixelsPerPoint: 1, enlargement: 1)
    var expected = SlowLadder(picture)
    expected.blur(diameter: blur.diameter)
    expected.tint(saturates: radius > 0)
    let distance = expected.distance(of: stepped(picture, blur))
    #expect(distance.largest < 1.8)
    // With two cells per side, little more than the picture's corners remains.
    #expect(distance.mean < (radius > 100 ? 0.7 : 0.3))
  }

  @Test(
    "a step is as if the picture were enlarged, blurred and reduced",
    arguments: [1.5, 3, 6, 9, 12, 18, 30], [23, 32, 46, 64, 90])
  func enlarged(radius: Double, width: Int) throws {
    for enlargement in [2, 3] { try enlarged(enlargement, radius: radius, width: width) }
  }

  private func enlarged(_ enlargement: Int, radius: Double, width: Int) throws {
    let picture = Pixmap.opaqueNoise(try pixelSize(64, 37))
    let size = try pixelSize(width, width / 2)
    let blur = LadderBlur(
      radius: radius, pixelsPerPoint: enlargement, enlargement: enlargement)
    let source = DeviceRect(x: 3, y: 5, width: 58, height: 29)
    var expected = SlowLadder(picture)
    let large = try pixelSize(64 * enlargement, 37 * enlargement)
    expected.resample(DeviceRect(picture.size.bounds), to: large, .bilinear)
    expected.blur(diameter: blur.diameter)
    let scale = Double(enlargement)
    expected.resample(
      DeviceRect(
        x: source.x * scale, y: source.y * scale, width: source.width * scale,
        height: source.height * scale), to: size, .automatic)
    let found = picture.ladderBlurred(blur, tints: false, source: source, to: size)
    let distance = expected.distance(of: found)
    // Noise with a width of a hundred pixels shows most of a small box.
    #expect(distance.largest < (radius < 3 ? 2.5 : 1.8))
    #expect(distance.mean < 0.3)
  }

  @Test("a step is neither too wide nor too narrow", arguments: [6.0, 12, 15, 24, 30, 40])
  func width(radius: Double) throws {
    let blur = LadderBlur(radius: radius, pixelsPerPoint: 1, enlargement: 1)
    var sum = 0.0
    var count = 0.0
    // The edge is different at each position relative to the cells.
    for edge in 76..<84 {
      let picture = try Self.edge(at: edge)
      let found = stepped(picture, blur, tints: false)
      var expected = SlowLadder(picture)
      expected.blur(diameter: blur.diameter)
      for pixel in 0..<picture.size.area {
        let distance = Double(pixel % picture.width) + 0.5 - Double(edge)
        guard abs(distance) < Double(blur.diameter) / 2 else { continue }
        // A wider blur is lighter on the dark side and darker on the light side.
        let error = Double(found.bytes[pixel * 4]) - expected.values[pixel * 4]
        sum += distance < 0 ? error : -error
        count += 1
      }
    }
    // One percent more variance would give 0.09 to 0.16.
    #expect(abs(sum / count) < 0.07)
  }

  /// Returns a dark and a light side whose levels vary by row, so that rounding errors cancel out.
  private static func edge(at column: Int) throws -> Pixmap {
    var picture = Pixmap(size: try pixelSize(160, 100), fill: .black)
    for row in 0..<picture.height {
      for (x, level) in [(0, UInt8(row * 37 / 100)), (column, UInt8(200 + row * 37 / 100))] {
        picture.fill(
          DeviceRect(x: Double(x), y: Double(row), width: Double(160 - x), height: 1),
          with: Color(red: level, green: level, blue: level), clip: picture.size.bounds)
      }
    }
    return picture
  }

  @Test("one color stays one color", arguments: 0...60)
  func constant(radius: Int) throws {
    let blur = LadderBlur(radius: Double(radius), pixelsPerPoint: 3, enlargement: 3)
    for value: UInt8 in [0, 1, 127, 254, 255] {
      let color = Color(red: value, green: value, blue: value)
      let picture = Pixmap(size: try pixelSize(18, 11), fill: color)
      #expect(stepped(picture, blur, tints: false) == picture)
    }
  }

  @Test(
    "part of a step is that of the whole",
    arguments: [1.0, 3, 8, 15, 30, 75], [0..<47, 0..<1, 46..<47, 13..<30, 7..<8])
  func parts(radius: Double, rows: Range<Int>) throws {
    let picture = Pixmap.translucentNoise(try pixelSize(29, 47))
    let blur = LadderBlur(radius: radius, pixelsPerPoint: 1, enlargement: 1)
    let whole = stepped(picture, blur)
    let place = PixelRect(x: 8, y: rows.lowerBound, width: 15, height: rows.count)
    let part = picture.ladderBlurred(
      blur, tints: true, source: DeviceRect(place), to: try pixelSize(15, rows.count))
    let expected = try #require(whole.cropped(to: place))
    #expect(difference(part.bytes, expected.bytes).largest <= 1)
  }

  @Test("pixels outside the blur's reach do not matter")
  func ignoresPixelsOutOfReach() throws {
    let picture = Pixmap.opaqueNoise(try pixelSize(40, 400))
    var other = picture
    other.fill(
      DeviceRect(x: 0, y: 0, width: 40, height: 120), with: .white, clip: picture.size.bounds)
    let blur = LadderBlur(radius: 15, pixelsPerPoint: 2, enlargement: 1)
    // Three boxes of 57 extend 84 pixels.
    func part(_ picture: Pixmap, _ top: Double) throws -> Pixmap {
      picture.ladderBlurred(
        blur, tints: true, source: DeviceRect(x: 0, y: top, width: 40, height: 60),
        to: try pixelSize(40, 60))
    }
    #expect(try part(picture, 220) == part(other, 220))
    #expect(try part(picture, 190) != part(other, 190))
  }

  @Test("a step keeps every translucent color below its alpha")
  func premultiplied() throws {
    let picture = Pixmap.translucentNoise(try pixelSize(64, 48))
    for radius in [1.0, 5, 12, 40] {
      let blur = LadderBlur(radius: radius, pixelsPerPoint: 1, enlargement: 1)
      let bytes = stepped(picture, blur).bytes
      let over = stride(from: 0, to: bytes.count, by: 4).filter { pixel in
        (0..<3).contains { bytes[pixel + $0] > bytes[pixel + 3] }
      }
      #expect(over.isEmpty)
    }
  }

  @Test("saturation and tint of colors of every alpha, rounded once", arguments: [true, false])
  func tint(saturates: Bool) throws {
    for alpha in stride(from: 0, through: 255, by: 15) {
      var bytes: [UInt8] = []
      for red in stride(from: 0, through: alpha, by: 5) {
        for green in stride(from: 0, through: alpha, by: 15) {
          for blue in stride(from: 0, through: alpha, by: 3) {
            bytes += [UInt8(red), UInt8(green), UInt8(blue), UInt8(alpha)]
          }
        }
      }
      let picture = try #require(Pixmap(size: try pixelSize(bytes.count / 4, 1), bytes: bytes))
      var expected = SlowLadder(picture)
      expected.tint(saturates: saturates)
      var span = bytes.mutableSpan
      RowKernel.tint(&span, saturates: saturates)
      let tinted = try #require(Pixmap(size: picture.size, bytes: bytes))
      #expect(expected.distance(of: tinted).largest < 0.6)
    }
  }
}
