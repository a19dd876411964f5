@testable import CodecInterface
@testable import FrameEncoding
@testable import GIF
import PortableMath
import Raster
import Testing

/// Encoding a GIF on several threads gives the bytes and errors of a single thread.
struct ParallelGIFEncoderTests {
  private static let size = (width: 150, height: 70)

  /// Returns `count` frames with noise that scrolls up by 30 rows per frame next to a static area.
  /// They have many colors each, or few except in one frame.
  private static func clip(count: Int, manyColorsIn special: Int? = nil) throws -> [Pixmap] {
    let size = try #require(PixelSize(width: size.width, height: size.height))
    return try (0..<count).map { number in
      var bytes = Pixmap(size: size, fill: Color(red: 250, green: 250, blue: 250)).bytes
      for place in 0..<size.area where place % size.width < 130 {
        let row = place / size.width + 30 * number
        let noise =
          (row &* 7919 &+ place % size.width &* 104_729) % 6151 % (number == special ? 700 : 37)
        bytes[place * 4] = UInt8(noise % 256)
        bytes[place * 4 + 1] = UInt8(noise / 256 * 20 + (special == nil ? row % 90 : 0))
      }
      return try #require(Pixmap(size: size, bytes: bytes))
    }
  }

  private static func encoded(
    _ frames: [Pixmap], _ options: GIFOptions, jobs: Int
  ) throws(CodecError) -> [UInt8] {
    var encoder = try ParallelGIFEncoder(
      size: frames[0].size, options: options, jobs: jobs, clock: StageClock())
    var bytes: [UInt8] = []
    for frame in frames {
      bytes += try encoder.append(frame, duration: RationalTime(duration: 1, over: 25) ?? 1)
    }
    return try bytes + encoder.finish()
  }

  @Test(arguments: [1, 3, 5])
  func bytesEqualThoseOfOneThread(effort: Int) throws {
    let frames = try Self.clip(count: 18)
    let expected = try Self.encoded(frames, GIFOptions(effort: effort), jobs: 1)
    for jobs in [2, 9] {
      #expect(try Self.encoded(frames, GIFOptions(effort: effort), jobs: jobs) == expected)
    }
  }

  /// The error names the frame that cannot be encoded, regardless of later frames, and no thread
  /// waits forever.
  @Test(arguments: [1, 2, 8], [4, 12, 19])
  func frameThatCannotBeEncodedIsAnError(jobs: Int, number: Int) throws {
    let frames = try Self.clip(count: 20, manyColorsIn: number)
    let error = #expect(throws: CodecError.self) {
      try Self.encoded(frames, GIFOptions(lossless: true), jobs: jobs)
    }
    #expect(error?.kind == .unsupported)
    #expect(error?.message.contains("ends at \(4 * (number + 1))/100 s") == true)
  }
}
