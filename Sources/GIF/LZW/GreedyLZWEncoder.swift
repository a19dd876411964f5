import PortableMath

// Unsafe memory: canvas and frames are read and indices written through pointers, because this encoder
// does little else a pixel.

/// Chooses the nearest colour of each pixel and matches LZW strings greedily: little work a pixel.
///
/// A pixel that is unchanged stays. One that differs from the canvas, or from the colour before it,
/// by less than the tolerance may take that one where it lengthens the string.
struct GreedyLZWEncoder {
  /// The symbol of a pixel, and another one that would do; -1 for none.
  private typealias Choice = (first: Int, second: Int)

  let table: ColorTable
  private let cube: ColorCube
  private let transparent: Int
  /// An index' colour, 0xRRGGBB, and whether a pixel of exactly that colour keeps it.
  private struct Entry {
    var color: UInt32
    var isExact: Bool
  }
  /// 256 of them.
  private let entries: [Entry]
  /// Squared distance, see `distance`, within which another colour will do: 18 % of what the search, which
  /// makes up for it by diffusion, tolerates.
  private let tolerance: Int32

  init(_ palette: Palette, tuning: GIFTuning, for places: [FramePlace]) {
    table = palette.table
    cube = ColorCube(table: table, for: places)
    transparent = table.colors.count
    let known = table.colors.map { Entry(color: $0, isExact: palette.exact.contains($0)) }
    let unused = Entry(color: 0, isExact: false)
    entries = known + [Entry](repeating: unused, count: 256 - known.count)
    tolerance = Int32(tuning.tolerance * 0.181)
  }

  /// The codes of a frame, one of those it was made for, over what `canvas` shows. Calls `progress` with the
  /// indices written so far, one a pixel, after each row.
  func encode(
    _ place: FramePlace, over canvas: ShownCanvas,
    _ progress: (UnsafeBufferPointer<UInt8>) -> Void
  ) -> [UInt8] {
    let rect = place.rect
    var stream = GreedyLZWStream(
      minimumCodeSize: table.minimumCodeSize, pixelCount: rect.width * rect.height)
    var last = transparent
    let indices = UnsafeMutablePointer<UInt8>.allocate(capacity: rect.width * rect.height)
    defer { indices.deallocate() }
    FrameContext(place: place, canvas: canvas).withPixels { frame in
      entries.withUnsafeBufferPointer { entries in
        var written = 0
        for row in place.rows() {
          canvas.waitForRows(row.lowerBound / place.size.width + 1)
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

  /// The symbols for a pixel of `color` where a viewer shows `shown`, behind the symbol `last`.
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

  /// Squared distance of two colours 0xRRGGBB, weighted like luma.
  private func distance(_ a: UInt32, _ b: UInt32) -> Int32 {
    let red = Int32(bitPattern: (a >> 16) & 255) - Int32(bitPattern: (b >> 16) & 255)
    let green = Int32(bitPattern: (a >> 8) & 255) - Int32(bitPattern: (b >> 8) & 255)
    let blue = Int32(bitPattern: a & 255) - Int32(bitPattern: b & 255)
    return (red * red * 5 + green * green * 9 + blue * blue * 2) >> 4
  }
}

/// The string that grows while its successors are in the dictionary, and the codes of those before.
private struct GreedyLZWStream: ~Copyable {
  private var writer: LZWCodeWriter
  private var dictionary: LZWDictionary
  private var clearing = ClearPolicy()
  /// The code of the current string; -1 before the first pixel.
  private var code = -1
  private var length = 0

  init(minimumCodeSize: Int, pixelCount: Int) {
    writer = LZWCodeWriter(minimumCodeSize: minimumCodeSize, capacity: pixelCount / 4 + 64)
    dictionary = LZWDictionary(minimumCodeSize: minimumCodeSize)
  }

  /// Appends the first symbol, or the second where only that one lengthens the string; returns the
  /// one that was taken.
  mutating func append(_ first: Int, or second: Int) -> Int {
    guard code >= 0 else {
      (code, length) = (first, 1)
      return first
    }
    let slot = dictionary.slot(of: code, UInt8(truncatingIfNeeded: first))
    let child = dictionary.code(in: slot)
    if child >= 0 {
      (code, length) = (child, length + 1)
      return first
    }
    if second >= 0 {
      let other = dictionary.code(in: dictionary.slot(of: code, UInt8(truncatingIfNeeded: second)))
      if other >= 0 {
        (code, length) = (other, length + 1)
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
    (code, length) = (first, 1)
    return first
  }

  mutating func finish() -> [UInt8] {
    if code >= 0 { writer.put(code) }
    return writer.finish()
  }
}
