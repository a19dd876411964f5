import PortableMath
import TestSupport
import Testing

@testable import Raster

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Gradients compared with CSS's definition (CSS Images 3, `linear-gradient()`), pixel by pixel.
@Suite struct LinearGradientTests {
  /// Returns the premultiplied color of a point, 0...255 per channel.
  private func expected(
    _ x: Double, _ y: Double, _ stops: [Gradient.Stop], over rect: DeviceRect, angle: Double
  ) -> [Double] {
    let radians = angle * .pi / 180
    let (sine, cosine) = (sin(radians), cos(radians))
    let length = abs(rect.width * sine) + abs(rect.height * cosine)
    let along = (x - rect.x - rect.width / 2) * sine - (y - rect.y - rect.height / 2) * cosine
    let place = along / length + 0.5
    func premultiplied(_ color: Color) -> [Double] {
      let alpha = Double(color.alpha)
      return [color.red, color.green, color.blue].map { Double($0) * alpha / 255 } + [alpha]
    }
    guard let after = stops.firstIndex(where: { $0.position > place }) else {
      return premultiplied(stops[stops.count - 1].color)
    }
    guard after > 0 else { return premultiplied(stops[0].color) }
    let (low, high) = (stops[after - 1], stops[after])
    let share = (place - low.position) / (high.position - low.position)
    return zip(premultiplied(low.color), premultiplied(high.color)).map { $0 + ($1 - $0) * share }
  }

  /// Returns the maximum difference between the gradient's pixels and the definition. The gradient
  /// must be smooth.
  private func worst(
    _ stops: [Gradient.Stop], _ rect: DeviceRect, angle: Double,
    map: AffineTransform = .identity
  ) throws -> Double {
    let gradient = try #require(
      Gradient(stops: stops, over: rect, angle: angle, map: map))
    let inverse = try #require(map.inverse)
    let size = try pixelSize(40, 40)
    var target = Pixmap(size: size, fill: .clear)
    target.fill(
      RoundedRectangle(DeviceRect(size.bounds), cornerRadius: 0), with: gradient, clip: size.bounds)
    var worst = 0.0
    for y in 0..<size.height {
      for x in 0..<size.width {
        let point = inverse.apply(Double(x) + 0.5, Double(y) + 0.5)
        let color = expected(point.x, point.y, stops, over: rect, angle: angle)
        for (channel, value) in color.enumerated() {
          worst = max(worst, abs(value - Double(target[x, y][channel])))
        }
      }
    }
    return worst
  }

  private static let stops = [
    Gradient.Stop(0, Color(rgb: 0x204060)), Gradient.Stop(0.3, Color(rgb: 0x80A030)),
    Gradient.Stop(1, Color(rgb: 0xC0C0F0, alpha: 120)),
  ]

  /// Wide, high and square rectangles: an angle between two sides ends in the corners.
  @Test(
    arguments: [0.0, 30, 45, 90, 117, 180, 225, 300, 360, -60, 719],
    [
      DeviceRect(x: 0, y: 0, width: 40, height: 40), DeviceRect(x: 2, y: 9, width: 36, height: 12),
      DeviceRect(x: 13.5, y: 1.25, width: 9, height: 37),
    ])
  func gradientMatchesCSS(angle: Double, rect: DeviceRect) throws {
    #expect(try worst(Self.stops, rect, angle: angle) < 1.5)
  }

  @Test(arguments: 0..<20) func stopsCanBeOutsideTheRange(seed: Int) throws {
    var random = SeededRandom(seed)
    let places = (0..<random.number(in: 1...5)).map { _ in random.number(from: 0, to: 1) }.sorted()
    // Far enough apart that a step of the table is smaller than a level.
    let stops = places.enumerated().map { index, place in
      Gradient.Stop(
        place / 4 + Double(index) * 0.15,
        Color(red: random.byte(), green: random.byte(), blue: random.byte(), alpha: random.byte()))
    }
    let rect = DeviceRect(
      x: random.number(from: 0, to: 10), y: random.number(from: 0, to: 10),
      width: random.number(from: 20, to: 60), height: random.number(from: 20, to: 60))
    let angle = random.number(from: 0, to: 360)
    #expect(try worst(stops, rect, angle: angle) < 2.5, "seed \(seed)")
  }

  /// The gradient is transformed with its rectangle.
  @Test(arguments: [
    AffineTransform.scale(2, 2), .scale(0.5, 3), .translation(-7, 12),
    AffineTransform.rotation(degrees: 30).then(.translation(15, -5)),
  ])
  func gradientFollowsItsTransform(map: AffineTransform) throws {
    let rect = DeviceRect(x: 0, y: 0, width: 20, height: 12)
    #expect(try worst(Self.stops, rect, angle: 60, map: map) < 1.5)
  }

  /// A pixel on the edge belongs to the later stop. In 15 pixels, that is the eighth.
  @Test(arguments: [(16, 8), (15, 7)])
  func coincidentStopsAreAnEdge(width: Int, dark: Int) throws {
    let stops = [
      Gradient.Stop(0, .black), Gradient.Stop(0.5, .black),
      Gradient.Stop(0.5, .white), Gradient.Stop(1, .white),
    ]
    let size = try pixelSize(width, 2)
    let gradient = try #require(
      Gradient(stops: stops, over: DeviceRect(size.bounds), angle: 90, map: .identity))
    var target = Pixmap(size: size, fill: .clear)
    target.fill(
      RoundedRectangle(DeviceRect(size.bounds), cornerRadius: 0), with: gradient, clip: size.bounds)
    #expect(
      (0..<width).map { target[$0, 1][0] } == Array(repeating: 0, count: dark)
        + Array(repeating: 255, count: width - dark))
  }

  @Test func zeroLengthGradientIsNil() {
    let flat = DeviceRect(x: 3, y: 3, width: 8, height: 0)
    #expect(Gradient(stops: Self.stops, over: flat, angle: 0, map: .identity) == nil)
    #expect(Gradient(stops: Self.stops, over: flat, angle: 90, map: .identity) != nil)
    let rect = DeviceRect(x: 0, y: 0, width: 8, height: 8)
    #expect(Gradient(stops: [], over: rect, angle: 0, map: .identity) == nil)
    #expect(Gradient(stops: Self.stops, over: rect, angle: 0, map: .scale(0, 1)) == nil)
  }

  /// A masked gradient is the clipped gradient of the whole area.
  @Test func maskClipsOnlyTheGradient() throws {
    let size = try pixelSize(24, 24)
    let rect = DeviceRect(x: 2, y: 3, width: 20, height: 16)
    let gradient = try #require(
      Gradient(stops: Self.stops, over: rect, angle: 45, map: .identity))
    var whole = Pixmap(size: size, fill: .white)
    whole.fill(RoundedRectangle(rect, cornerRadius: 0), with: gradient, clip: size.bounds)
    var round = Pixmap(size: size, fill: .white)
    round.fill(RoundedRectangle(rect, cornerRadius: 6), with: gradient, clip: size.bounds)
    for y in 0..<24 {
      for x in 0..<24 {
        let isCorner =
          (x < 8 || x > 15) && (y < 9 || y > 12) && (2..<22).contains(x) && (3..<19).contains(y)
        if !isCorner { #expect(round[x, y] == whole[x, y], "\(x), \(y)") }
      }
    }
    #expect(round[2, 3] == [255, 255, 255, 255])
  }
}
