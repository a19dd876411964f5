import PortableMath
import Raster
import Testing

/// Pseudorandom pictures that are the same in every run.
struct RandomPictures {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// Returns a number in 0..<bound (xorshift64*).
  mutating func number(below bound: Int) -> Int {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % bound
  }

  mutating func byte() -> UInt8 { UInt8(number(below: 256)) }

  /// The kind of a picture's pixels.
  enum Kind: CaseIterable {
    case photo, translucent, fewColors, fewTranslucentColors, gray, black, twoColors
  }

  mutating func picture(_ kind: Kind, width: Int, height: Int) throws -> Pixmap {
    let size = try #require(PixelSize(width: width, height: height))
    let palette = (0..<11).map { _ in premultiplied(alpha: kind == .fewColors ? 255 : byte()) }
    var bytes: [UInt8] = []
    for _ in 0..<size.area {
      switch kind {
      case .photo: bytes += premultiplied(alpha: 255)
      case .translucent: bytes += premultiplied(alpha: byte())
      case .fewColors, .fewTranslucentColors: bytes += palette[number(below: palette.count)]
      case .gray:
        let gray = byte()
        bytes += [gray, gray, gray, 255]
      case .black: bytes += [0, 0, 0, 255]
      case .twoColors: bytes += number(below: 2) == 0 ? [0, 0, 0, 0] : [200, 10, 30, 255]
      }
    }
    return try #require(Pixmap(size: size, bytes: bytes))
  }

  /// Returns the picture with `rect` filled with noise.
  mutating func disturbed(_ picture: Pixmap, _ rect: PixelRect, alpha: UInt8 = 255) throws -> Pixmap
  {
    var bytes = picture.bytes
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX {
        let start = (y * picture.width + x) * 4
        bytes.replaceSubrange(start..<start + 4, with: premultiplied(alpha: alpha))
      }
    }
    return try #require(Pixmap(size: picture.size, bytes: bytes))
  }

  private mutating func premultiplied(alpha: UInt8) -> [UInt8] {
    let colors = (0..<3).map { _ in UInt8(Int(byte()) * Int(alpha) / 255) }
    return colors + [alpha]
  }
}
