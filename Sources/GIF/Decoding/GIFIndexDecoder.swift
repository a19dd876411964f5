import CImageIO
import CodecInterface
import PortableMath
import Raster

/// Decodes the palette indices of a frame from its LZW codes.
struct GIFIndexDecoder {
  let width: Int
  let height: Int
  let isInterlaced: Bool
  /// The minimum code size in bits, 0...11.
  let minimumCodeSize: Int

  /// The first row and the row stride of each pass (GIF89a, appendix E).
  private static let passes: [(first: Int, step: Int)] = [(0, 8), (4, 8), (2, 4), (1, 2)]

  /// Returns the indices in row-major order, from the top. Codes after the last pixel are ignored.
  ///
  /// - Throws: `.truncated` if the file ends inside the blocks, `.malformed` for undefined codes or
  ///   too few codes.
  func decode(_ blocks: GIFCodeBlocks, frameNumber: Int) throws(CodecError) -> [UInt8] {
    let count = width * height
    var result = (end: LZWDecoder.End.complete, count: 0)
    let room = count + LZWDecoder.slack
    let indices = [UInt8](unsafeUninitializedCapacity: room) { target, used in
      guard let output = target.baseAddress, count > 0 else { return }
      blocks.bytes.withUnsafeBytes { codes in
        guard let start = codes.baseAddress else { return }
        result = LZWDecoder.decode(
          start, codeBytes: blocks.count, minimumCodeSize: minimumCodeSize, into: output,
          wanted: count)
      }
      used = result.end == .complete ? count : 0
    }
    switch result.end {
    case .complete where blocks.areComplete: return isInterlaced ? deinterlaced(indices) : indices
    case .complete: throw truncated(rows: height - 1, frameNumber)
    case .exhausted where !blocks.areComplete:
      throw truncated(rows: result.count / width, frameNumber)
    case .exhausted, .undefinedCode:
      throw CodecError(damaged: "GIF", "Image is defective, decoding aborted")
    case .endCode: throw CodecError(damaged: "GIF", "Image EOF detected before image complete")
    }
  }

  private func truncated(rows: Int, _ frameNumber: Int) -> CodecError {
    CodecError(
      truncated: "\((max(0, rows) * width).grouped) of \((width * height).grouped) pixels "
        + "in frame \(frameNumber.grouped)")
  }

  private func deinterlaced(_ passed: [UInt8]) -> [UInt8] {
    var rows = [UInt8](repeating: 0, count: passed.count)
    var from = 0
    for pass in GIFIndexDecoder.passes {
      for y in stride(from: pass.first, to: height, by: pass.step) {
        rows.replaceSubrange(y * width..<(y + 1) * width, with: passed[from..<from + width])
        from += width
      }
    }
    return rows
  }
}

/// The LZW codes of a frame, joined from data sub-blocks. A sub-block is a length in 1...255 and
/// that many bytes (GIF89a, section 15). A length of 0 ends them.
struct GIFCodeBlocks {
  /// The bytes without the lengths, followed by `padding` zeros so that a whole word can be read at
  /// each position.
  let bytes: [UInt8]
  /// The number of bytes without the padding.
  let count: Int
  /// True if the file contains the final length of 0.
  let areComplete: Bool

  static let padding = 8

  /// Reads the complete blocks that start at `start`, the position of the first length.
  init(in file: [UInt8], from start: Int) {
    var end = start
    while end < file.count, file[end] > 0, end + Int(file[end]) < file.count {
      end += 1 + Int(file[end])
    }
    areComplete = end < file.count && file[end] == 0
    var bytes: [UInt8] = []
    bytes.reserveCapacity(end - start + Self.padding)
    var block = start
    while block < end {
      let next = block + 1 + Int(file[block])
      bytes += file[block + 1..<next]
      block = next
    }
    count = bytes.count
    bytes += repeatElement(0, count: Self.padding)
    self.bytes = bytes
  }
}

extension twheader_gif_frame {
  /// Checks that each index has a color. `number` is the frame's number from 1.
  ///
  /// - Throws: `.malformed` for an index without a color.
  func check(_ indices: [UInt8], number: Int) throws(CodecError) {
    // Finding the maximum is fast and is enough for most frames.
    guard let largest = indices.max(), largest >= palette_count else { return }
    for index in indices where index >= palette_count && Int(index) != Int(transparent) {
      throw CodecError(
        damaged: "GIF", "frame \(number) uses color \(index) of a palette of \(palette_count)")
    }
  }

  /// The palette as 256 RGBA pixels in memory order. Transparent and missing entries are 0.
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
  /// Draws a frame's indices on the canvas, clipped to it.
  mutating func drawIndexed(_ indices: [UInt8], palette: [UInt32], in rect: PixelRect) {
    let visible = rect.intersection(size.bounds)
    let width = width
    bytes.withUnsafeMutableBytes { target in
      indices.withUnsafeBufferPointer { indices in
        palette.withUnsafeBufferPointer { palette in
          for y in visible.y..<visible.maxY {
            let from = (y - rect.y) * rect.width
            let to = (y * width + visible.x) * 4
            for x in 0..<visible.width {
              let pixel = palette[Int(indices[from + x])]
              // A branch would often be mispredicted. All bits of the mask are 1 if the pixel is
              // opaque.
              let opaque = UInt32(bitPattern: Int32(bitPattern: pixel.littleEndian) >> 31)
              let offset = to &+ x &* 4
              let below = target.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
              target.storeBytes(of: pixel | below & ~opaque, toByteOffset: offset, as: UInt32.self)
            }
          }
        }
      }
    }
  }
}
