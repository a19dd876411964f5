@testable import CodecInterface
@testable import ImageCodecs
import PortableMath
import Raster
import Testing

struct WebPTests {
  private let interval = RationalTime(duration: 1, over: 30) ?? .zero

  private func encode(_ frames: [Pixmap], quality: Int = 80, loopCount: Int = 0) throws -> [UInt8] {
    var encoder = try WebPEncoder(
      size: try #require(frames.first).size,
      options: WebPOptions(quality: quality, effort: 2, loopCount: loopCount))
    for frame in frames { _ = try encoder.append(frame, duration: interval) }
    return try encoder.finish()
  }

  /// Returns frames of noise in which a part changes from frame to frame.
  private func clip(_ kind: RandomPictures.Kind, count: Int) throws -> [Pixmap] {
    var random = RandomPictures(seed: 5)
    var frames = [try random.picture(kind, width: 23, height: 17)]
    while frames.count < count {
      let rect = PixelRect(
        x: random.number(below: 20), y: random.number(below: 14), width: 3, height: 3)
      frames.append(
        try random.disturbed(
          frames[frames.count - 1], rect, alpha: kind == .photo ? 255 : random.byte()))
    }
    return frames
  }

  @Test(arguments: [(RandomPictures.Kind.photo, false), (.translucent, true)], [80, 100])
  func fileStatesWhetherItHasAlpha(
    picture: (kind: RandomPictures.Kind, hasAlpha: Bool), quality: Int
  )
    throws
  {
    let file = try encode(try clip(picture.kind, count: 1), quality: quality)
    #expect(try ImageInspector.inspect(bytes: file).hasAlpha == picture.hasAlpha)
  }

  /// Nine efforts use seven lossy methods, and seven lossless settings.
  @Test(arguments: [80, 100]) func effortsGiveDifferentFiles(quality: Int) throws {
    var random = RandomPictures(seed: 2)
    var picture = try random.picture(.fewColors, width: 96, height: 64)
    for pixel in 0..<2000 { picture.bytes[pixel * 4] = UInt8(pixel % 256) }
    let files = try (1...9).map { effort in
      var encoder = try WebPEncoder(
        size: picture.size, options: WebPOptions(quality: quality, effort: effort))
      return try encoder.append(picture, duration: .zero) + encoder.finish()
    }
    #expect(files[0] != files[4] && files[4] != files[8])
    #expect(files[8].count < files[0].count)
    #expect(files[7] == files[8])
    for file in files {
      let shown = try ImageDecoder.decode(bytes: file).pixmap
      #expect(shown.size == picture.size)
      if quality == 100 { #expect(shown == picture) }
    }
  }

  @Test(arguments: [RandomPictures.Kind.photo, .translucent, .twoColors])
  func qualityOneHundredKeepsEveryPixel(kind: RandomPictures.Kind) throws {
    let frames = try clip(kind, count: 8)
    let animation = try AnimationDecoder.decode(bytes: encode(frames, quality: 100))
    #expect(animation.kind == .webp)
    #expect(animation.frames.map(\.pixmap) == frames)
    #expect(animation.loopCount == 0)
  }

  /// 1/30 s is not a whole number of milliseconds, but thirty such frames last exactly a second.
  @Test func timesDoNotDrift() throws {
    let animation = try AnimationDecoder.decode(bytes: encode(clip(.photo, count: 30)))
    let milliseconds = animation.frames.map { $0.duration.rounded(toUnitsPerSecond: 1000) }
    #expect(milliseconds == [[33, 34, 33]].cycled(10))
    #expect(animation.duration == 1)
  }

  @Test func equalNeighborsAreMerged() throws {
    let frames = try clip(.photo, count: 2)
    let file = try encode([frames[0], frames[0], frames[0], frames[1]], loopCount: 3)
    let description = try ImageInspector.inspect(bytes: file)
    #expect(description.frames.count == 2)
    #expect(description.frames[0].duration == RationalTime(duration: 1, over: 10))
    #expect(description.loopCount == 3)
    #expect(description.colorType == "YCbCr")
    #expect(description.chromaSubsampling == "4:2:0")
  }

  @Test func oneFrameIsAStillPicture() throws {
    let frames = try clip(.photo, count: 1)
    let file = try encode(frames, quality: 100)
    let description = try ImageInspector.inspect(bytes: file)
    #expect(!description.isAnimated)
    #expect(description.colorType == "lossless")
    let image = try ImageDecoder.decode(bytes: file)
    #expect(image.kind == .webp)
    #expect(image.pixmap == frames[0])
  }

  /// Each step is too small for the encoder to store, but their sum must not be lost.
  @Test func slowFadesAreKept() throws {
    let size = try #require(PixelSize(width: 64, height: 64))
    let frames = (0..<40).map { step in
      Pixmap(size: size, fill: Color(rgb: 0x40_4040 + UInt32(step * 2) * 0x01_0101))
    }
    let animation = try AnimationDecoder.decode(bytes: encode(frames))
    var time = RationalTime.zero
    var worst = 0
    for shown in animation.frames {
      let first = time.intervals(of: interval)
      time = time + shown.duration
      for frame in frames[min(first, 39)..<min(40, max(first + 1, time.intervals(of: interval)))] {
        worst = max(worst, abs(Int(shown.pixmap.bytes[0]) - Int(frame.bytes[0])))
      }
    }
    #expect(animation.duration.rounded(toUnitsPerSecond: 1000) == 1333)
    #expect(worst <= 8)
  }

  @Test func lossyStaysClose() throws {
    var random = RandomPictures(seed: 9)
    let noise = try random.picture(.photo, width: 8, height: 8)
    let smooth = try enlarged(noise, 64, 64)
    let shown = try ImageDecoder.decode(bytes: encode([smooth], quality: 90)).pixmap
    let errors = zip(shown.bytes, smooth.bytes).map { abs(Int($0) - Int($1)) }
    #expect(errors.reduce(0, +) < errors.count * 3)
  }

  @Test func everyTruncationIsRejected() throws {
    let file = try encode(clip(.translucent, count: 3))
    for count in stride(from: 12, to: file.count - 1, by: 7) {
      let error = #expect(throws: CodecError.self) {
        try AnimationDecoder.decode(bytes: Array(file.prefix(count)))
      }
      #expect(error?.kind == .truncated)
    }
  }

