import PortableMath
import TestSupport
import Testing

@testable import Raster

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Affine transforms, tested by their effect on points.
@Suite struct AffineTransformTests {
  private func map(_ random: inout SeededRandom) -> AffineTransform {
    func number() -> Double { random.number(from: -4, to: 4) }
    return AffineTransform(
      a: number(), b: number(), c: number(), d: number(), tx: number() * 9, ty: number() * 9)
  }

  private func isNear(_ first: Path.Point, _ second: Path.Point) -> Bool {
    abs(first.x - second.x) < 1e-9 && abs(first.y - second.y) < 1e-9
  }

  @Test(arguments: 0..<30) func concatenatesTransforms(seed: Int) {
    var random = SeededRandom(seed)
    let (first, second, third) = (map(&random), map(&random), map(&random))
    let (x, y) = (random.number(from: -50, to: 50), random.number(from: -50, to: 50))
    let step = first.apply(x, y)
    #expect(isNear(first.then(second).apply(x, y), second.apply(step.x, step.y)), "seed \(seed)")
    #expect(
      isNear(
        first.then(second).then(third).apply(x, y), first.then(second.then(third)).apply(x, y)),
      "seed \(seed)")
    #expect(first.then(.identity) == first && AffineTransform.identity.then(first) == first)
  }

  @Test(arguments: 0..<30) func inverseTransformsBack(seed: Int) throws {
    var random = SeededRandom(seed)
    let map = map(&random)
    let inverse = try #require(map.inverse)
    let (x, y) = (random.number(from: -50, to: 50), random.number(from: -50, to: 50))
    let place = map.apply(x, y)
    let back = inverse.apply(place.x, place.y)
    #expect(abs(back.x - x) < 1e-6 && abs(back.y - y) < 1e-6, "seed \(seed)")
  }

  @Test(arguments: [
    AffineTransform.scale(0, 1), .scale(3, 0),
    AffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0),
    .scale(.infinity, 1), .scale(.nan, 1),
  ])
  func singularTransformHasNoInverse(map: AffineTransform) { #expect(map.inverse == nil) }

  /// Rotations are clockwise on a screen: a point on the right moves to the bottom.
  @Test(arguments: [(90.0, 0.0, 1.0), (180, -1, 0), (270, 0, -1), (-90, 0, -1), (360, 1, 0)])
  func quarterTurnsAreExact(degrees: Double, x: Double, y: Double) {
    let turned = AffineTransform.rotation(degrees: degrees).apply(1, 0)
    #expect(turned.x == x && turned.y == y)
  }

  @Test(arguments: Array(stride(from: -300.0, through: 400, by: 37))) func rotationKeepsLengths(
    degrees: Double
  ) {
    let map = AffineTransform.rotation(degrees: degrees).then(.translation(5, 7))
    #expect(abs(map.lengths.x - 1) < 1e-12 && abs(map.lengths.y - 1) < 1e-12)
    let turned = AffineTransform.rotation(degrees: degrees).apply(1, 0)
    #expect(abs(atan2(turned.y, turned.x) - degrees.remainder(dividingBy: 360) * .pi / 180) < 1e-12)
  }

  @Test(arguments: [
    (AffineTransform.scale(2, 3), true), (.translation(-4, 9), true), (.scale(0, 1), true),
    (.scale(-1, 1), false), (.scale(1, -2), false), (.rotation(degrees: 1), false),
    (AffineTransform(a: 1, b: 0, c: 0.1, d: 1, tx: 0, ty: 0), false),
  ])
  func onlyScalesAndTranslationsAreUpright(map: AffineTransform, isUpright: Bool) {
    #expect(map.isUpright == isUpright)
  }

  @Test(arguments: 0..<10) func uprightTransformMapsRectangleCorners(seed: Int) {
    var random = SeededRandom(seed)
    let map = AffineTransform.scale(random.number(from: 0, to: 5), random.number(from: 0, to: 5))
      .then(.translation(random.number(from: -9, to: 9), random.number(from: -9, to: 9)))
    let rect = DeviceRect(x: 3, y: -4, width: 20, height: 7)
    let moved = map.uprightRect(rect)
    #expect(isNear(map.apply(rect.x, rect.y), [moved.x, moved.y]), "seed \(seed)")
    #expect(isNear(map.apply(rect.maxX, rect.maxY), [moved.maxX, moved.maxY]), "seed \(seed)")
  }

  @Test func mappedRectangleCoversItsCorners() {
    let rect = DeviceRect(x: 0, y: 0, width: 10, height: 4)
    #expect(
      AffineTransform.rotation(degrees: 90).then(.translation(20.5, 3)).enclosingPixels(of: rect)
        == PixelRect(x: 16, y: 3, width: 5, height: 10))
    #expect(
      AffineTransform.scale(-1, 0.5).enclosingPixels(of: rect)
        == PixelRect(x: -10, y: 0, width: 10, height: 2))
    #expect(AffineTransform.translation(.nan, 0).enclosingPixels(of: rect).isEmpty)
  }
}
