import CImageIO
import CodecInterface
import PortableMath
import Raster

extension twheader_gif_frame {
  /// Throws `.malformed` where an index has no colour. `number` counts frames from 1.
  func check(_ indices: [UInt8], number: Int) throws(CodecError) {
    // The largest index is found fast; most frames need no other look.
    guard let largest = indices.max(), largest >= palette_count else { return }
    for index in indices where index >= palette_count && Int(index) != Int(transparent) {
      throw CodecError(
        damaged: "GIF", "frame \(number) uses colour \(index) of a palette of \(palette_count)")
    }
  }

  /// 256 pixels as they lie in memory; the transparent one, and those that the file does not have,
  /// are all 0.
  var pixels: [UInt32] {
    var entries = [UInt32](repeating: 0, count: 256)
    withUnsafeBytes(of: palette) { colors in
      for index in 0..<Int(palette_count) where index != Int(transparent) {
        let color = index * 3
        let (red, green, blue) = (colors[color], colors[color + 1], colors[color + 2])
        let pixel = UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 255 << 24
        entries[index] = pixel.littleEndian
      }
    }
    return entries
  }
}

extension Pixmap {
  /// Lays a frame's indices on the canvas, as far as they lie within it.
  mutating func lay(_ indices: [UInt8], _ palette: [UInt32], in rect: PixelRect) {
    let (visible, width) = (rect.intersection(size.bounds), width)
    bytes.withUnsafeMutableBytes { target in
      indices.withUnsafeBufferPointer { indices in
        palette.withUnsafeBufferPointer { palette in
          for y in visible.y..<visible.maxY {
            let from = (y - rect.y) * rect.width
            let to = (y * width + visible.x) * 4
            for x in 0..<visible.width {
              let pixel = palette[Int(indices[from + x])]
              // Without a branch, which would be guessed wrong often: all bits where opaque.
              let opaque = UInt32(bitPattern: Int32(bitPattern: pixel.littleEndian) >> 31)
              let place = to &+ x &* 4
              let below = target.loadUnaligned(fromByteOffset: place, as: UInt32.self)
              target.storeBytes(of: pixel | below & ~opaque, toByteOffset: place, as: UInt32.self)
            }
          }
        }
      }
    }
  }
}
