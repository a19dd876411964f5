import PortableMath

// Unsafe memory: canvas and frames are read and indices written through pointers, because the
// encoder does little other work per pixel.

/// Chooses the nearest color for each pixel and matches LZW strings greedily. The fastest encoder.
///
/// An unchanged pixel stays transparent. If the color of the canvas or of the previous pixel is
/// within tolerance, it is used where it extends the current string.
struct GreedyLZWEncoder {
  /// The symbol of a pixel and an acceptable alternative, or -1 if there is none.
  private typealias Choice = (first: Int, second: Int)

  let table: ColorTable
  private let cube: ColorCube
  private let transparent: Int
  /// The color of an index as 0xRRGGBB, and whether pixels of exactly that color must keep it.
  private struct Entry {
    var color: UInt32
    var isExact: Bool
  }
  /// The 256 entries.
  private let entries: [Entry]
  /// The squared distance (see `distance`) within which an alternative color is acceptable. It is
  /// 18 % of the tolerance of the rate-distortion search, which compensates with diffusion.
  private let tolerance: Int32

  init(_ palette: Palette, tuning: GIFTuning, for updates: [FrameUpdate]) {
    table = palette.table
    cube = ColorCube(table: table, for: updates)
    transparent = table.colors.count
    let known = table.colors.map { Entry(color: $0, isExact: palette.exact.contains($0)) }
    let unused = Entry(color: 0, isExact: false)
    entries = known + [Entry](repeating: unused, count: 256 - known.count)
    tolerance = Int32(tuning.tolerance * 0.181)
  }

  /// Returns the codes of one of the encoder's frames, drawn over `canvas`. After each row, calls
  /// `progress` with the indices written so far, one per pixel.
  func encode(
    _ update: FrameUpdate, over canvas: ShownCanvas,
    _ progress: (UnsafeBufferPointer<UInt8>) -> Void
  ) -> [UInt8] {
    let rect = update.rect
    var stream = GreedyLZWStream(
      minimumCodeSize: table.minimumCodeSize, pixelCount: rect.width * rect.height)
    var last = transparent
    let indices = UnsafeMutablePointer<UInt8>.allocate(capacity: rect.width * rect.height)
    defer { indices.deallocate() }
    FrameContext(update: update, canvas: canvas).withPixels { frame in
      entries.withUnsafeBufferPointer { entries in
        var written = 0
        for row in update.rows() {
          canvas.waitForRows(row.lowerBound / update.size.width + 1)
          for pixel in row {
            let choice = choice(
              for: frame.source[pixel], shown: frame.canvas[pixel],
              isUnchanged: frame.isUnchanged(pixel), after: last, entries)
            last = stream.append(choice.first, or: choice.second)
            indices[written] = UInt8(truncatingIfNeeded: last)
            written += 1
          }
          progress(UnsafeBufferPointer(start: indices, count: written))
        }
      }
    }
    return stream.finish()
  }

  /// Returns the symbols for a pixel of `color`. `shown` is the color on the canvas, `last` the
  /// previous symbol.
  private func choice(
    for color: UInt32, shown: UInt32, isUnchanged: Bool, after last: Int,
    _ entries: UnsafeBufferPointer<Entry>
  ) -> Choice {
    if color == SourceFrame.clear || (isUnchanged && shown != SourceFrame.clear) {
      return (transparent, -1)
    }
    let nearest = cube.entry(for: color)
    if shown == entries[nearest].color { return (transparent, nearest) }
    if entries[nearest].isExact, color == entries[nearest].color {
      return (nearest, -1)
    }
    if shown != SourceFrame.clear, distance(shown, color) <= tolerance {
      return (nearest, transparent)
    }
    if last != transparent, last != nearest, distance(entries[last].color, color) <= tolerance {
      return (nearest, last)
    }
    return (nearest, -1)
  }

  /// Returns the squared distance of two 0xRRGGBB colors, weighted like luma.
  private func distance(_ a: UInt32, _ b: UInt32) -> Int32 {
    let red = Int32(bitPattern: (a >> 16) & 255) - Int32(bitPattern: (b >> 16) & 255)
    let green = Int32(bitPattern: (a >> 8) & 255) - Int32(bitPattern: (b >> 8) & 255)
    let blue = Int32(bitPattern: a & 255) - Int32(bitPattern: b & 255)
    return (red * red * 5 + green * green * 9 + blue * blue * 2) >> 4
  }
}

/// The current string, which grows while the dictionary contains its extension, and the codes
/// written before it.
private struct GreedyLZWStream: ~Copyable {
  private var writer: LZWCodeWriter
  private var dictionary: LZWDictionary
  private var clearing = ClearPolicy()
  /// The code of the current string, or -1 before the first pixel.
  private var code = -1
  private var length = 0

  init(minimumCodeSize: Int, pixelCount: Int) {
    writer = LZWCodeWriter(minimumCodeSize: minimumCodeSize, capacity: pixelCount / 4 + 64)
    dictionary = LZWDictionary(minimumCodeSize: minimumCodeSize)
  }

  /// Appends the first symbol, or the second if only that extends the string. Returns the appended
  /// symbol.
  mutating func append(_ first: Int, or second: Int) -> Int {
    guard code >= 0 else {
      code = first
      length = 1
      return first
    }
    let slot = dictionary.slot(of: code, UInt8(truncatingIfNeeded: first))
    let child = dictionary.code(in: slot)
    if child >= 0 {
      code = child
      length += 1
      return first
    }
    if second >= 0 {
      let other = dictionary.code(in: dictionary.slot(of: code, UInt8(truncatingIfNeeded: second)))
      if other >= 0 {
        code = other
        length += 1
        return second
      }
    }
    let bits = Float(writer.width)
    writer.put(code)
    dictionary.insertUnlinked(code, UInt8(truncatingIfNeeded: first), in: slot)
    if clearing.shouldClear(
      isFull: dictionary.isFull, bits: bits, pixels: Float(length), isLast: false)
    {
      writer.putClear()
      dictionary.reset()
    }
    code = first
    length = 1
    return first
  }

  mutating func finish() -> [UInt8] {
    if code >= 0 { writer.put(code) }
    return writer.finish()
  }
}
