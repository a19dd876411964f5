import CImageIO
import CodecInterface
import PortableMath

/// Owns the libgif handle that writes the file, and returns what it wrote.
final class GIFContainer {
  private let writer: OpaquePointer
  /// Of the bytes that were returned.
  private var drained = CRC32()

  init(size: PixelSize, global: ColorTable?, loop: GIFOptions.Loop) throws(CodecError) {
    var opened: OpaquePointer?
    var error = twheader_error()
    let rgb = global?.paddedRGB ?? []
    let status = rgb.withUnsafeBufferPointer {
      twheader_gif_writer_open(
        Int32(size.width), Int32(size.height), rgb.isEmpty ? nil : $0.baseAddress,
        Int32(rgb.count / 3), &opened, &error)
    }
    guard status == TWHEADER_OK, let opened else { throw Self.failure(status, error) }
    writer = opened
    switch loop {
    case .forever: try writeLoop(repeats: 0)
    case .plays(let count) where count > 1: try writeLoop(repeats: UInt16(count - 1))
    case .plays: break
    }
  }

  deinit { twheader_gif_writer_close(writer) }

  private func writeLoop(repeats: UInt16) throws(CodecError) {
    var error = twheader_error()
    let status = twheader_gif_writer_loop(writer, repeats, &error)
    if status != TWHEADER_OK { throw Self.failure(status, error) }
  }

  func write(_ image: GIFImage) throws(CodecError) {
    let rgb = image.table?.paddedRGB ?? []
    var error = twheader_error()
    let status = rgb.withUnsafeBufferPointer { colors in
      image.codes.withUnsafeBufferPointer { codes in
        var description = twheader_gif_image(
          x: Int32(image.rect.x), y: Int32(image.rect.y), width: Int32(image.rect.width),
          height: Int32(image.rect.height), delay: Int32(image.delay),
          disposal: image.disposal.rawValue, transparent: Int32(image.transparent ?? -1),
          colors: rgb.isEmpty ? nil : colors.baseAddress, color_count: Int32(rgb.count / 3),
          codes: codes.baseAddress, code_bytes: codes.count)
        return twheader_gif_writer_image(writer, &description, &error)
      }
    }
    if status != TWHEADER_OK { throw Self.failure(status, error) }
  }

  /// Writes the record of the frames; all that stands before it must have been drained.
  func write(_ frames: FrameHashes) throws(CodecError) {
    var error = twheader_error()
    let status = frames.bytes(checksum: drained.checksum).withUnsafeBufferPointer {
      twheader_gif_writer_application(
        writer, GIFFrameHashes.identifier, $0.baseAddress, $0.count, &error)
    }
    if status != TWHEADER_OK { throw Self.failure(status, error) }
  }

  func writeTrailer() throws(CodecError) {
    var error = twheader_error()
    let status = twheader_gif_writer_finish(writer, &error)
    if status != TWHEADER_OK { throw Self.failure(status, error) }
  }

  /// The bytes written since the last call.
  func drain() -> [UInt8] {
    var count = 0
    guard let bytes = twheader_gif_writer_bytes(writer, &count) else { return [] }
    let taken = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    twheader_gif_writer_drained(writer)
    drained.add(taken[...])
    return taken
  }

  private static func failure(_ status: twheader_status, _ error: twheader_error) -> CodecError {
    CodecError(status, error, format: "GIF", truncation: "")
  }
}

/// One frame of the file, ready to be written.
package struct GIFImage: Sendable {
  enum Disposal: Int32, Sendable {
    case keep = 1
    case clear = 2
  }

  var rect: PixelRect
  /// Hundredths of a second, 0...65535.
  var delay: Int
  var disposal: Disposal
  var transparent: Int?
  /// The local table; nil where the global one is used.
  var table: ColorTable?
  /// Packed LZW codes, not yet cut into blocks.
  var codes: [UInt8]
}

extension GIFImage {
  /// A single transparent pixel: shows the canvas for longer.
  static func pause(delay: Int) -> GIFImage {
    let table = ColorTable(colors: [0], transparent: true)
    var writer = LZWCodeWriter(minimumCodeSize: table.minimumCodeSize, capacity: 2)
    writer.put(0)
    return GIFImage(
      rect: PixelRect(x: 0, y: 0, width: 1, height: 1), delay: delay, disposal: .keep,
      transparent: 0, table: table, codes: writer.finish())
  }
}
