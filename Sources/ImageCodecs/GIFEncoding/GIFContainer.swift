import CImageFence
import Raster

/// Owns libgif's writer and hands out what it wrote.
final class GIFContainer {
  private let writer: OpaquePointer

  init(size: PixelSize, global: ColorTable?, loop: GIFOptions.Loop) throws(CodecError) {
    var opened: OpaquePointer?
    let rgb = global?.paddedRGB ?? []
    let status = rgb.withUnsafeBufferPointer {
      twh_gif_writer_open(
        Int32(size.width), Int32(size.height), rgb.isEmpty ? nil : $0.baseAddress,
        Int32(rgb.count / 3), &opened)
    }
    guard let opened else {
      throw CodecError(kind: .writeFailed, message: "no memory for a gif writer", hint: "")
    }
    writer = opened
    try check(status)
    switch loop {
    case .forever: try check(twh_gif_writer_loop(writer, 0))
    case .plays(let count) where count > 1:
      try check(twh_gif_writer_loop(writer, UInt16(count - 1)))
    case .plays: break
    }
  }

  deinit { twh_gif_writer_free(writer) }

  func write(_ image: GIFImage) throws(CodecError) {
    let rgb = image.table?.paddedRGB ?? []
    let status = rgb.withUnsafeBufferPointer { colors in
      image.codes.withUnsafeBufferPointer { codes in
        var description = twh_gif_image(
          x: Int32(image.rect.x), y: Int32(image.rect.y), width: Int32(image.rect.width),
          height: Int32(image.rect.height), delay: Int32(image.delay),
          disposal: image.disposal.rawValue, transparent: Int32(image.transparent ?? -1),
          colors: rgb.isEmpty ? nil : colors.baseAddress, color_count: Int32(rgb.count / 3),
          codes: codes.baseAddress, code_bytes: codes.count)
        return twh_gif_writer_image(writer, &description)
      }
    }
    try check(status)
  }

  func writeTrailer() throws(CodecError) { try check(twh_gif_writer_finish(writer)) }

  /// What was written since the last call.
  func drain() -> [UInt8] {
    var count = 0
    guard let bytes = twh_gif_writer_bytes(writer, &count) else { return [] }
    let taken = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    twh_gif_writer_drained(writer)
    return taken
  }

  private func check(_ status: twh_gif_status) throws(CodecError) {
    guard status != TWH_GIF_OK else { return }
    throw CodecError(
      kind: .writeFailed,
      message: "libgif: \(String(cString: twh_gif_writer_message(writer)))", hint: "")
  }
}
