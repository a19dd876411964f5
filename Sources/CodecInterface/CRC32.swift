import CImageIO

/// The checksum of PNG chunks over bytes that come in pieces.
package struct CRC32 {
  /// Of all bytes so far.
  package private(set) var checksum: UInt32 = 0

  /// Of no bytes yet.
  package init() {}

  /// Takes in the next bytes.
  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    checksum = bytes.withUnsafeBufferPointer { twheader_crc32(checksum, $0.baseAddress, $0.count) }
  }

  package static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum = CRC32()
    sum.add(bytes)
    return sum.checksum
  }
}
