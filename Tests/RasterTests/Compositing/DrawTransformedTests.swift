import PortableMath
import TestSupport
import Testing

@testable import Raster

/// Pictures and masks under affine transforms, and backdrops of masks.
@Suite struct DrawTransformedTests {
  private func drawn(
    _ picture: Pixmap, _ map: AffineTransform, on ground: Pixmap, opacity: UInt8 = 255
  ) -> Pixmap {
    var result = ground
    result.draw(picture, under: map, opacity: opacity, clip: ground.size.bounds)
    return result
  }

  /// A translation by whole pixels equals plain drawing, even for translucent pictures.
  @Test(arguments: [(0, 0), (3, 5), (-2, -3), (9, 8), (40, 0)]) func wholePixelMoveDrawsUnchanged(
    x: Int, y: Int
  ) throws {
    let ground = Pixmap.opaqueNoise(try pixelSize(16, 14))
    let picture = Pixmap.translucentNoise(try pixelSize(9, 7))
    var plain = ground
    plain.draw(picture, x: x, y: y, opacity: 255, clip: ground.size.bounds)
    let moved = drawn(picture, .translation(Double(x), Double(y)), on: ground)
    #expect(difference(moved.bytes, plain.bytes).largest <= 1)
  }

  /// Quarter turns and mirroring move whole pixels.
  @Test(arguments: [90.0, 180, 270, 360]) func quarterTurnMovesPixels(degrees: Double) throws {
    let picture = Pixmap.opaqueNoise(try pixelSize(8, 8))
    let map = AffineTransform.translation(-4, -4).then(.rotation(degrees: degrees))
      .then(.translation(4, 4))
    let turned = drawn(picture, map, on: Pixmap(size: picture.size))
    for y in 0..<8 {
      for x in 0..<8 {
        let place = map.apply(Double(x) + 0.5, Double(y) + 0.5)
        let (column, row) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
        #expect(difference(turned[column, row], picture[x, y]).largest <= 1, "\(x), \(y)")
      }
    }
  }

  @Test func mirrorSwapsLeftAndRight() throws {
    let picture = Pixmap.opaqueNoise(try pixelSize(7, 5))
    let mirrored = drawn(
      picture, AffineTransform.scale(-1, 1).then(.translation(7, 0)), on: Pixmap(size: picture.size)
    )
    for y in 0..<5 {
      for x in 0..<7 { #expect(difference(mirrored[6 - x, y], picture[x, y]).largest <= 1) }
    }
  }

  /// A rotated picture of one color keeps it; only its edge is blended with the background.
  @Test(arguments: 0..<20) func uniformColorIsUnchanged(seed: Int) throws {
    var random = SeededRandom(seed)
    let size = try pixelSize(40, 40)
    let picture = Pixmap(size: try pixelSize(16, 12), fill: Color(rgb: 0x3080C0))
    let map = AffineTransform.translation(-8, -6)
      .then(.scale(random.number(from: 0.6, to: 2), random.number(from: 0.6, to: 2)))
      .then(.rotation(degrees: random.number(from: 0, to: 360))).then(.translation(20, 20))
    let result = drawn(picture, map, on: Pixmap(size: size, fill: .white))
    let mask = try #require(
      CoverageMask(
        filling: Path.rect(DeviceRect(picture.size.bounds)).transformed(by: map), size: size))
    for (place, covered) in mask.bytes.enumerated() {
      let part = Double(covered) / 255
      for (channel, level) in [0x30, 0x80, 0xC0].enumerated() {
        let expected = 255 + (Double(level) - 255) * part
        #expect(abs(Double(result.bytes[place * 4 + channel]) - expected) <= 1.5, "seed \(seed)")
      }
    }
  }

  @Test func opacityMixesWithTheBackground() throws {
    let ground = Pixmap(size: try pixelSize(6, 6), fill: .white)
    let picture = Pixmap(size: try pixelSize(6, 6), fill: .black)
    #expect(drawn(picture, .identity, on: ground, opacity: 0) == ground)
    #expect(drawn(picture, .identity, on: ground, opacity: 51)[3, 3] == [204, 204, 204, 255])
    #expect(drawn(picture, .scale(0, 1), on: ground) == ground)
  }

  @Test func outlineLimitsPainting() throws {
    let size = try pixelSize(12, 12)
    var result = Pixmap(size: size, fill: .white)
    result.draw(
      Pixmap(size: size, fill: .black), under: .identity,
      within: .rect(DeviceRect(x: 2, y: 3, width: 5, height: 4)), opacity: 255, clip: size.bounds)
    for y in 0..<12 {
      for x in 0..<12 {
        let isInside = (2..<7).contains(x) && (3..<7).contains(y)
        #expect(result[x, y][0] == (isInside ? 0 : 255))
      }
    }
  }

