import CImageIO
package import PortableMath

/// Hashes and durations of an animation's frames before encoding, which quantizes colors and rounds
/// times. Consecutive equal frames are merged.
///
/// Stored at the end of the file after a checksum of all preceding bytes. If another program
/// changes the file, the checksum no longer matches and the record is ignored.
package struct FrameHashes: Hashable, Sendable {
  package struct Frame: Hashable, Sendable {
    /// The hash of the pixels that the encoder received.
    package let hash: UInt64
    package let duration: RationalTime
  }

  /// The frames in presentation order.
  package private(set) var frames: [Frame] = []

  package init() {}

  /// Appends a frame, or extends the last frame's duration if the hashes are equal.
  package mutating func append(hash: UInt64, duration: RationalTime) {
    if let last = frames.last, last.hash == hash {
      frames[frames.count - 1] = Frame(hash: hash, duration: last.duration + duration)
    } else {
      frames.append(Frame(hash: hash, duration: duration))
    }
  }

  /// Returns the encoded record: the checksum of the file up to the record, then each frame's hash
  /// and its duration in flicks. Numbers are little-endian. Durations are LEB128.
  ///
  /// Rounds the cumulative time instead of each duration, to avoid drift.
  package func bytes(checksum: UInt32) -> [UInt8] {
    var bytes = (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) }
    var time = RationalTime.zero
    var written = 0
    for frame in frames {
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: frame.hash >> ($0 * 8)) }
      time = time + frame.duration
      var flicks = time.rounded(toUnitsPerSecond: RationalTime.flicksPerSecond) - written
      written += flicks
      while flicks >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: flicks) | 0x80)
        flicks >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: flicks))
    }
    return bytes
  }

  /// Decodes a record written by `bytes(checksum:)`. Returns `nil` if the record is malformed or
  /// empty, or if its checksum differs from `checksum`.
  package init?(_ bytes: some Sequence<UInt8>, checksum: UInt32) {
    var rest = ArraySlice(bytes)
    guard let stored = rest.readNumber(bytes: 4), UInt32(stored) == checksum else { return nil }
    while !rest.isEmpty {
      guard let hash = rest.readNumber(bytes: 8), let flicks = rest.readLEB128(),
        let duration = RationalTime(duration: flicks, over: RationalTime.flicksPerSecond)
      else { return nil }
      frames.append(Frame(hash: hash, duration: duration))
    }
    if frames.isEmpty { return nil }
  }
}

extension ArraySlice<UInt8> {
  /// Removes and returns a little-endian number of `count` bytes, or returns `nil` if there are too
  /// few bytes.
  fileprivate mutating func readNumber(bytes count: Int) -> UInt64? {
    guard self.count >= count else { return nil }
    defer { removeFirst(count) }
    return prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Removes and returns a LEB128 number of at most 63 bits, or returns `nil` if it is incomplete
  /// or too large.
  fileprivate mutating func readLEB128() -> Int? {
    var number = 0
    for shift in stride(from: 0, through: 56, by: 7) {
      guard let byte = popFirst() else { return nil }
      number |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }
}

/// An incremental CRC-32, with the polynomial of PNG chunks.
package struct CRC32 {
  package private(set) var checksum: UInt32 = 0

  package init() {}

  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    checksum = bytes.withUnsafeBufferPointer { twheader_crc32(checksum, $0.baseAddress, $0.count) }
  }

  package static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum = CRC32()
    sum.add(bytes)
    return sum.checksum
  }
}
