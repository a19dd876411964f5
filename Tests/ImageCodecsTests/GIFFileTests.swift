@testable import CodecInterface
@testable import GIF
@testable import ImageCodecs
import PortableMath
import Raster
import Testing

/// Timing, loop count, limits and the structure of the file.
struct GIFFileTests {
  private func frame(_ number: Int) throws -> Pixmap {
    let size = try #require(PixelSize(width: 2, height: 1))
    let color = Color(red: UInt8(number % 251), green: UInt8(number / 251), blue: 7)
    return Pixmap(size: size, fill: color)
  }

  private func encode(
    _ frames: [Pixmap], _ duration: RationalTime, _ options: GIFOptions = GIFOptions()
  ) throws -> [UInt8] {
    var encoder = try GIFEncoder(size: try #require(frames.first).size, options: options)
    var bytes: [UInt8] = []
    for frame in frames { bytes += try encoder.append(frame, duration: duration) }
    return try bytes + encoder.finish()
  }

  /// Delays in hundredths of a second cannot represent 30 frames per second. Frame boundaries are
  /// rounded instead, with an error of at most half a hundredth.
  @Test(arguments: 1...50)
  func frameBoundariesAreAccurateToHalfAHundredth(framesPerSecond: Int) throws {
    let duration = try #require(RationalTime(duration: 1, over: framesPerSecond))
    let count = framesPerSecond + 1
    let bytes = try encode((0..<count).map(frame), duration)
    let delays = try AnimationDecoder.decode(bytes: bytes).frames.map {
      $0.duration.rounded(toUnitsPerSecond: 100)
    }
    #expect(delays.count == count)
    #expect(delays.allSatisfy { $0 >= 2 })
    var end = 0
    for (index, delay) in delays.enumerated() {
      end += delay
      // |end / 100 - (index + 1) / fps| <= 1 / 200, without fractions.
      #expect(abs(2 * end * framesPerSecond - 200 * (index + 1)) <= framesPerSecond)
    }
  }

  @Test(arguments: [(1, 51), (1, 60), (0, 1), (19, 1000)])
  func rejectsFramesThatBrowsersSlowDown(numerator: Int, denominator: Int) throws {
    let duration = try #require(RationalTime(duration: numerator, over: denominator))
    #expect {
      _ = try encode([frame(0)], duration)
    } throws: { ($0 as? CodecError)?.kind == .invalidFrame }
  }

  @Test func mergesEqualFrames() throws {
    let duration = try #require(RationalTime(duration: 1, over: 30))
    let frames = try [0, 0, 0, 1, 1, 0].map(frame)
    let shown = try AnimationDecoder.decode(bytes: encode(frames, duration)).frames
    #expect(shown.map(\.pixmap) == [frames[0], frames[3], frames[5]])
    #expect(shown.map { $0.duration.rounded(toUnitsPerSecond: 100) } == [10, 7, 3])
  }

