import CImageFence
import Raster

/// What a viewer of a GIF sees: the canvas onto which each frame is laid.
struct GIFCanvas {
  private var picture: Pixmap
  /// The canvas to go back to, and the part of it to clear, before the next frame.
  private var restored: Pixmap?
  private var cleared: PixelRect?

  init(size: PixelSize) {
    picture = Pixmap(size: size)
  }

  /// Lays a frame on the canvas and returns what is seen then. `number` counts from 1.
  ///
  /// Throws `.malformed` where an index has no colour.
  mutating func show(
    _ indices: [UInt8], _ frame: fence_gif_frame, number: Int
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
    _ indices: [UInt8], _ frame: fence_gif_frame, _ number: Int
  ) throws(CodecError) {
    let transparent = Int(frame.transparent)
    for index in 0..<indices.count
    where indices[index] >= frame.palette_count && Int(indices[index]) != transparent {
      throw CodecError(
        kind: .malformed,
        message: "damaged GIF: frame \(number) uses colour \(indices[index]) of a palette of "
          + "\(frame.palette_count)",
        hint: CodecError.exportAgain)
    }
  }

  /// 256 RGBA entries; the transparent one, and those that the file does not have, are all 0.
  private func palette(of frame: fence_gif_frame) -> [UInt8] {
    var entries = [UInt8](repeating: 0, count: 1024)
    withUnsafeBytes(of: frame.palette) { colors in
      for index in 0..<Int(frame.palette_count) where index != Int(frame.transparent) {
        for channel in 0..<3 { entries[index * 4 + channel] = colors[index * 3 + channel] }
        entries[index * 4 + 3] = 255
      }
    }
    return entries
  }

  private mutating func lay(_ indices: [UInt8], _ palette: [UInt8], in rect: PixelRect) {
    let visible = rect.intersection(picture.size.bounds)
    let width = picture.width
    picture.bytes.withUnsafeMutableBufferPointer { target in
      indices.withUnsafeBufferPointer { indices in
        palette.withUnsafeBufferPointer { palette in
          for y in visible.y..<visible.y + visible.height {
            var from = (y - rect.y) * rect.width
            var to = (y * width + visible.x) * 4
            for _ in 0..<visible.width {
              let entry = Int(indices[from]) * 4
              if palette[entry + 3] != 0 {
                target[to] = palette[entry]
                target[to + 1] = palette[entry + 1]
                target[to + 2] = palette[entry + 2]
                target[to + 3] = 255
              }
              from += 1
              to += 4
            }
          }
        }
      }
    }
  }

  private mutating func clear(_ rect: PixelRect) {
    let visible = rect.intersection(picture.size.bounds)
    for y in visible.y..<visible.y + visible.height {
      let start = (y * picture.width + visible.x) * 4
      for index in start..<start + visible.width * 4 { picture.bytes[index] = 0 }
    }
  }
}
