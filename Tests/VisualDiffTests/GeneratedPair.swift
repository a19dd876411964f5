import PortableMath
import Raster
import VisualDiff

/// A pair of small pictures and options generated from a seed with a linear congruential generator
/// (Knuth's MMIX constants), so that other implementations can use the same bytes.
struct GeneratedPair {
  let first: StraightPicture
  let second: StraightPicture
  let options: PixelmatchOptions

  private struct Generator {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
  }

  init(seed: Int) {
    var random = Generator(
      state: UInt64(seed) &* 2_862_933_555_777_941_757 &+ 3_037_000_493)
    let width = 1 + random.next(below: 24)
    let height = 1 + random.next(below: 24)
    let kind = random.next(below: 6)
    let step = [255, 128, 64, 7][random.next(below: 4)]
    let alphaMode = random.next(below: 3)
    let area = width * height
    var bytes = [UInt8](repeating: 0, count: area * 4)
    for index in bytes.indices {
      if index & 3 < 3 {
        bytes[index] = UInt8(random.next(below: 256) / step * step)
      } else if alphaMode == 1 {
        bytes[index] = [255, 255, 128, 0][random.next(below: 4)]
      } else {
        bytes[index] = alphaMode == 0 ? 255 : UInt8(random.next(below: 256))
      }
    }
    if kind >= 3 {
      for _ in 0..<1 + random.next(below: 5) {
        let left = random.next(below: width)
        let top = random.next(below: height)
        let right = left + 1 + random.next(below: width)
        let bottom = top + 1 + random.next(below: height)
        var color = (0..<3).map { _ in UInt8(random.next(below: 256)) }
        let isOpaque = alphaMode == 0 || random.next(below: 2) != 0
        color.append(isOpaque ? 255 : UInt8(random.next(below: 256)))
        for y in top..<min(height, bottom) {
          for x in left..<min(width, right) {
            for channel in 0..<4 { bytes[(y * width + x) * 4 + channel] = color[channel] }
          }
        }
      }
    }
    var changed = bytes
    for _ in 0..<(kind == 0 ? area : 1 + random.next(below: area)) {
      let target = random.next(below: area) * 4
      let source = random.next(below: area) * 4
      switch random.next(below: 4) {
      case 0:
        for channel in 0..<4 { changed[target + channel] = bytes[source + channel] }
      case 1:
        let channel = random.next(below: 3)
        changed[target + channel] = UInt8(random.next(below: 256))
      case 2:
        let channel = random.next(below: 3)
        let brighter = Int(bytes[target + channel]) + 1 + random.next(below: 40)
        changed[target + channel] = UInt8(min(255, brighter))
      default:
        for channel in 0..<3 {
          let sum = Int(bytes[target + channel]) + Int(bytes[source + channel])
          changed[target + channel] = UInt8(sum >> 1)
        }
        if alphaMode != 0 { changed[target + 3] = UInt8(random.next(below: 256)) }
      }
    }
    options = PixelmatchOptions(
      threshold: [0, 0.01, 0.05, 0.1, 0.1, 0.3, 0.7, 1][random.next(below: 8)],
      includesAntialiasing: random.next(below: 3) == 0,
      blendsOverPattern: random.next(below: 4) != 0)
    let picture = Pixmap(size: PixelSize(width: width, height: height) ?? Pixmap.onePixel)
    first = StraightPicture(size: picture.size, bytes: bytes) ?? StraightPicture(picture)
    second = StraightPicture(size: picture.size, bytes: changed) ?? StraightPicture(picture)
  }
}

extension Pixmap {
  /// The fallback size of failed constructions in tests.
  static var onePixel: PixelSize {
    guard let size = PixelSize(width: 1, height: 1) else { preconditionFailure("1 x 1") }
    return size
  }
}
