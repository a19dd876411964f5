import CImageIO
import CodecInterface
import PortableMath

/// Owns the libgif handle that writes the file, and returns the written bytes.
final class GIFContainer {
  private let writer: CodecHandle
  /// The checksum of all returned bytes.
  private var drained = CRC32()

  init(size: PixelSize, global: ColorTable?, loop: GIFOptions.Loop) throws(CodecError) {
    let rgb = global?.paddedRGB
    writer = try CodecHandle("GIF", close: twheader_gif_writer_close) {
      twheader_gif_writer_open(
        Int32(size.width), Int32(size.height), rgb, Int32((rgb?.count ?? 0) / 3), $0, $1)
    }
    let repeats: Int? =
      switch loop {
      case .forever: 0
      case .plays(let count): count > 1 ? count - 1 : nil
      }
    guard let repeats else { return }
    try CodecError.check("GIF") { twheader_gif_writer_loop(writer.pointer, UInt16(repeats), $0) }
  }

  func write(_ image: GIFImage) throws(CodecError) {
    let rgb = image.table?.paddedRGB ?? []
    try CodecError.check("GIF") { error in
      rgb.withUnsafeBufferPointer { colors in
        image.codes.withUnsafeBufferPointer { codes in
          var description = twheader_gif_image(
            x: Int32(image.rect.x), y: Int32(image.rect.y), width: Int32(image.rect.width),
            height: Int32(image.rect.height), delay: Int32(image.delay),
            disposal: image.clears ? 2 : 1, transparent: Int32(image.transparent ?? -1),
            colors: rgb.isEmpty ? nil : colors.baseAddress, color_count: Int32(rgb.count / 3),
            codes: codes.baseAddress, code_bytes: codes.count)
          return twheader_gif_writer_image(writer.pointer, &description, error)
        }
      }
    }
  }

  /// Writes the frame hashes. All preceding bytes must have been drained.
  func write(_ frames: FrameHashes) throws(CodecError) {
    let record = frames.bytes(checksum: drained.checksum)
    try CodecError.check("GIF") {
      twheader_gif_writer_application(
        writer.pointer, GIFFrameHashes.identifier, record, record.count, $0)
    }
  }

  func writeTrailer() throws(CodecError) {
    try CodecError.check("GIF") { twheader_gif_writer_finish(writer.pointer, $0) }
  }

  /// Returns the bytes written since the last call.
  func drain() -> [UInt8] {
    var count = 0
    guard let bytes = twheader_gif_writer_bytes(writer.pointer, &count) else { return [] }
    let taken = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    twheader_gif_writer_drained(writer.pointer)
    drained.add(taken[...])
    return taken
  }
}

/// A frame of the file, ready to be written.
package struct GIFImage: Sendable {
  var rect: PixelRect
  /// The delay in hundredths of a second, 0...65535.
  var delay: Int
  /// True if the rectangle is cleared after the frame.
  var clears: Bool
  var transparent: Int?
  /// The local table, or `nil` to use the global one.
  var table: ColorTable?
  /// The packed LZW codes, not split into blocks yet.
  var codes: [UInt8]

  /// Returns a single transparent pixel, which prolongs the previous frame.
  static func pause(delay: Int) -> GIFImage {
    let table = ColorTable(colors: [0], transparent: true)
    var writer = LZWCodeWriter(minimumCodeSize: table.minimumCodeSize, capacity: 2)
    writer.put(0)
    return GIFImage(
      rect: PixelRect(x: 0, y: 0, width: 1, height: 1), delay: delay, clears: false,
      transparent: 0, table: table, codes: writer.finish())
  }
}
