import Foundation

/// A GIF in the simplest encoding: complete frames with one byte per pixel code.
struct PlainGIF {
  /// A frame of palette indices in row-major order.
  struct Frame {
    var pixels: [UInt8]
    /// The delay in hundredths of a second.
    var delay = 4
    /// The local palette, or `nil` to use the global one.
    var palette: [UInt32]?
  }

  var width: Int
  var height: Int
  /// Four colors as `0xRRGGBB`.
  var palette: [UInt32]
  var frames: [Frame]
  /// The number of repetitions after the first play. 0 is forever.
  var repeats = 0

  /// With this minimum code size, codes have 8 bits for 126 codes after a clear code.
  private static let minimumCodeSize: UInt8 = 7
  private static let clearCode: UInt8 = 128
  private static let endCode: UInt8 = 129

  func write(_ path: String) throws {
    var bytes = Array("GIF89a".utf8) + word(width) + word(height) + [0xF1, 0, 0] + colors(palette)
    bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + word(repeats) + [0]
    for frame in frames {
      bytes += [0x21, 0xF9, 4, 4] + word(frame.delay) + [0, 0]
      bytes += [0x2C] + word(0) + word(0) + word(width) + word(height)
      bytes += [frame.palette == nil ? 0 : 0x81] + (frame.palette.map(colors) ?? [])
      bytes.append(Self.minimumCodeSize)
      var codes: [UInt8] = []
      for (index, pixel) in frame.pixels.enumerated() {
        if index.isMultiple(of: 100) { codes.append(Self.clearCode) }
        codes.append(pixel)
      }
      codes.append(Self.endCode)
      for start in stride(from: 0, to: codes.count, by: 255) {
        let block = codes[start..<min(start + 255, codes.count)]
        bytes += [UInt8(block.count)] + block
      }
      bytes.append(0)
    }
    try Data(bytes + [0x3B]).write(to: URL(fileURLWithPath: path))
  }

  private func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

  private func colors(_ palette: [UInt32]) -> [UInt8] {
    palette.flatMap { [UInt8($0 >> 16 & 255), UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
  }
}
