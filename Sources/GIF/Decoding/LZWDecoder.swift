// Unsafe memory: codes are read, and strings copied, in units of several bytes.

/// Decodes GIF's variable-length LZW codes (GIF89a, appendix F).
///
/// A string is stored as the position of its first occurrence in the output. The string that a code
/// defines is the previous string plus one symbol, and both are adjacent in the output. So each
/// code is decoded with a copy, without walking a tree or reversing symbols.
enum LZWDecoder {
  enum End: Hashable {
    /// All requested symbols were decoded. Further codes are ignored.
    case complete
    /// The codes ended too early.
    case exhausted
    /// The end code occurred too early.
    case endCode
    /// An undefined code occurred.
    case undefinedCode
  }

  /// A string of at least two symbols.
  private struct Entry {
    var start: UInt32
    var length: UInt32
  }

  /// The space required after the last symbol of the output, because copies write whole vectors.
  static let slack = MemoryLayout<Step>.size
  private typealias Step = SIMD16<UInt8>
  private static let capacity = 4096
  private static let maximumBits = 12

  /// Decodes up to `wanted` symbols.
  ///
  /// - Parameters:
  ///   - minimumCodeSize: The minimum code size of the file, in 0...11. Symbols are palette
  ///     indices, so those of 256 or more are treated as undefined.
  ///   - codes: The codes. At least `GIFCodeBlocks.padding` bytes after `codeBytes` must be
  ///     readable.
  ///   - output: The target, with space for `wanted + slack` symbols. `wanted` must be less than
  ///     2^32.
  static func decode(
    _ codes: UnsafeRawPointer, codeBytes: Int, minimumCodeSize: Int,
    into output: UnsafeMutablePointer<UInt8>, wanted: Int
  ) -> (end: End, count: Int) {
    let clearCode = 1 << minimumCodeSize
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    entries.initialize(repeating: Entry(start: 0, length: 0), count: capacity)
    defer { entries.deallocate() }
    let lastBit = codeBytes * 8
    var bit = 0
    var width = minimumCodeSize + 1
    var next = clearCode + 2
    // The number of codes at which the width grows. `read` runs one code ahead of `next`, because a
    // decoder defines each string one code late.
    var growth = 1 << width
    var read = next
    var position = 0
    // The start of the previous string, and its length or 0 if there is none.
    var before = 0
    var length = 0
    while position < wanted {
      guard bit + width <= lastBit else { return (.exhausted, position) }
      let word = UInt32(
        littleEndian: codes.loadUnaligned(fromByteOffset: bit >> 3, as: UInt32.self))
      let code = Int(word >> UInt32(truncatingIfNeeded: bit & 7)) & (1 << width - 1)
      bit += width
      if read <= capacity { read += 1 }
      if read > growth, width < maximumBits {
        width += 1
        growth <<= 1
      }
      let start = position
      if code < clearCode {
        guard code <= UInt8.max else { return (.undefinedCode, position) }
        output[position] = UInt8(truncatingIfNeeded: code)
        position += 1
      } else if code == clearCode {
        width = minimumCodeSize + 1
        growth = 1 << width
        next = clearCode + 2
        read = next
        length = 0
        continue
      } else if code == clearCode + 1 {
        return (.endCode, position)
      } else if code < next {
        let entry = entries[code]
        copy(Int(entry.length), from: Int(entry.start), to: &position, in: output, wanted)
      } else {
        guard code == next, length > 0, next < capacity else { return (.undefinedCode, position) }
        copy(length, from: before, to: &position, in: output, wanted)
        if position < wanted {
          output[position] = output[before]
          position += 1
        }
      }
      if length > 0, next < capacity {
        entries[next] = Entry(
          start: UInt32(truncatingIfNeeded: before), length: UInt32(truncatingIfNeeded: length + 1))
        next += 1
      }
      before = start
      length = position - start
    }
    return (.complete, position)
  }

  /// Copies a string that ends before `position`, up to the requested number of symbols.
  private static func copy(
    _ length: Int, from start: Int, to position: inout Int,
    in output: UnsafeMutablePointer<UInt8>, _ wanted: Int
  ) {
    let count = min(length, wanted - position)
    let source = UnsafeRawPointer(output + start)
    let target = UnsafeMutableRawPointer(output + position)
    var done = 0
    repeat {
      let step = source.loadUnaligned(fromByteOffset: done, as: Step.self)
      target.storeBytes(of: step, toByteOffset: done, as: Step.self)
      done += MemoryLayout<Step>.size
    } while done < count
    position += count
  }
}
