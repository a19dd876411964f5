import CImageIO
import CodecInterface
import PortableMath
import Raster

/// What a viewer of a GIF sees: the canvas onto which each frame is laid.
struct GIFCanvas {
  private var picture: Pixmap
  /// The canvas to go back to, and the part of it to clear, before the next frame.
  private var restored: Pixmap?
  private var cleared: PixelRect?

  init(size: PixelSize) { picture = Pixmap(size: size) }

  /// Lays a frame on the canvas and returns what is seen then. `number` counts from 1.
  ///
  /// Throws `.malformed` where an index has no colour.
  mutating func show(
    _ indices: [UInt8], _ frame: twheader_gif_frame, number: Int
  ) throws(CodecError) -> Pixmap {
    if let restored { picture = restored }
    if let cleared { clear(cleared) }
    restored = frame.disposal == 3 ? picture : nil
    let rect = PixelRect(
      x: Int(frame.left), y: Int(frame.top), width: Int(frame.width), height: Int(frame.height))
    cleared = frame.disposal == 2 ? rect : nil
    try check(indices, frame, number)
    lay(indices, palette(of: frame), in: rect)
    return picture
  }

  private func check(
    _ indices: [UInt8], _ frame: twheader_gif_frame, _ number: Int
  ) throws(CodecError) {
    // The largest index is found fast; most frames need no other look.
    guard let largest = indices.max(), largest >= frame.palette_count else { return }
    let transparent = Int(frame.transparent)
    for index in indices where index >= frame.palette_count && Int(index) != transparent {
      throw CodecError(
        damaged: "GIF",
        "frame \(number) uses colour \(index) of a palette of \(frame.palette_count)")
    }
  }

  /// 256 pixels as they lie in memory; the transparent one, and those that the file does not have,
  /// are all 0.
  private func palette(of frame: twheader_gif_frame) -> [UInt32] {
    var entries = [UInt32](repeating: 0, count: 256)
    withUnsafeBytes(of: frame.palette) { colors in
      for index in 0..<Int(frame.palette_count) where index != Int(frame.transparent) {
        let color = index * 3
        let (red, green, blue) = (colors[color], colors[color + 1], colors[color + 2])
        let pixel = UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 255 << 24
        entries[index] = pixel.littleEndian
      }
    }
    return entries
  }

  private mutating func lay(_ indices: [UInt8], _ palette: [UInt32], in rect: PixelRect) {
    let visible = rect.intersection(picture.size.bounds)
    let width = picture.width
    picture.bytes.withUnsafeMutableBytes { target in
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

  private mutating func clear(_ rect: PixelRect) {
    let visible = rect.intersection(picture.size.bounds)
    for y in visible.y..<visible.maxY {
      let start = (y * picture.width + visible.x) * 4
      picture.bytes.replaceSubrange(
        start..<start + visible.width * 4, with: repeatElement(0, count: visible.width * 4))
    }
  }
}