  // MARK: - Masks

  @Test(arguments: [(0, 0), (3, 2), (-2, 5)]) func wholePixelMoveKeepsMask(x: Int, y: Int)
    throws
  {
    var random = SeededRandom(3)
    let size = try pixelSize(9, 7)
    let mask = try #require(
      CoverageMask(size: size, bytes: (0..<size.area).map { _ in random.byte() }))
    let bounds = PixelRect(x: 0, y: 0, width: 20, height: 20)
    let placed = try #require(
      PlacedMask(mask, under: .translation(Double(x), Double(y)), within: bounds))
    for row in 0..<20 {
      for column in 0..<20 {
        let (u, v) = (column - x, row - y)
        let isInside = (0..<9).contains(u) && (0..<7).contains(v)
        let (p, q) = (column - placed.x, row - placed.y)
        let isPlaced = (0..<placed.mask.width).contains(p) && (0..<placed.mask.height).contains(q)
        #expect(
          (isPlaced ? placed.mask.bytes[q * placed.mask.width + p] : 0)
            == (isInside ? mask.bytes[v * 9 + u] : 0))
      }
    }
  }

  @Test func opacityScalesMask() throws {
    let size = try pixelSize(256, 1)
    let mask = try #require(CoverageMask(size: size, bytes: (0..<256).map { UInt8($0) }))
    let placed = PlacedMask(mask, x: 4, y: 5)
    #expect(placed.scaled(by: 255) == placed)
    #expect(placed.scaled(by: 0).mask.bytes.allSatisfy { $0 == 0 })
    for (value, scaled) in placed.scaled(by: 100).mask.bytes.enumerated() {
      #expect(Int(scaled) == (2 * value * 100 + 255) / 510)
    }
    #expect(placed.bounds == PixelRect(x: 4, y: 5, width: 256, height: 1))
  }

  @Test func pathIsPlacedWhereItCovers() throws {
    let bounds = PixelRect(x: 0, y: 0, width: 30, height: 30)
    let path = Path.circle(centerX: 12, centerY: 9, radius: 4.5)
    let placed = try #require(PlacedMask(filling: path, within: bounds))
    #expect(placed.bounds == PixelRect(x: 7, y: 4, width: 10, height: 10))
    let whole = try #require(CoverageMask(filling: path, size: try pixelSize(30, 30)))
    for row in 0..<10 {
      for column in 0..<10 {
        #expect(
          placed.mask.bytes[row * 10 + column] == whole.bytes[(row + 4) * 30 + column + 7])
      }
    }
    #expect(PlacedMask(filling: Path(), within: bounds) == nil)
    #expect(
      PlacedMask(filling: .circle(centerX: 90, centerY: 9, radius: 4), within: bounds) == nil)
  }

  // MARK: - Backdrops

  private func backdrop(_ filter: BackdropBlur, on ground: Pixmap, _ rect: DeviceRect) throws
    -> Pixmap
  {
    var result = ground
    let mask = try #require(PlacedMask(filling: .rect(rect), within: ground.size.bounds))
    result.filterBackdrop(filter, through: mask, clip: ground.size.bounds)
    return result
  }

  /// Pixels outside of the mask do not change. A background of one color keeps it under the tint.
  @Test(arguments: [0.0, 1, 5, 20]) func backdropChangesOnlyItsMask(sigma: Double) throws {
    let rect = DeviceRect(x: 6, y: 8, width: 14, height: 10)
    let noise = Pixmap.opaqueNoise(try pixelSize(32, 32))
    let filter = BackdropBlur(sigma: sigma, saturation: 1, tint: .clear)
    let blurred = try backdrop(filter, on: noise, rect)
    for y in 0..<32 {
      for x in 0..<32 where !((6..<20).contains(x) && (8..<18).contains(y)) {
        #expect(blurred[x, y] == noise[x, y])
      }
    }
    let flat = Pixmap(size: noise.size, fill: Color(rgb: 0x406080))
    #expect(difference(try backdrop(filter, on: flat, rect).bytes, flat.bytes).largest <= 1)
    var tinted = filter
    tinted.tint = Color(rgb: 0x000000, alpha: 51)
    let pixel = try backdrop(tinted, on: flat, rect)[10, 10]
    #expect(difference(pixel, [51, 77, 102, 255]).largest <= 1)
  }

  /// Inside the mask, the backdrop is the blurred canvas, including pixels from outside of the
  /// mask.
  @Test(arguments: 0..<6) func backdropIsTheBlurredCanvas(seed: Int) throws {
    var random = SeededRandom(seed)
    let ground = Pixmap.opaqueNoise(try pixelSize(64, 56), seed: UInt64(seed))
    let sigma = random.number(from: 0.6, to: 7.9)
    let (left, top) = (random.number(in: 1...40), random.number(in: 1...30))
    let blurred = ground.gaussianBlurred(sigma: sigma * BackdropBlur.spread)
    let result = try backdrop(
      BackdropBlur(sigma: sigma, saturation: 1, tint: .clear), on: ground,
      DeviceRect(x: Double(left), y: Double(top), width: 20, height: 18))
    for y in top..<top + 18 {
      for x in left..<left + 20 {
        #expect(difference(result[x, y], blurred[x, y]).largest <= 1, "seed \(seed), \(x), \(y)")
      }
    }
  }

  /// A backdrop with an opacity is blended with the canvas.
  @Test(arguments: [0, 51, 128, 255] as [UInt8]) func backdropFades(opacity: UInt8) throws {
    let ground = Pixmap.opaqueNoise(try pixelSize(64, 56))
    let rect = DeviceRect(x: 20, y: 10, width: 20, height: 18)
    var filter = BackdropBlur(sigma: 5, saturation: 1.4, tint: Color(rgb: 0xFFFFFF, alpha: 60))
    let whole = try backdrop(filter, on: ground, rect)
    filter.opacity = opacity
    let result = try backdrop(filter, on: ground, rect)
    for y in 10..<28 {
      for x in 20..<40 {
        let wanted = zip(ground[x, y], whole[x, y]).map { before, after -> UInt8 in
          let change = (Double(after) - Double(before)) * Double(opacity) / 255
          return UInt8((Double(before) + change).rounded())
        }
        #expect(difference(result[x, y], wanted).largest <= 1, "\(x), \(y)")
      }
    }
  }

  /// A mask of the outside of a path and one of its inside cover everything.
  @Test func outsideOfPathIsItsComplement() throws {
    let path = Path.roundedRect(
      DeviceRect(x: 3.3, y: 2.6, width: 9.5, height: 7), radii: RoundedCorners(3))
    for bounds in [
      PixelRect(x: 0, y: 0, width: 16, height: 12), PixelRect(x: 5, y: 4, width: 20, height: 3),
      PixelRect(x: 20, y: 0, width: 4, height: 4),
    ] {
      let outside = try #require(PlacedMask(outside: path, within: bounds))
      #expect(outside.bounds == bounds)
      let inside = PlacedMask(filling: path, within: bounds)
      for y in bounds.y..<bounds.maxY {
        for x in bounds.x..<bounds.maxX {
          let at = (y - bounds.y) * bounds.width + x - bounds.x
          var covered = 0
          if let inside, x >= inside.bounds.x, x < inside.bounds.maxX, y >= inside.bounds.y,
            y < inside.bounds.maxY
          {
            covered = Int(
              inside.mask.bytes[(y - inside.y) * inside.mask.width + x - inside.x])
          }
          #expect(Int(outside.mask.bytes[at]) + covered == 255)
        }
      }
    }
  }

  /// Wide blurs are computed from fewer pixels, which stay aligned to the canvas while the layer
  /// moves.
  @Test(arguments: 1..<8) func movingBackdropDoesNotFlicker(way: Int) throws {
    let ground = Pixmap.opaqueNoise(try pixelSize(160, 90))
    func moved(_ way: Int) throws -> Pixmap {
      try backdrop(
        BackdropBlur(sigma: 10, saturation: 1, tint: .clear), on: ground,
        DeviceRect(x: Double(40 + way), y: Double(40 + way), width: 40, height: 16))
    }
    let (still, further) = (try moved(0), try moved(way))
    for y in 40 + way..<56 {
      for x in 40 + way..<80 { #expect(still[x, y] == further[x, y], "\(x), \(y)") }
    }
  }

  @Test func backdropWithoutBlurIsTheBackground() throws {
    let noise = Pixmap.opaqueNoise(try pixelSize(32, 32))
    let rect = DeviceRect(x: 6, y: 8, width: 14, height: 10)
    let filter = BackdropBlur(sigma: 0, saturation: 1, tint: .clear)
    #expect(try backdrop(filter, on: noise, rect) == noise)
    var gray = filter
    gray.saturation = 0
    let pixel = try backdrop(gray, on: noise, rect)[12, 12]
    #expect(difference([pixel[0], pixel[0]], [pixel[1], pixel[2]]).largest <= 1)
  }
}
