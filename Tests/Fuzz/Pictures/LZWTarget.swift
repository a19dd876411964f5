import CodecInterface
import GIF
import ImageCodecs
import PortableMath
import Raster

/// Random palette indices through the lossless GIF encoder and back: the pixels are the same.
///
/// An input is the width, the number of colors minus one, effort and flags, followed by the
/// indices.
struct LZWTarget: FuzzTarget {
  private static let headerBytes = 4

  func input(_ random: inout SeededRandom) -> [UInt8] {
    let width = 1 + random.number(below: random.pick([3, 40, 250]))
    let height = 1 + random.number(below: random.pick([3, 40, 120]))
    let colors = random.pick([1, 2, 3, 4, 16, 17, 200, 255])
    var bytes = [
      UInt8(width), UInt8(colors - 1), UInt8(random.number(below: 9)),
      UInt8(random.number(below: 2)),
    ]
    let flats = random.pick([0, 50, 95, 100])
    var last: UInt8 = 0
    while bytes.count < width * height + Self.headerBytes {
      switch random.number(below: 100) {
      case 0..<2 where bytes.count > 80:
        // Repeated strings, for which LZW is made.
        let start = Self.headerBytes + random.number(below: bytes.count - 70)
        bytes += Array(bytes[start..<min(bytes.count, start + 1 + random.number(below: 64))])
      case 0..<flats: bytes.append(last)
      default:
        last = UInt8(random.number(below: colors))
        bytes.append(last)
      }
    }
    return Array(bytes.prefix(width * height + Self.headerBytes))
  }

  func run(_ input: [UInt8]) throws -> Bool {
    guard input.count > Self.headerBytes, let size = size(of: input) else { return false }
    let isTransparent = input[3] == 1
    let indices = input.dropFirst(Self.headerBytes).prefix(size.area)
    let pixels = indices.flatMap { index -> [UInt8] in
      if isTransparent, index == 0 { return [0, 0, 0, 0] }
      return [index &* 3, 255 &- index, index ^ 0x55, 255]
    }
    guard let picture = Pixmap(size: size, bytes: pixels) else { return false }
    let blank = Pixmap(size: size, fill: .white)
    let options = GIFOptions(effort: Int(input[2] % 9) + 1, lossless: true)
    let frames = [picture, blank, picture]
    var bytes: [UInt8] = []
    do throws(CodecError) {
      var encoder = try GIFEncoder(size: size, options: options)
      for frame in frames {
        bytes += try encoder.append(frame, duration: RationalTime(1, over: 10) ?? 1)
      }
      bytes += try encoder.finish()
    } catch {
      throw Finding("indices are refused: \(error)")
    }
    let read = try AnimationDecoder.decode(bytes: bytes).frames.map(\.pixmap)
    let expected = picture == blank ? [picture] : frames
    try Finding.require(read == expected, "what was written is read as something else")
    return true
  }

  private func size(of input: [UInt8]) -> PixelSize? {
    let width = max(1, Int(input[0]))
    return PixelSize(width: width, height: (input.count - Self.headerBytes) / width)
  }
}
