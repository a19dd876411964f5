import CodecInterface
import GIF
@testable import ImageCodecs
import PortableMath
import Raster
import Testing

/// The record of frames before encoding at the end of a GIF, APNG or WebP.
@Suite struct FrameHashesTests {
  enum Container: CaseIterable {
    case gif, apng, webp

    func encoder(_ size: PixelSize) throws -> any AnimationEncoder {
      switch self {
      case .gif: try GIFEncoder(size: size)
      case .apng: try APNGEncoder(size: size)
      case .webp: try WebPEncoder(size: size)
      }
    }

    /// The number of bytes after the record, and between the pixels' last byte and the end.
    var end: (bytes: Int, pixels: Int) {
      switch self {
      case .gif: (1, 3)
      case .apng: (12, 9)
      case .webp: (0, 3)
      }
    }
  }

  private let record: FrameHashes

  init() throws {
    var record = FrameHashes()
    for (hash, numerator, denominator) in [
      (0x0123_4567_89AB_CDEF as UInt64, 1, 30), (.max, 1, 24), (.max, 1001, 24_000), (0, 700, 1),
    ] {
      record.append(
        hash: hash,
        duration: try #require(RationalTime(duration: numerator, over: denominator)))
    }
    self.record = record
  }

  /// Encodes two frames with an unrelated record of four, which the encoder does not interpret.
  private func file(_ container: Container, _ record: FrameHashes?) throws -> [UInt8] {
    let size = try #require(PixelSize(width: 8, height: 6))
    var encoder = try container.encoder(size)
    var bytes: [UInt8] = []
    for color in [Color.white, .black] {
      bytes += try encoder.append(
        Pixmap(size: size, fill: color), duration: try #require(RationalTime(1, over: 25)))
    }
    return try bytes + encoder.finish(recording: record)
  }

  @Test func equalNeighborsAreOneFrame() {
    #expect(record.frames.map(\.hash) == [0x0123_4567_89AB_CDEF, .max, 0])
  }

  @Test func recordRoundTrips() {
    #expect(FrameHashes(record.bytes(checksum: 77), checksum: 77) == record)
  }

  @Test func frameOfAThirtiethNeedsTwelveBytes() throws {
    var record = FrameHashes()
    record.append(hash: 5, duration: try #require(RationalTime(1, over: 30)))
    #expect(record.bytes(checksum: 0).count == 4 + 12)
  }

  @Test func roundedTimesDoNotDrift() throws {
    let odd = try #require(RationalTime(duration: 1, over: 999_999_937))
    var record = FrameHashes()
    for index in 0..<1000 { record.append(hash: UInt64(index % 2), duration: odd) }
    let read = try #require(FrameHashes(record.bytes(checksum: 0), checksum: 0))
    let total = read.frames.reduce(RationalTime.zero) { $0 + $1.duration }
    #expect(total.rounded(toUnitsPerSecond: RationalTime.flicksPerSecond) == 706)
  }

  @Test func truncatedRecordIsInvalid() {
    let bytes = record.bytes(checksum: 1)
    // A record truncated between two frames is valid.
    let ends = [16, 28, bytes.count]
    for count in 0..<bytes.count where !ends.contains(count) {
      #expect(FrameHashes(bytes[..<count], checksum: 1) == nil, "\(count) bytes")
    }
  }

  @Test func unterminatedDurationIsInvalid() {
    let endless = [UInt8](repeating: 0, count: 12) + [UInt8](repeating: 0xFF, count: 20)
    #expect(FrameHashes(endless, checksum: 0) == nil)
  }

  @Test(arguments: Container.allCases)
  func fileContainsItsRecord(container: Container) throws {
    #expect(FrameHashes(file: try file(container, record)) == record)
    #expect(FrameHashes(file: try file(container, nil)) == nil)
  }

  @Test(arguments: Container.allCases)
  func recordDoesNotChangeFrames(container: Container) throws {
    let with = try AnimationDecoder.decode(bytes: file(container, record))
    let without = try AnimationDecoder.decode(bytes: file(container, nil))
    #expect(with == without)
  }

  @Test(arguments: Container.allCases)
  func recordOfAChangedFileIsIgnored(container: Container) throws {
    let bytes = try file(container, record)
    for place in stride(from: 0, to: bytes.count - 12, by: 3) {
      var altered = bytes
      altered[place] ^= 1
      let read = FrameHashes(file: altered)
      // A changed record may be a valid record of other frames.
      #expect(read != record, "byte \(place)")
    }
  }

  @Test(arguments: Container.allCases)
  func recordOfAnotherFileIsIgnored(container: Container) throws {
    let bytes = try file(container, record)
    let plain = try file(container, nil)
    let place = plain.count - container.end.bytes
    // The other file before the record.
    var other = bytes[..<place]
    #expect(other.dropFirst(8) == plain[..<place].dropFirst(8))
    other[place - container.end.pixels] ^= 2
    let spliced = other + bytes[place...]
    #expect(spliced.count == bytes.count)
    #expect(FrameHashes(file: Array(spliced)) == nil)
  }

  @Test func recordLongerThanAGIFBlockRoundTrips() throws {
    var long = FrameHashes()
    for index in 0..<200 {
      long.append(hash: UInt64(index), duration: try #require(RationalTime(1, over: 25)))
    }
    let bytes = try file(.gif, long)
    #expect(FrameHashes(file: bytes) == long)
    #expect(try GIFByteCounts(bytes: bytes).pixels == GIFByteCounts(bytes: file(.gif, nil)).pixels)
  }

  @Test func stillWebPHasNoRecord() throws {
    let size = try #require(PixelSize(width: 8, height: 6))
    var files: [[UInt8]] = []
    for record in [record, nil] {
      var encoder = try WebPEncoder(size: size)
      _ = try encoder.append(
        Pixmap(size: size, fill: .white), duration: try #require(RationalTime(1, over: 25)))
      files.append(try encoder.finish(recording: record))
    }
    #expect(files[0] == files[1])
    #expect(FrameHashes(file: files[0]) == nil)
  }

  @Test(arguments: 0..<3) func oddByteCountIsPadded(_ extra: Int) throws {
    var record = record
    let minutes = [1, 60, 3600][extra]
    record.append(hash: 9, duration: try #require(RationalTime(minutes, over: 1)))
    let bytes = try file(.webp, record)
    #expect(bytes.count % 2 == 0)
    #expect(FrameHashes(file: bytes) == record)
    #expect(FrameHashes(file: Array(bytes.dropLast())) == nil)
  }

  @Test(arguments: [[0x3B], [0x00], [0x21, 0xFE, 0x00]] as [[UInt8]])
  func bytesAfterAGIFInvalidateTheRecord(end: [UInt8]) throws {
    let bytes = try file(.gif, record)
    #expect(FrameHashes(file: bytes) == record)
    #expect(FrameHashes(file: bytes + end) == nil)
  }

  @Test func otherFilesHaveNoRecord() throws {
    let gif = try file(.gif, record)
    for bytes in [[], Array(gif.prefix(10)), Array(gif.prefix(40)), Array(gif.dropLast())] {
      #expect(FrameHashes(file: bytes) == nil)
    }
  }
}
