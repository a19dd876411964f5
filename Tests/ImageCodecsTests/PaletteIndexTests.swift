import Testing

@testable import GIF

/// The index of a palette's nearest colors compared with a linear search.
struct PaletteIndexTests {
  private static func colors(_ count: Int, _ random: inout RandomPictures) -> [XYBColor] {
    (0..<count).map { _ in
      XYBColor(rgb: UInt32(random.number(below: 1 << 24)))
    }
  }

  private static func plainDistance(of color: XYBColor, from palette: [XYBColor]) -> Float {
    palette.map { $0.squaredDistance(to: color) }.min() ?? .infinity
  }

  private static func distance(of color: XYBColor, in index: PaletteIndex) -> Float {
    index.xybColors[index.nearest(to: color.vector)].squaredDistance(to: color)
  }

  /// The counts leave any number of unused lanes in the last block.
  @Test(arguments: [1, 2, 3, 4, 5, 30, 255, 256])
  func nearestEntryEqualsLinearSearch(count: Int) throws {
    var random = RandomPictures(seed: UInt64(count))
    let palette = Self.colors(count, &random)
    let index = PaletteIndex(xybColors: palette, perCell: count)
    for color in Self.colors(60, &random) {
      #expect(
        Self.distance(of: color, in: index) <= 1.0001 * Self.plainDistance(of: color, from: palette)
      )
    }
  }

  /// A cell lists the entries nearest to its center.
  @Test func cellsListTheNearestEntries() throws {
    var random = RandomPictures(seed: 9)
    let palette = Self.colors(200, &random)
    let (long, short) = (
      PaletteIndex(xybColors: palette, perCell: 200), PaletteIndex(xybColors: palette, perCell: 16)
    )
    let found = Self.colors(100, &random).filter {
      short.nearest(to: $0.vector) == long.nearest(to: $0.vector)
    }
    #expect(found.count > 95)
  }

  /// Cells filled earlier use the moved entries.
  @Test func entriesMove() throws {
    var random = RandomPictures(seed: 4)
    let palette = Self.colors(10, &random)
    let index = PaletteIndex(xybColors: palette, perCell: 10)
    let colors = Self.colors(40, &random)
    for color in colors { _ = index.nearest(to: color.vector) }
    let moved = palette.map { XYBColor(y: 255 - $0.y, b: $0.x, x: -$0.b) }
    index.move(to: moved)
    for color in colors + Self.colors(40, &random) {
      #expect(
        Self.distance(of: color, in: index) <= 1.0001 * Self.plainDistance(of: color, from: moved))
    }
  }
}