  @Test func delayBeyondTheFormatIsSplit() throws {
    let duration = try #require(RationalTime(duration: 1500, over: 1))
    let shown = try AnimationDecoder.decode(bytes: encode([frame(0), frame(1)], duration)).frames
    #expect(
      shown.map { $0.duration.rounded(toUnitsPerSecond: 100) } == [
        65535, 65535, 18930, 65535, 65535, 18930,
      ])
    #expect(try shown[0...2].allSatisfy { try $0.pixmap == frame(0) })
    #expect(try shown[3...5].allSatisfy { try $0.pixmap == frame(1) })
  }

  /// No loop extension means that the animation plays once. The count in the file is the number of
  /// repetitions.
  @Test(arguments: [
    (GIFOptions.Loop.forever, [3, 1, 0, 0, 0] as [UInt8]?), (.plays(2), [3, 1, 1, 0, 0]),
    (.plays(300), [3, 1, 43, 1, 0]), (.plays(65536), [3, 1, 255, 255, 0]), (.plays(1), nil),
  ])
  func loopCountHasBrowserSemantics(loop: GIFOptions.Loop, block: [UInt8]?) throws {
    let duration = try #require(RationalTime(centiseconds: 5))
    let bytes = try encode([frame(0), frame(1)], duration, GIFOptions(loop: loop))
    let name = Array("NETSCAPE2.0".utf8)
    let start = bytes.indices.first { bytes[$0...].starts(with: name) }
    #expect(start.map { Array(bytes[($0 + 11)..<($0 + 16)]) } == block)
  }

  @Test func sidesOver65535AreRejected() throws {
    let size = try #require(PixelSize(width: 65536, height: 1))
    #expect {
      _ = try GIFEncoder(size: size)
    } throws: { ($0 as? CodecError)?.kind == .tooLarge }
  }

  @Test(arguments: [
    GIFOptions(quality: 0), GIFOptions(quality: 101), GIFOptions(effort: 0),
    GIFOptions(effort: 10), GIFOptions(colors: 1), GIFOptions(colors: 257),
    GIFOptions(dither: 101), GIFOptions(loop: .plays(0)), GIFOptions(loop: .plays(65537)),
  ])
  func optionsOutOfRangeAreRejected(options: GIFOptions) throws {
    let size = try #require(PixelSize(width: 1, height: 1))
    #expect {
      _ = try GIFEncoder(size: size, options: options)
    } throws: { ($0 as? CodecError)?.kind == .invalidOption }
  }

  @Test func framesOfDifferentSizeAndNoFramesAreRejected() throws {
    let size = try #require(PixelSize(width: 3, height: 1))
    var encoder = try GIFEncoder(size: size)
    let duration = try #require(RationalTime(centiseconds: 5))
    #expect(throws: CodecError.self) { try encoder.append(frame(0), duration: duration) }
    #expect(throws: CodecError.self) { try encoder.finish() }
    #expect(throws: CodecError.self) {
      try encoder.append(Pixmap(size: size), duration: duration)
    }
  }

  /// A picture of one color needs a table of two entries and the minimum code size of 2.
  @Test func smallestPictureHasFewBytes() throws {
    let size = try #require(PixelSize(width: 1, height: 1))
    let bytes = try encode(
      [Pixmap(size: size, fill: .white)], try #require(RationalTime(centiseconds: 5)),
      GIFOptions(loop: .plays(1)))
    // Header 6, screen 7, table 6, control 8, description 10, code size 1, block 1 + 2, end 1,
    // trailer 1.
    #expect(bytes.count == 43)
    #expect(Array(bytes[13..<16]) == [255, 255, 255])
    #expect(bytes[37] == 2)
  }

  /// Frames with the same few colors share the global table.
  @Test func equalTablesAreWrittenOnce() throws {
    let duration = try #require(RationalTime(centiseconds: 5))
    let frames = try [0, 1, 0, 1, 0].map(frame)
    let size = try #require(PixelSize(width: 2, height: 1))
    let both = try #require(
      Pixmap(size: size, bytes: Array(frames[0].bytes[0..<4] + frames[1].bytes[4..<8])))
    let bytes = try encode([both] + frames, duration, GIFOptions(lossless: true))
    let description = try ImageInspector.inspect(bytes: bytes)
    #expect(description.frames.count == 6)
    // Header and screen 13, table 12, loop 19, trailer 1; each picture 23 without a table.
    #expect(bytes.count == 13 + 12 + 19 + 6 * 23 + 1)
  }

  /// Only the changed rectangle is written.
  @Test func onlyTheChangedRectangleIsWritten() throws {
    var random = RandomPictures(seed: 4)
    let first = try random.picture(.fewColors, width: 40, height: 30)
    let rect = PixelRect(x: 7, y: 5, width: 9, height: 11)
    let second = try random.disturbed(first, rect)
    let duration = try #require(RationalTime(centiseconds: 5))
    let description = try ImageInspector.inspect(bytes: encode([first, second], duration))
    #expect(description.frames.map(\.rect) == [first.size.bounds, rect])
  }

  /// The requested number of entries includes the transparent one.
  @Test(arguments: [2, 3, 4, 9, 16, 17, 64, 255, 256], [1, 5])
  func tableHasAtMostTheRequestedColors(colors: Int, effort: Int) throws {
    var random = RandomPictures(seed: UInt64(colors))
    let picture = try random.picture(.photo, width: 40, height: 30)
    let interval = try #require(RationalTime(duration: 1, over: 25))
    let file = try encode(
      [picture], interval, GIFOptions(quality: 100, effort: effort, colors: colors))
    let shown = try ImageDecoder.decode(bytes: file).pixmap
    let distinct = Set((0..<shown.size.area).map { Array(shown.bytes[$0 * 4..<$0 * 4 + 4]) })
    #expect(distinct.count <= max(1, colors - 1))
    #expect(distinct.count > colors / 2 - 1)
    let entries = try ImageInspector.inspect(bytes: file).paletteCount
    #expect(entries / 2 < colors && entries >= distinct.count)
  }

  /// A lossless frame needs table entries for the changed colors only, not for all visible ones.
  @Test func losslessTableNeedsOnlyChangedColors() throws {
    let size = try #require(PixelSize(width: 20, height: 20))
    var first = Pixmap(size: size, fill: .white)
    for pixel in 0..<400 {
      first.bytes[pixel * 4] = UInt8(pixel % 250)
      first.bytes[pixel * 4 + 1] = 3
    }
    var second = first
    // The changes extend from corner to corner, so the rectangle is the whole picture.
    for pixel in stride(from: 0, to: 400, by: 21) { second.bytes[pixel * 4 + 2] = 9 }
    var third = second
    for pixel in 0..<400 { third.bytes[pixel * 4 + 1] = UInt8(pixel % 200) }
    let interval = try #require(RationalTime(duration: 1, over: 25))
    let options = GIFOptions(effort: 3, lossless: true)
    let shown = try AnimationDecoder.decode(bytes: encode([first, second], interval, options))
    #expect(shown.frames.map(\.pixmap) == [first, second])
    let error = #expect(throws: CodecError.self) {
      try encode([first, second, third], interval, options)
    }
    #expect(error?.kind == .unsupported)
    #expect(error?.message.contains("the frame that ends at 12/100 s") == true)
  }

  /// Pixels with less than half opacity are clear; all others are opaque in their own color.
  @Test func halfOpacityIsOpaque() throws {
    let size = try #require(PixelSize(width: 4, height: 1))
    let picture = try #require(
      Pixmap(size: size, bytes: [60, 0, 0, 127, 64, 32, 0, 128, 0, 254, 1, 254, 9, 8, 7, 255]))
    let frame = SourceFrame(picture)
    #expect(frame.pixels == [SourceFrame.clear, 0x80_40_00, 0x00_FF_01, 0x09_08_07])
    #expect(frame.hasClear)
    #expect(frame.isUncovered(by: SourceFrame(Pixmap(size: size))))
    #expect(!SourceFrame(Pixmap(size: size)).isUncovered(by: frame))
  }
}
