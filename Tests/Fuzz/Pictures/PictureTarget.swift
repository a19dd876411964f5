import CodecInterface
import ImageCodecs
import PortableMath
import Raster

/// Picture files: decoded or rejected, with consistent results of all readers.
struct PictureTarget: FuzzTarget {
  /// A format with the corpus of its valid files.
  enum Format {
    case png
    case apng
    case jpeg
    case gif
    case webp
  }

  private let format: Format
  private let files: [[UInt8]]
  private let mutation: PartMutation
  private static let limits = DecodeLimits(maxPixels: 1 << 18, maxFrames: 64)

  init(_ format: Format) throws {
    self.format = format
    switch format {
    case .png, .apng:
      files = try Fixtures.files("Corpus/png/good", "png").filter {
        PictureTarget.isAnimated($0) == (format == .apng)
      }
    case .jpeg: files = try Fixtures.files("Corpus/jpeg/good", "jpg")
    case .gif: files = try Fixtures.files("Corpus/gif/good", "gif")
    case .webp: files = try PictureTarget.writtenWebP()
    }
    mutation = PartMutation(words: format.words)
  }

  private static func isAnimated(_ file: [UInt8]) -> Bool {
    PictureParts.png.split(file).contains { $0.head == Array("acTL".utf8) }
  }

  /// Returns files from this package's encoder: stills and animations, opaque and translucent.
  private static func writtenWebP() throws -> [[UInt8]] {
    var random = SeededRandom(seed: 1)
    return try [1, 1, 1, 3, 3].enumerated().compactMap { number, count in
      guard let size = PixelSize(width: 7 + number, height: 5 + 2 * number),
        let time = RationalTime(1, over: 10)
      else { return nil }
      var encoder = try WebPEncoder(
        size: size, options: WebPOptions(quality: number % 2 == 0 ? 100 : 40, effort: 1))
      var bytes: [UInt8] = []
      for _ in 0..<count {
        let alpha: UInt8 = number == 0 || number == 3 ? 128 : 255
        let pixels = (0..<size.area).flatMap { _ in
          [random.byte() & 0x7F, random.byte() & 0x7F, random.byte() & 0x7F, alpha]
        }
        guard let picture = Pixmap(size: size, bytes: pixels) else { return nil }
        bytes += try encoder.append(picture, duration: time)
      }
      return try bytes + encoder.finish()
    }
  }

  func input(_ random: inout SeededRandom) -> [UInt8] {
    var parts = format.parts.split(random.pick(files))
    let others = format.parts.split(random.pick(files))
    if LawfulChange.knows(format.parts), random.chance(50) {
      for _ in 0..<random.pick([1, 2, 4]) {
        LawfulChange.apply(to: &parts, of: format.parts, &random)
      }
      if format == .apng { APNGNumbers.renumber(&parts, &random) }
      if random.chance(60) { return format.parts.join(parts) }
    }
    for _ in 0..<random.pick([1, 1, 1, 1, 2, 3]) {
      mutation.apply(to: &parts, others: others, &random)
      if parts.isEmpty { parts = others }
    }
    if format == .apng, random.chance(80) { APNGNumbers.renumber(&parts, &random) }
    var bytes = format.parts.join(parts)
    // Wrong lengths and checksums, and missing ends.
    if random.chance(8) { mutation.change(&bytes, &random) }
    if random.chance(4) { bytes.removeLast(random.number(below: bytes.count)) }
    return bytes
  }

  func run(_ input: [UInt8]) throws -> Bool {
    let still = try? ImageDecoder.decode(bytes: input, limits: Self.limits)
    if let still { try check(still.pixmap) }
    let frames = try frames(of: input)
    let description = try? ImageInspector.inspect(bytes: input, limits: Self.limits)
    _ = FrameHashes(file: input)
    _ = PNGText.read("layers", in: input)
    guard let frames else { return false }
    // A file whose frames can be read can be described, with a consistent description.
    guard let description else { throw Finding("frames are read but not described") }
    try Finding.require(
      description.frames.count == frames.count,
      "\(frames.count) frames are read, \(description.frames.count) described")
    try Finding.require(
      zip(description.frames, frames).allSatisfy { $0.duration == $1.duration },
      "durations differ from those described")
    // The alpha flag of a WebP is only a hint.
    try Finding.require(
      description.hasAlpha || format == .webp || frames.allSatisfy(\.pixmap.isOpaque),
      "described as opaque, which it is not")
    if let still, frames.count == 1, format != .apng {
      try Finding.require(
        still.pixmap == frames[0].pixmap, "the still picture is not the only frame")
    }
    try Finding.require(
      try ImageDecoder.decode(bytes: PNGEncoder.encode(frames[0].pixmap)).pixmap.straight
        == frames[0].pixmap.straight, "written as PNG and read again it is another picture")
    try checkAnimation(frames.map(\.pixmap))
    return true
  }

