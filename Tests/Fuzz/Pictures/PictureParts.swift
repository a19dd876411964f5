import CodecInterface

/// A part of a picture file: a chunk, segment or block, or other bytes.
///
/// Length and checksum are not stored but computed when the file is joined, so a change of one part
/// keeps the others readable.
struct PicturePart {
  /// The bytes that identify the part: a chunk's type, a marker, a block's introducer and
  /// descriptor.
  var head: [UInt8]
  /// The content covered by the length, or `nil` for bytes without a length.
  var data: [UInt8]?
}

/// The splitting and joining of files of a format.
enum PictureParts {
  case png
  case jpeg
  case gif
  case webp

  func split(_ file: [UInt8]) -> [PicturePart] {
    switch self {
    case .png: PictureParts.chunks(file)
    case .jpeg: PictureParts.segments(file)
    case .gif: PictureParts.blocks(file)
    case .webp: PictureParts.riffChunks(file)
    }
  }

  func join(_ parts: [PicturePart]) -> [UInt8] {
    var file = joined(parts)
    if self == .webp, file.count >= 12 {
      file.replaceSubrange(4..<8, with: PictureParts.bigEndian(file.count - 8, bytes: 4).reversed())
    }
    return file
  }

  private func joined(_ parts: [PicturePart]) -> [UInt8] {
    parts.flatMap { part -> [UInt8] in
      guard let data = part.data else { return part.head }
      switch self {
      case .png:
        let body = part.head + data
        return PictureParts.bigEndian(data.count, bytes: 4) + body
          + PictureParts.bigEndian(Int(CRC32.checksum(of: body[...])), bytes: 4)
      case .jpeg: return part.head + PictureParts.bigEndian(data.count + 2, bytes: 2) + data
      case .gif: return part.head + PictureParts.subBlocks(data)
      case .webp:
        return part.head + PictureParts.bigEndian(data.count, bytes: 4).reversed() + data
          + [UInt8](repeating: 0, count: data.count % 2)
      }
    }
  }

  static func bigEndian(_ number: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  // MARK: - PNG

  private static func chunks(_ file: [UInt8]) -> [PicturePart] {
    var parts = [PicturePart(head: Array(file.prefix(8)))]
    var offset = 8
    while offset + 12 <= file.count {
      let length = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      guard offset + 12 + length <= file.count else { break }
      parts.append(
        PicturePart(
          head: Array(file[offset + 4..<offset + 8]),
          data: Array(file[offset + 8..<offset + 8 + length])))
      offset += 12 + length
    }
    if offset < file.count { parts.append(PicturePart(head: Array(file[offset...]))) }
    return parts
  }

  // MARK: - JPEG

  private static func segments(_ file: [UInt8]) -> [PicturePart] {
    var parts: [PicturePart] = []
    var offset = 0
    while offset + 1 < file.count {
      let marker = file[offset + 1]
      let isFramed =
        file[offset] == 0xFF && (0xC0...0xFE).contains(marker) && marker != 0xD8
        && !(0xD0...0xD9).contains(marker)
      guard isFramed, offset + 3 < file.count else {
        // Standalone markers and compressed data, up to the next segment.
        let end =
          (offset + 2..<max(offset + 2, file.count - 1)).first {
            file[$0] == 0xFF && file[$0 + 1] >= 0xC0 && !(0xD0...0xD7).contains(file[$0 + 1])
          } ?? file.count
        parts.append(PicturePart(head: Array(file[offset..<min(end, file.count)])))
        offset = end
        continue
      }
      let length = Int(file[offset + 2]) << 8 | Int(file[offset + 3])
      let end = min(file.count, max(offset + 4, offset + 2 + length))
      parts.append(
        PicturePart(
          head: Array(file[offset..<offset + 2]), data: Array(file[offset + 4..<end])))
      offset = end
    }
    if offset < file.count { parts.append(PicturePart(head: Array(file[offset...]))) }
    return parts
  }

  // MARK: - WebP

  /// The top-level chunks. Chunks in a frame stay in its data.
  private static func riffChunks(_ file: [UInt8]) -> [PicturePart] {
    var parts = [PicturePart(head: Array(file.prefix(12)))]
    var offset = 12
    while offset + 8 <= file.count {
      let length = file[offset + 4..<offset + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      let end = min(file.count, offset + 8 + length)
      parts.append(
        PicturePart(
          head: Array(file[offset..<offset + 4]), data: Array(file[(offset + 8)..<end])))
      offset = end + length % 2
    }
    return parts
  }

  // MARK: - GIF

  private static func blocks(_ file: [UInt8]) -> [PicturePart] {
    guard file.count >= 13 else { return [PicturePart(head: file)] }
    var offset = min(file.count, 13 + tableBytes(file[10]))
    var parts = [PicturePart(head: Array(file[..<offset]))]
    while offset < file.count {
      let start = offset
      switch file[start] {
      case 0x21 where start + 2 < file.count: offset += 2
      case 0x2C where start + 10 < file.count: offset += 11 + tableBytes(file[start + 9])
      default: offset = file.count
      }
      let head = Array(file[start..<min(offset, file.count)])
      guard offset < file.count else {
        parts.append(PicturePart(head: head))
        break
      }
      var data: [UInt8] = []
      while offset < file.count, file[offset] > 0 {
        let end = min(file.count, offset + 1 + Int(file[offset]))
        data += file[(offset + 1)..<end]
        offset = end
      }
      offset += 1
      parts.append(PicturePart(head: head, data: data))
    }
    return parts
  }

  private static func tableBytes(_ packed: UInt8) -> Int {
    packed & 0x80 == 0 ? 0 : 3 << (Int(packed & 7) + 1)
  }

  private static func subBlocks(_ data: [UInt8]) -> [UInt8] {
    stride(from: 0, to: data.count, by: 255).flatMap { start -> [UInt8] in
      let block = data[start..<min(data.count, start + 255)]
      return [UInt8(block.count)] + block
    } + [0]
  }
}
