import CodecInterface
import GIF
import ImageCodecs
import PortableMath
import Raster
import VisualDiff

/// Twenty small frames with a scrolled grainy picture above a flat and a smooth area, with methods
/// to change and to quantize them.
struct QuantizedClip {
  typealias Frame = (pixmap: Pixmap, centiseconds: Int)

  static let size = PixelSize(width: 96, height: 80) ?? Pixmap.onePixel
  static let flatPixel = PixelRect(x: 10, y: 70, width: 1, height: 1)
  static let smoothSpot = PixelRect(x: 70, y: 60, width: 4, height: 4)
  static let busySpot = PixelRect(x: 40, y: 12, width: 8, height: 8)
  static let shade = PixelRect(x: 8, y: 58, width: 30, height: 10)
  /// The rectangle that contains the avatar before and after its move.
  static let avatar = PixelRect(x: 10, y: 30, width: 22, height: 20)

  var frames: [Frame]

  private static let original = (0..<20).map { (pixmap: frame($0), centiseconds: 8) }

  init() { frames = Self.original }

  static func frame(_ index: Int, avatarShift: Int = 0) -> Pixmap {
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        bytes += color(x, y, index, avatarShift) + [255]
      }
    }
    return Pixmap(size: size, bytes: bytes) ?? Pixmap(size: size)
  }

  private static func color(_ x: Int, _ y: Int, _ index: Int, _ avatarShift: Int) -> [UInt8] {
    let (right, down) = (x - 20 - avatarShift, y - 40)
    if right * right + down * down < 100 { return [200, UInt8(90 + 4 * abs(down)), 40] }
    if y < 40 {
      // Grain moves with the content: a hash of the position.
      let column = UInt64(x + 3 * index)
      var state = (column &* 0x9E37_79B9_7F4A_7C15) ^ (UInt64(y) &* 0xC2B2_AE3D_27D4_EB4F)
      state = (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9
      let grain = Int(state >> 40) % 41 - 20
      let wave = Int(column) % 64
      let base = 60 + (wave < 32 ? wave : 64 - wave) * 3
      return [base + grain, 150 - base / 2 + grain, 80 + y + grain].map { UInt8(clamping: $0) }
    }
    if x < 48 { return [250, 250, 250] }
    return [UInt8(60 + x), UInt8(130 + y / 2), UInt8(200 - x / 2)]
  }

  /// Adds a value to the pixels of a rectangle in some frames.
  mutating func add(_ step: Int, to rect: PixelRect, in indices: ClosedRange<Int>) {
    for index in indices {
      var bytes = frames[index].pixmap.bytes
      for y in rect.y..<rect.maxY {
        for x in rect.x..<rect.maxX {
          for channel in 0..<3 {
            let place = (y * QuantizedClip.size.width + x) * 4 + channel
            bytes[place] = UInt8(clamping: Int(bytes[place]) + step)
          }
        }
      }
      frames[index].pixmap =
        Pixmap(size: QuantizedClip.size, bytes: bytes) ?? frames[index].pixmap
    }
  }
}

/// A quantizer of clips.
enum Quantizer: String, CaseIterable {
  case quality60, quality90, errorDiffusion

  /// Returns the decoded frames with their durations.
  func quantize(_ clip: QuantizedClip) throws -> [(Pixmap, RationalTime)] {
    switch self {
    case .quality60: try gif(clip, quality: 60)
    case .quality90: try gif(clip, quality: 90)
    case .errorDiffusion:
      clip.frames.map { (diffused($0.pixmap), hundredths($0.centiseconds)) }
    }
  }

  private func gif(_ clip: QuantizedClip, quality: Int) throws -> [(Pixmap, RationalTime)] {
    var encoder = try GIFEncoder(
      size: QuantizedClip.size, options: GIFOptions(quality: quality, effort: 1))
    var bytes: [UInt8] = []
    for frame in clip.frames {
      bytes += try encoder.append(frame.pixmap, duration: hundredths(frame.centiseconds))
    }
    bytes += try encoder.finish()
    var reader = try AnimationReader(bytes: bytes)
    var frames: [(Pixmap, RationalTime)] = []
    while let frame = try reader.next() {
      frames.append((frame.pixmap, frame.duration))
    }
    return frames
  }

  /// Floyd-Steinberg dither to 11 levels per channel, similar to another program's palette and
  /// dither.
  private func diffused(_ pixmap: Pixmap) -> Pixmap {
    let width = pixmap.width
    var values = pixmap.bytes.map { Int($0) * 16 }
    var bytes = pixmap.bytes
    for y in 0..<pixmap.height {
      for x in 0..<width {
        for channel in 0..<3 {
          let place = (y * width + x) * 4 + channel
          let levels = 10
          let wanted = min(max(0, values[place]), 255 * 16)
          let level = (wanted * levels + 255 * 8) / (255 * 16)
          bytes[place] = UInt8(level * 255 / levels)
          let error = wanted - Int(bytes[place]) * 16
          func spread(_ right: Int, _ down: Int, _ weight: Int) {
            let (column, line) = (x + right, y + down)
            guard (0..<width).contains(column), line < pixmap.height else { return }
            values[(line * width + column) * 4 + channel] += error * weight / 16
          }
          spread(1, 0, 7)
          spread(-1, 1, 3)
          spread(0, 1, 5)
          spread(1, 1, 1)
        }
      }
    }
    return Pixmap(size: pixmap.size, bytes: bytes) ?? pixmap
  }
}