  /// Checks that the frames are the same after encoding as an APNG, with equal neighbors merged.
  private func checkAnimation(_ pictures: [Pixmap]) throws {
    var encoder = try APNGEncoder(size: pictures[0].size)
    var different: [[UInt8]] = []
    for picture in pictures {
      _ = try encoder.append(picture, duration: 1)
      if different.last != picture.straight { different.append(picture.straight) }
    }
    let frames = try AnimationDecoder.decode(bytes: encoder.finish()).frames
    try Finding.require(
      frames.map(\.pixmap.straight) == different,
      "written as an animated PNG and read again there are other frames")
  }

  /// Returns all frames, or `nil` if one is rejected.
  private func frames(of input: [UInt8]) throws -> [AnimationFrame]? {
    var frames: [AnimationFrame] = []
    do {
      var reader = try AnimationReader(bytes: input, limits: Self.limits)
      while let frame = try reader.next() {
        try Finding.require(frame.pixmap.size == reader.size, "a frame of another size")
        try check(frame.pixmap)
        frames.append(frame)
      }
    } catch let error as CodecError {
      try Finding.require(
        !error.message.isEmpty && !error.description.contains("\n"), "an error without one line")
      return nil
    }
    try Finding.require(!frames.isEmpty, "read without a frame")
    return frames
  }

  private func check(_ pixmap: Pixmap) throws {
    for start in stride(from: 0, to: pixmap.bytes.count, by: 4) {
      let alpha = pixmap.bytes[start + 3]
      try Finding.require(
        pixmap.bytes[start..<start + 3].allSatisfy { $0 <= alpha }, "a color above its alpha")
    }
  }
}

extension PictureTarget.Format {
  fileprivate var parts: PictureParts {
    switch self {
    case .png, .apng: .png
    case .jpeg: .jpeg
    case .gif: .gif
    case .webp: .webp
    }
  }

  /// Byte sequences with a meaning in the format.
  fileprivate var words: [[UInt8]] {
    func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
      PictureParts.png.join([PicturePart(head: Array(type.utf8), data: data)])
    }
    switch self {
    case .png, .apng:
      return [
        chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]), chunk("PLTE", [1, 2, 3, 4, 5, 6]),
        chunk("tRNS", [0, 128]), chunk("IEND", []), chunk("tEXt", Array("Comment\0x".utf8)),
        chunk("IDAT", []), chunk("fdAT", [0, 0, 0, 1]), chunk("CgBI", [0x50, 0, 0x20, 2]),
        chunk("gAMA", [0, 0, 0xB1, 0x8F]), [0x78, 0x9C], [0, 0, 0, 0],
      ]
    case .jpeg:
      return [
        [0xFF, 0xD8], [0xFF, 0xD9], [0xFF, 0xD0], [0xFF, 0x00], [0xFF, 0xFF],
        [0xFF, 0xDD, 0, 4, 0, 1],
        [0xFF, 0xE1, 0, 8] + Array("Exif\0\0".utf8), [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8),
        [0xFF, 0xC2, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0], [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0],
        [0xFF, 0xDC, 0, 4, 0, 1], [0xFF, 0xC4, 0, 2],
      ]
    case .gif:
      return [
        [0x3B], [0x21, 0xF9, 4, 9, 1, 0, 1, 0], [0x21, 0xFE, 2, 0x41, 0x42, 0],
        [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0],
        [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0], [0, 0], [8], [11], [12],
      ]
    case .webp:
      return ["VP8X", "VP8L", "VP8 ", "ANIM", "ANMF", "ALPH", "EXIF", "RIFF", "WEBP"].map {
        Array($0.utf8)
      } + [[0x2F, 6, 0, 0, 0], [0x9D, 0x01, 0x2A, 1, 0, 1, 0], [10, 0, 0, 0]]
    }
  }
}

/// The sequence numbers of fcTL and fdAT chunks.
enum APNGNumbers {
  /// Updates the numbers after parts were moved, and sometimes corrects the number of frames.
  static func renumber(_ parts: inout [PicturePart], _ random: inout SeededRandom) {
    var next = 0
    let control = Array("fcTL".utf8)
    for index in parts.indices {
      let isNumbered = parts[index].head == control || parts[index].head == Array("fdAT".utf8)
      guard isNumbered, let data = parts[index].data, data.count >= 4 else { continue }
      parts[index].data = PictureParts.bigEndian(next, bytes: 4) + data.dropFirst(4)
      next += 1
    }
    let count = parts.count { $0.head == control }
    for index in parts.indices where parts[index].head == Array("acTL".utf8) {
      guard random.chance(80), let data = parts[index].data, data.count >= 4 else { continue }
      parts[index].data = PictureParts.bigEndian(count, bytes: 4) + data.dropFirst(4)
    }
  }
}