  @Test func damageIsAnErrorOrPixels() throws {
    let file = try encode(clip(.translucent, count: 3), quality: 100)
    var random = RandomPictures(seed: 3)
    for _ in 0..<300 {
      var damaged = file
      damaged[12 + random.number(below: file.count - 12)] = random.byte()
      do throws(CodecError) {
        _ = try AnimationDecoder.decode(
          bytes: damaged, limits: DecodeLimits(maxPixels: 100_000, maxFrames: 10))
        _ = try ImageInspector.inspect(bytes: damaged)
      } catch {
        #expect(!error.message.isEmpty)
      }
    }
  }

  @Test func limitsAreChecked() throws {
    let file = try encode(clip(.photo, count: 3))
    for (limits, limit) in [
      (DecodeLimits(maxPixels: 300), DecodeLimits.Limit.pixels),
      (DecodeLimits(maxFrames: 2), .frames),
    ] {
      let error = #expect(throws: CodecError.self) {
        try AnimationDecoder.decode(bytes: file, limits: limits)
      }
      #expect(error?.limit == limit)
    }
  }

  @Test func sizesTooLargeForTheFormatAreRejected() throws {
    let size = try #require(PixelSize(width: 16_384, height: 1))
    let error = #expect(throws: CodecError.self) { _ = try WebPEncoder(size: size) }
    #expect(
      error?.description
        == "16,384 x 1 pixels are too many for a WebP; its sides are at most 16,383")
  }

  @Test func framesOfDifferentSizeAreRejected() throws {
    let frames = try clip(.photo, count: 1)
    var encoder = try WebPEncoder(size: frames[0].size)
    let other = Pixmap(size: try #require(PixelSize(width: 2, height: 2)), fill: .white)
    #expect(throws: CodecError.self) { try encoder.append(other, duration: interval) }
    #expect(throws: CodecError.self) { try encoder.finish() }
  }
}

struct JPEGEncoderTests {
  private func smooth() throws -> Pixmap {
    var random = RandomPictures(seed: 9)
    let noise = try random.picture(.photo, width: 8, height: 8)
    return try enlarged(noise, 61, 43)
  }

  @Test(arguments: [(90, "4:4:4", 3), (80, "4:2:0", 5)])
  func roundTripIsClose(quality: Int, chroma: String, error: Int) throws {
    let picture = try smooth()
    let file = try JPEGEncoder.encode(picture, quality: quality)
    let description = try ImageInspector.inspect(bytes: file)
    #expect(description.kind == .jpeg)
    #expect(description.isInterlaced)
    #expect(description.chromaSubsampling == chroma)
    let errors = zip(try ImageDecoder.decode(bytes: file).pixmap.bytes, picture.bytes)
      .map { abs(Int($0) - Int($1)) }
    #expect(errors.reduce(0, +) < errors.count * error)
  }

  @Test func transparencyIsCompositedOverWhite() throws {
    let clear = Pixmap(size: try #require(PixelSize(width: 9, height: 9)))
    let file = try JPEGEncoder.encode(clear, quality: 90)
    #expect(try ImageDecoder.decode(bytes: file).pixmap.bytes.allSatisfy { $0 == 255 })
  }
}

/// Returns the picture scaled smoothly to a size.
private func enlarged(_ picture: Pixmap, _ width: Int, _ height: Int) throws -> Pixmap {
  picture.resized(
    source: DeviceRect(
      x: 0, y: 0, width: Double(picture.width), height: Double(picture.height)),
    to: try #require(PixelSize(width: width, height: height)), filter: .bilinear)
}

extension Array {
  /// Repeats the arrays of the only element `count` times.
  fileprivate func cycled<Part>(_ count: Int) -> [Part] where Element == [Part] {
    (0..<count).flatMap { _ in self[0] }
  }
}
