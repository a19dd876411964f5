@testable import CodecInterface
@testable import GIF
import PortableMath
import Raster
import Testing

/// A window has the same targets as a map of the complete frame.
struct TargetWindowTests {
  @Test(arguments: [(200, 180), (9000, 3), (3, 9000), (60, 50)])
  func targetsEqualMapForAnyStepCount(_ size: (width: Int, height: Int)) throws {
    var random = RandomPictures(seed: 3)
    let (width, height) = size
    let picture = try random.picture(.photo, width: width, height: height)
    let truth = SourceFrame(picture)
    let rect = PixelRect(x: 1, y: 1, width: width - 2, height: height - 2)
    let variance = LocalVariance(of: truth.pixels, width: width, rows: 0..<height)
    let update = FrameUpdate(size: picture.size, source: truth, rect: rect)
    let map = TargetMap(
      FrameContext(update: update, canvas: .clear(picture.size)), variance: variance,
      Palette([0, 0xFFFFFF], candidates: 4),
      tuning: GIFTuning(quality: 80, effort: 5))
    var window = TargetWindow(map)
    var pixel = 0
    var areSame = true
    var target = window.targets(from: 0)
    while pixel < map.count {
      if window.mustMove(to: pixel) { target = window.targets(from: pixel) }
      let length = min(1 + random.number(below: TargetWindow.reach), map.count - pixel)
      for place in pixel..<pixel + length {
        // The error diffused from one row to the next is kept when the window moves.
        target[rect.width].wanted += 1
        let diffused: Float = place < rect.width ? 0 : 1
        areSame = areSame && target.pointee.wanted == target.pointee.color + diffused
        let (x, y) = (1 + place % rect.width, 1 + place / rect.width)
        let color = truth.pixels[y * width + x]
        areSame = areSame && target.pointee.color == XYBColor(rgb: color).vector
        target += 1
      }
      pixel += length
    }
    #expect(areSame)
  }
}

extension Palette {
  /// Creates a palette of a few colors that may move.
  init(_ colors: [UInt32], candidates: Int) {
    let table = ColorTable(colors: colors, transparent: true)
    self.init(
      table: table, index: PaletteIndex(xybColors: table.xybColors, perCell: candidates),
      mayMove: true)
  }
}
