// Unsafe memory: codes are read and strings copied in steps wider than a byte.

/// Unpacks GIF's variable-length codes (GIF89a, appendix F).
///
/// A string is stored as the place in the output where it was written first: the string that a code
/// defines is the one before it and one more symbol, and these are adjacent there. So decoding a
/// code is a copy; no tree is walked and nothing is reversed.
enum LZWDecoder {
  enum End: Hashable {
    /// Every symbol that was wanted is there; what follows is not looked at.
    case complete
    /// The codes ran out.
    case exhausted
    /// The end code came too early.
    case endCode
    /// A code that no string has yet.
    case undefinedCode
  }

  /// A string of two symbols or more.
  private struct Entry {
    var start: UInt32
    var length: UInt32
  }

  /// What the output must have room for behind its last symbol: copies go by whole steps.
  static let slack = MemoryLayout<Step>.size
  private typealias Step = SIMD16<UInt8>
  private static let capacity = 4096
  private static let mostBits = 12

  /// Writes `wanted` symbols, or as many as there are.
  ///
  /// - Parameters:
  ///   - minimumCodeSize: 0 ... 11, as the file says. Symbols are palette indices: of more than 8 bits only
  ///     those below 256 mean something.
  ///   - codes: readable for `GIFCodeBlocks.padding` bytes behind the last of `codeBytes`.
  ///   - output: room for `wanted + slack` symbols; `wanted` is below 2^32.
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
    // The code at which a wider one follows; one ahead of `next`, which lags behind by a string.
    var growth = 1 << width
    var read = next
    var place = 0
    // Where the string before begins, and its length; 0 for none.
    var before = 0
    var length = 0
    while place < wanted {
      guard bit + width <= lastBit else { return (.exhausted, place) }
      let word = UInt32(
        littleEndian: codes.loadUnaligned(fromByteOffset: bit >> 3, as: UInt32.self))
      let code = Int(word >> UInt32(truncatingIfNeeded: bit & 7)) & (1 << width - 1)
      bit += width
      if read <= capacity { read += 1 }
      if read > growth, width < mostBits {
        width += 1
        growth <<= 1
      }
      let start = place
      if code < clearCode {
        guard code <= UInt8.max else { return (.undefinedCode, place) }
        output[place] = UInt8(truncatingIfNeeded: code)
        place += 1
      } else if code == clearCode {
        width = minimumCodeSize + 1
        growth = 1 << width
        next = clearCode + 2
        read = next
        length = 0
        continue
      } else if code == clearCode + 1 {
        return (.endCode, place)
      } else if code < next {
        let entry = entries[code]
        copy(Int(entry.length), from: Int(entry.start), to: &place, in: output, wanted)
      } else {
        guard code == next, length > 0, next < capacity else { return (.undefinedCode, place) }
        copy(length, from: before, to: &place, in: output, wanted)
        if place < wanted {
          output[place] = output[before]
          place += 1
        }
      }
      if length > 0, next < capacity {
        entries[next] = Entry(
          start: UInt32(truncatingIfNeeded: before), length: UInt32(truncatingIfNeeded: length + 1))
        next += 1
      }
      before = start
      length = place - start
    }
    return (.complete, place)
  }

  /// Copies a string, which ends before `place`, as far as symbols are wanted.
  private static func copy(
    _ length: Int, from start: Int, to place: inout Int,
    in output: UnsafeMutablePointer<UInt8>, _ wanted: Int
  ) {
    let count = min(length, wanted - place)
    let source = UnsafeRawPointer(output + start)
    let target = UnsafeMutableRawPointer(output + place)
    var done = 0
    repeat {
      let step = source.loadUnaligned(fromByteOffset: done, as: Step.self)
      target.storeBytes(of: step, toByteOffset: done, as: Step.self)
      done += MemoryLayout<Step>.size
    } while done < count
    place += count
  }
}
