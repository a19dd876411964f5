import Raster
import Testing

@testable import ImageCodecs

/// A window shows the same wishes as the whole frame's would be.
struct WishWindowTests {
  @Test(arguments: [(200, 180), (9000, 3), (3, 9000), (60, 50)])
  func whateverTheStepsTheWishesAreThoseOfTheFrame(_ size: (width: Int, height: Int)) throws {
    var random = RandomPictures(seed: 3)
    let (width, height) = size
    let picture = try random.picture(.photo, width: width, height: height)
    let truth = TruthFrame(picture)
    let rect = PixelRect(x: 1, y: 1, width: width - 2, height: height - 2)
    var masking = MaskingMap(width: width, height: height)
    masking.measure(truth.pixels, rows: 0..<height)
    let frame = FrameInTime(
      truth: truth, before: nil, after: nil,
      canvas: [UInt32](repeating: TruthFrame.clear, count: width * height), moved: nil,
      width: width)
    let map = WishMap(
      frame, in: rect, masking: masking,
      ChosenTable(table: ColorTable(colors: [0, 0xFFFFFF], transparent: true), exact: []),
      tuning: GIFTuning(quality: 80, effort: 5), isLossless: false)
    var window = WishWindow(map)
    defer { window.free() }
    var pixel = 0
    var areSame = true
    var wish = window.wishes(from: 0)
    while pixel < map.count {
      if window.mustMove(to: pixel) { wish = window.wishes(from: pixel) }
      let length = min(1 + random.number(below: WishWindow.reach), map.count - pixel)
      for place in pixel..<pixel + length {
        let (x, y) = (1 + place % rect.width, 1 + place / rect.width)
        let color = truth.pixels[y * width + x]
        areSame = areSame && wish.pointee.tone == Tone(rgb: color)
        wish += 1
      }
      pixel += length
    }
    #expect(areSame)
  }
}
