import CodecInterface
import ImageCodecs
import PortableMath
import Raster
import TestSupport
import Testing

/// A random animation whose file is built byte by byte from the format's specification, and its
/// expected frames computed with the plain compositing rules.
struct GeneratedAnimation {
  enum Format: String, CaseIterable, Sendable {
    case apng, gif, webp
  }

  enum Disposal: Int {
    case keep, clear, restore
  }

  struct Frame {
    var rect: PixelRect
    /// The pixels as RGBA with straight alpha.
    var pixels: [UInt8]
    var disposal: Disposal
    var isOver: Bool
    var centiseconds: Int
  }

  let format: Format
  let size: PixelSize
  private(set) var frames: [Frame] = []
  /// The number in the file: 0 is forever. In a GIF it is the number of repetitions.
  let plays: Int
  private var random: SeededRandom

  init(_ format: Format, seed: Int) throws {
    var random = SeededRandom(seed)
    self.format = format
    size = try #require(
      PixelSize(width: random.number(in: 2...23), height: random.number(in: 2...19)))
    plays = random.number(in: 0...5)
    for index in 0..<random.number(in: 1...7) {
      var rect = size.bounds
      // The first frame of an APNG covers the canvas.
      if index > 0 || format != .apng, random.holds(percent: 80) {
        // The corners of a WebP frame have even coordinates.
        let step = format == .webp ? 2 : 1
        let x = random.number(below: (size.width + step - 1) / step) * step
        let y = random.number(below: (size.height + step - 1) / step) * step
        rect = PixelRect(
          x: x, y: y, width: random.number(in: 1...size.width - x),
          height: random.number(in: 1...size.height - y))
      }
      let disposals = format == .webp ? 2 : 3
      frames.append(
        Frame(
          rect: rect, pixels: Self.pixels(rect.width * rect.height, format, &random),
          disposal: Disposal(rawValue: random.number(below: disposals)) ?? .keep,
          isOver: format == .gif || random.holds(percent: 60),
          centiseconds: random.number(in: 2...300)))
    }
    self.random = random
  }

  /// Returns noise of a few colors, partly clear and, except in GIF, partly translucent.
  private static func pixels(_ count: Int, _ format: Format, _ random: inout SeededRandom)
    -> [UInt8]
  {
    let colors = (0..<random.number(in: 1...12)).map { _ in
      [random.byte(), random.byte(), random.byte()]
    }
    let translucent = format == .gif ? 0 : random.number(below: 2) * 40
    return (0..<count).flatMap { _ -> [UInt8] in
      if random.holds(percent: 25) { return [0, 0, 0, 0] }
      let color = colors[random.number(below: colors.count)]
      return color + [random.holds(percent: translucent) ? random.byte() : 255]
    }
  }

  // MARK: - Visible frames

  /// Returns the product of two fractions of 255, rounded.
  private static func product(_ first: Int, _ second: Int) -> Int {
    (2 * first * second + 255) / 510
  }

  /// The canvas during each frame, premultiplied.
  var shown: [[UInt8]] {
    var canvas = [Int](repeating: 0, count: size.area * 4)
    return frames.map { frame in
      let before = canvas
      for y in 0..<frame.rect.height {
        for x in 0..<frame.rect.width {
          let from = (y * frame.rect.width + x) * 4
          let to = ((frame.rect.y + y) * size.width + frame.rect.x + x) * 4
          let alpha = Int(frame.pixels[from + 3])
          for channel in 0..<4 {
            let own =
              channel == 3 ? alpha : Self.product(Int(frame.pixels[from + channel]), alpha)
            canvas[to + channel] =
              own + (frame.isOver ? Self.product(canvas[to + channel], 255 - alpha) : 0)
          }
        }
      }
      let seen = canvas.map { UInt8(clamping: $0) }
      switch frame.disposal {
      case .keep: break
      case .restore: canvas = before
      case .clear:
        for y in frame.rect.y..<frame.rect.maxY {
          let start = (y * size.width + frame.rect.x) * 4
          for place in start..<start + frame.rect.width * 4 { canvas[place] = 0 }
        }
      }
      return seen
    }
  }

  /// True if a frame after the first is composited with translucent pixels or restores the previous
  /// canvas.
  var laysOverWithMore: Bool {
    frames.dropFirst().contains { frame in
      let alphas = stride(from: 3, to: frame.pixels.count, by: 4).map { frame.pixels[$0] }
      return frame.isOver && (frame.disposal == .restore || alphas.contains { 1..<255 ~= $0 })
    }
  }

  // MARK: - Files

  func file() throws -> [UInt8] {
    switch format {
    case .apng: apng()
    case .gif: gif()
    case .webp: try webp()
    }
  }

  private func bigEndian(_ number: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private func littleEndian(_ number: Int, _ bytes: Int) -> [UInt8] {
    bigEndian(number, bytes).reversed()
  }

  /// W3C, PNG (Third Edition): fcTL, IDAT and fdAT chunks with a common sequence of numbers.
  private func apng() -> [UInt8] {
    func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
      let checked = Array(type.utf8) + body
      var sum: UInt32 = 0xFFFF_FFFF
      for byte in checked {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
      }
      return bigEndian(body.count, 4) + checked + bigEndian(Int(~sum), 4)
    }
    /// Returns rows without filters in a single stored block of deflate.
    func compressed(_ frame: Frame) -> [UInt8] {
      let row = frame.rect.width * 4
      let raw = (0..<frame.rect.height).flatMap { [0] + frame.pixels[$0 * row..<($0 + 1) * row] }
      var (a, b) = (1, 0)
      for byte in raw {
        a = (a + Int(byte)) % 65521
        b = (b + a) % 65521
      }
      var bytes: [UInt8] = [0x78, 0x01, 1]
      bytes += littleEndian(raw.count, 2)
      bytes += littleEndian(raw.count ^ 0xFFFF, 2)
      return bytes + raw + bigEndian(b << 16 | a, 4)
    }
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let canvas = bigEndian(size.width, 4) + bigEndian(size.height, 4)
    file += chunk("IHDR", canvas + [8, 6, 0, 0, 0])
    file += chunk("acTL", bigEndian(frames.count, 4) + bigEndian(plays, 4))
    var sequence = 0
    for (index, frame) in frames.enumerated() {
      let rect = frame.rect
      let sides = [rect.width, rect.height, rect.x, rect.y].flatMap { bigEndian($0, 4) }
      var control = bigEndian(sequence, 4) + sides
      control += bigEndian(frame.centiseconds, 2) + bigEndian(100, 2)
      control += [UInt8(frame.disposal.rawValue), frame.isOver ? 1 : 0]
      file += chunk("fcTL", control)
      sequence += 1
      guard index > 0 else {
        file += chunk("IDAT", compressed(frame))
        continue
      }
      file += chunk("fdAT", bigEndian(sequence, 4) + compressed(frame))
      sequence += 1
    }
    return file + chunk("IEND", [])
  }

  /// CompuServe, GIF89a: local palettes only, with clear codes before the code size grows.
  private func gif() -> [UInt8] {
    var random = random
    var file = Array("GIF89a".utf8)
    file += littleEndian(size.width, 2) + littleEndian(size.height, 2)
    file += [0x70, 0, 0, 0x21, 0xFF, 11]
    file += "NETSCAPE2.0".utf8
    file += [3, 1]
    file += littleEndian(plays, 2)
    file.append(0)
    for frame in frames {
      var palette: [[UInt8]] = [[0, 0, 0]]
      let indices = stride(from: 0, to: frame.pixels.count, by: 4).map { place -> Int in
        guard frame.pixels[place + 3] > 0 else { return 0 }
        let color = Array(frame.pixels[place..<place + 3])
        if let known = palette.dropFirst().firstIndex(of: color) { return known }
        palette.append(color)
        return palette.count - 1
      }
      let bits = (2...8).first { 1 << $0 >= palette.count } ?? 8
      while palette.count < 1 << bits { palette.append([7, 7, 7]) }
      let isInterlaced = random.holds(percent: 30)
      // Disposal 1 keeps the picture, 2 clears it, 3 restores the previous canvas.
      file += [0x21, 0xF9, 4, UInt8(frame.disposal.rawValue + 1) << 2 | 1]
      file += littleEndian(frame.centiseconds, 2)
      file += [0, 0, 0x2C]
      let rect = frame.rect
      file += [rect.x, rect.y, rect.width, rect.height].flatMap { littleEndian($0, 2) }
      file.append(0x80 | (isInterlaced ? 0x40 : 0) | UInt8(bits - 1))
      file += palette.joined()
      var rows = Array(0..<rect.height)
      if isInterlaced {
        rows = [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
          Array(stride(from: start, to: rect.height, by: step))
        }
      }
      let codes = rows.flatMap { indices[$0 * rect.width..<($0 + 1) * rect.width] }
      file.append(UInt8(bits))
      file += blocks(codes, bits: bits)
      file.append(0)
    }
    return file + [0x3B]
  }

  /// Returns indices as codes of constant length.
  private func blocks(_ indices: [Int], bits: Int) -> [UInt8] {
    let clear = 1 << bits
    var codes: [Int] = []
    for (place, index) in indices.enumerated() {
      if place % (clear - 2) == 0 { codes.append(clear) }
      codes.append(index)
    }
    codes.append(clear + 1)
    var (bytes, waiting, count): ([UInt8], Int, Int) = ([], 0, 0)
    for code in codes {
      waiting |= code << count
      count += bits + 1
      while count >= 8 {
        bytes.append(UInt8(waiting & 255))
        waiting >>= 8
        count -= 8
      }
    }
    if count > 0 { bytes.append(UInt8(waiting & 255)) }
    return stride(from: 0, to: bytes.count, by: 255).flatMap { start in
      let block = bytes[start..<min(bytes.count, start + 255)]
      return [UInt8(block.count)] + block
    }
  }

  /// Google, WebP Container Specification: ANMF chunks with lossless pictures.
  private func webp() throws -> [UInt8] {
    func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
      var chunk = Array(type.utf8)
      chunk += littleEndian(body.count, 4)
      chunk += body
      if body.count % 2 == 1 { chunk.append(0) }
      return chunk
    }
    let canvas = littleEndian(size.width - 1, 3) + littleEndian(size.height - 1, 3)
    var body = chunk("VP8X", [0x12, 0, 0, 0] + canvas)
    body += chunk("ANIM", [0, 0, 0, 0] + littleEndian(plays, 2))
    for frame in frames {
      let rect = frame.rect
      let picture = try lossless(frame)
      let numbers = [
        rect.x / 2, rect.y / 2, rect.width - 1, rect.height - 1, frame.centiseconds * 10,
      ]
      var head = numbers.flatMap { littleEndian($0, 3) }
      head.append((frame.isOver ? 0 : 2) | UInt8(frame.disposal.rawValue))
      body += chunk("ANMF", head + chunk("VP8L", picture))
    }
    var file = Array("RIFF".utf8)
    file += littleEndian(body.count + 4, 4)
    file += "WEBP".utf8
    return file + body
  }

  /// Returns the VP8L chunk of a still picture.
  private func lossless(_ frame: Frame) throws -> [UInt8] {
    let size = try #require(PixelSize(width: frame.rect.width, height: frame.rect.height))
    let bytes = frame.pixels.enumerated().map { place, value in
      place % 4 == 3
        ? value : UInt8(Self.product(Int(value), Int(frame.pixels[place / 4 * 4 + 3])))
    }
    var encoder = try WebPEncoder(
      size: size, options: WebPOptions(quality: 100, effort: 1, loopCount: 0))
    _ = try encoder.append(
      try #require(Pixmap(size: size, bytes: bytes)),
      duration: RationalTime(centiseconds: 1) ?? .zero)
    let file = try encoder.finish()
    var place = 12
    while place + 8 <= file.count {
      let length = (0..<4).reduce(0) { $0 | Int(file[place + 4 + $1]) << (8 * $1) }
      if file[place..<place + 4].elementsEqual("VP8L".utf8) {
        return Array(file[place + 8..<place + 8 + length])
      }
      place += 8 + length + length % 2
    }
    return try #require(nil as [UInt8]?, "no VP8L chunk")
  }
}
