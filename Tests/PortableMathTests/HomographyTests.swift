import TestSupport
import Testing

@testable import PortableMath

/// Projections of tilted planes, against CSS's formulas.
@Suite struct HomographyTests {
  static let angles: [Double] = [0, 10, 45, 60, 89, 120, 180, 270, -30, -135, 400]

  /// CSS turns (x, y, 0) about the x axis to (x, y cos a, y sin a) and divides by 1 - z / d.
  @Test(arguments: angles, [50, 850, nil]) func pointMatchesCSS(
    angle: Double, distance: Double?
  ) {
    let map = Homography.tilt(x: angle, y: 0, distance: distance)
    let radians = angle * .pi / 180
    for (x, y) in [(0.0, 0.0), (30, 20), (-40, 35), (10, -45)] {
      let z = y * DeterministicMath.sin(radians)
      let w = 1 - (distance.map { z / $0 } ?? 0)
      let found = map.apply(x: x, y: y)
      #expect((found != nil) == (w > 0))
      guard let found else { continue }
      #expect(abs(found.x - x / w) < 1e-9)
      #expect(abs(found.y - y * DeterministicMath.cos(radians) / w) < 1e-9)
    }
  }

  /// `perspective(d) rotateX(a) rotateY(b)` turns about the y axis first: x moves to z.
  @Test(arguments: angles, angles) func turnsAxesInOrderOfCSS(a: Double, b: Double) {
    let map = Homography.tilt(x: a, y: b, distance: 300)
    func turned(_ degrees: Double) -> (sine: Double, cosine: Double) {
      (DeterministicMath.sin(degrees * .pi / 180), DeterministicMath.cos(degrees * .pi / 180))
    }
    let (first, second) = (turned(b), turned(a))
    for (x, y) in [(30.0, 20.0), (-40, 35), (10, -45)] {
      let (flat, back) = (x * first.cosine, 0 - x * first.sine)
      let (down, z) = (
        y * second.cosine - back * second.sine, y * second.sine + back * second.cosine
      )
      let w = 1 - z / 300
      let found = map.image(x: x, y: y)
      #expect(abs(found.x - flat) < 1e-9 && abs(found.y - down) < 1e-9 && abs(found.z - w) < 1e-9)
    }
  }

  @Test func halfTurnIsExact() {
    #expect(
      Homography.tilt(x: 180, y: 0, distance: 400) == .affine(a: 1, b: 0, c: 0, d: -1))
    #expect(
      Homography.tilt(x: 0, y: -180, distance: nil) == .affine(a: -1, b: 0, c: 0, d: 1))
  }

  @Test(arguments: 0..<50) func inverseUndoesProjection(seed: Int) throws {
    var random = SeededRandom(seed)
    let map = Homography.tilt(
      x: random.number(from: -80, to: 80), y: random.number(from: -80, to: 80), distance: 200
    ).then(.affine(a: 2, b: 0.5, c: -1, d: 1.5, x: 30, y: -20))
    let inverse = try #require(map.inverse)
    let (x, y) = (random.number(from: -90, to: 90), random.number(from: -90, to: 90))
    let image = map.image(x: x, y: y)
    try #require(image.z > 0.01)
    let back = inverse.image(x: image.x / image.z, y: image.y / image.z)
    #expect(abs(back.x / back.z - x) < 1e-7 && abs(back.y / back.z - y) < 1e-7)
    #expect(abs(back.z * image.z - 1) < 1e-7)
  }

  @Test func edgeOnPlaneHasNoInverse() {
    #expect(Homography.tilt(x: 90, y: 0, distance: 100).inverse == nil)
    #expect(Homography.tilt(x: 30, y: -90, distance: nil).inverse == nil)
    #expect(Homography.tilt(x: 89, y: 0, distance: 100).inverse != nil)
  }

  /// At 60 degrees the lower corners, at y = 20, are 20 sin 60 closer.
  @Test func boundsContainProjectedCorners() throws {
    let map = Homography.tilt(x: 60, y: 0, distance: 100)
    let box = try #require(map.boundingBox(of: DeviceRect(x: -30, y: -20, width: 60, height: 40)))
    let depth = 20 * DeterministicMath.sin(degrees: 60)
    let (near, far) = (1 - depth / 100, 1 + depth / 100)
    #expect(abs(box.x + 30 / near) < 1e-9 && abs(box.maxX - 30 / near) < 1e-9)
    #expect(abs(box.y + 10 / far) < 1e-9 && abs(box.maxY - 10 / near) < 1e-9)
  }

  /// The box of a plane that reaches behind the eye is large, finite, and on the right side.
  @Test func boundsExcludePointsBehindEye() throws {
    let map = Homography.tilt(x: 60, y: 0, distance: 10)
    let rect = DeviceRect(x: -30, y: -20, width: 60, height: 40)
    let box = try #require(map.boundingBox(of: rect))
    #expect(box.width.isFinite && box.height > 1000 && box.y > -20 && box.maxY > 1000)
    let behind = DeviceRect(x: -30, y: 20, width: 60, height: 40)
    #expect(map.boundingBox(of: behind) == nil)
  }
}
