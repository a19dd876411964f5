import CImageIO
package import PortableMath

/// The frames of an animation before an encoder quantises their colours and rounds their times: a
/// hash of each one's pixels and how long it is shown. Equal neighbours are one frame.
///
/// Stored in a file behind everything else, with a checksum of all that stands before: a file that
/// another program has altered no longer shows these frames, and its record is not believed.
package struct FrameHashes: Hashable, Sendable {
  package struct Frame: Hashable, Sendable {
    /// Of the pixels as the encoder received them.
    package let hash: UInt64
    package let duration: RationalTime
  }

  /// In presentation order.
  package private(set) var frames: [Frame] = []

  package init() {}

  /// Adds a frame; one that equals the last one makes that last longer.
  package mutating func append(hash: UInt64, duration: RationalTime) {
    if let last = frames.last, last.hash == hash {
      frames[frames.count - 1] = Frame(hash: hash, duration: last.duration + duration)
    } else {
      frames.append(Frame(hash: hash, duration: duration))
    }
  }

  /// The record: the checksum of the file before it, then for each frame its hash and its duration
  /// in flicks, all numbers with the least byte first, durations in groups of seven bits (LEB128).
  ///
  /// Times are rounded as they pass, so that they do not drift.
  package func bytes(checksum: UInt32) -> [UInt8] {
    var bytes = (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) }
    var (time, written) = (RationalTime.zero, 0)
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

  /// Reads what `bytes(checksum:)` gives. Nil for anything else, and where the file before the record
  /// has another checksum than when it was written.
  package init?(_ bytes: some Sequence<UInt8>, checksum: UInt32) {
    var rest = ArraySlice(bytes)
    guard let stored = rest.takeNumber(bytes: 4), UInt32(stored) == checksum else { return nil }
    while !rest.isEmpty {
      guard let hash = rest.takeNumber(bytes: 8), let flicks = rest.takeGroups(),
        let duration = RationalTime(duration: flicks, over: RationalTime.flicksPerSecond)
      else { return nil }
      frames.append(Frame(hash: hash, duration: duration))
    }
    if frames.isEmpty { return nil }
  }
}

extension ArraySlice<UInt8> {
  /// Takes a number, the least byte first; nil where bytes are missing.
  fileprivate mutating func takeNumber(bytes count: Int) -> UInt64? {
    guard self.count >= count else { return nil }
    defer { removeFirst(count) }
    return prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Takes groups of seven bits; nil where they do not end, or are more than a duration has.
  fileprivate mutating func takeGroups() -> Int? {
    var number = 0
    for shift in stride(from: 0, through: 56, by: 7) {
      guard let byte = popFirst() else { return nil }
      number |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }
}

/// The checksum of PNG chunks over bytes that come in pieces.
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
