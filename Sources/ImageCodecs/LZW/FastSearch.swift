import Raster

/// Nearest colours and greedy strings: little work a pixel.
///
/// A pixel that is as it was stays; one that differs from the canvas, or from the colour before it,
/// by less than the tolerance may take that one where it lengthens the string.
struct FastSearch {
  private static let empty: UInt32 = 0xFFFF_FFFF
  private static let slots = 1 << 14

  let size: PixelSize
  private let table: ColorTable
  private let cube: ColorCube
  /// Weighted squared error, see `GIFTuning.tolerance`.
  private let tolerance: Float
  /// Of each index: whether a pixel of that very colour keeps it.
  private let isExact: [Bool]

  init(size: PixelSize, chosen: ChosenTable, tuning: GIFTuning) {
    self.size = size
    table = chosen.table
    cube = ColorCube(table: chosen.table)
    tolerance = tuning.tolerance
    isExact = (0..<256).map {
      $0 < chosen.table.colors.count && chosen.exact.contains(chosen.table.colors[$0])
    }
  }

  /// The codes for `rect`; brings the canvas up to date.
  func run(
    _ truth: TruthFrame, after before: TruthFrame?, in rect: PixelRect, canvas: inout [UInt32]
  ) -> [UInt8] {
    let transparent = UInt32(table.colors.count)
    var writer = LZWBitWriter(capacity: rect.width * rect.height / 4 + 64)
    var clearing = ClearPolicy()
    let clearCode = UInt32(1) << UInt32(table.minimumCodeSize)
    var width = table.minimumCodeSize + 1
    var next = clearCode + 2
    // An entry is prefix (12 bits), symbol (8), code (12).
    let strings = UnsafeMutablePointer<UInt32>.allocate(capacity: Self.slots)
    strings.initialize(repeating: Self.empty, count: Self.slots)
    let colors = UnsafeMutablePointer<UInt32>.allocate(capacity: 256)
    colors.initialize(repeating: 0, count: 256)
    for (index, color) in table.colors.enumerated() { colors[index] = color }
    defer {
      strings.deallocate()
      colors.deallocate()
    }
    let near = Int32(min(4000, tolerance) * 0.25)
    writer.put(Int(clearCode), width: width)

    @inline(__always)
    func distance(_ a: UInt32, _ b: UInt32) -> Int32 {
      let red = Int32(bitPattern: (a >> 16) & 255) - Int32(bitPattern: (b >> 16) & 255)
      let green = Int32(bitPattern: (a >> 8) & 255) - Int32(bitPattern: (b >> 8) & 255)
      let blue = Int32(bitPattern: a & 255) - Int32(bitPattern: b & 255)
      return (red * red * 5 + green * green * 9 + blue * blue * 2) >> 4
    }

    /// The slot of a string, or the empty one where it belongs.
    @inline(__always)
    func slot(_ key: UInt32) -> Int {
      var at = Int((key &* 0x9E37_79B1) >> 18)
      while strings[at] != Self.empty, strings[at] >> 12 != key { at = (at + 1) & (Self.slots - 1) }
      return at
    }

    var code = Self.empty
    var length = 0
    var lastSymbol = transparent
    canvas.withUnsafeMutableBufferPointer { canvas in
      truth.pixels.withUnsafeBufferPointer { truth in
        (before?.pixels ?? []).withUnsafeBufferPointer { before in
          let comparable = !before.isEmpty
          for y in rect.y..<rect.maxY {
            for pixel in y * size.width + rect.x..<y * size.width + rect.maxX {
              let color = truth[pixel]
              let shown = canvas[pixel]
              var symbol = transparent
              var second = Self.empty
              let stays =
                color == TruthFrame.clear
                || (comparable && before[pixel] == color && shown != TruthFrame.clear)
              if !stays {
                let nearest = UInt32(truncatingIfNeeded: cube.entry(for: color))
                if shown == colors[Int(nearest)] {
                  second = nearest
                } else if isExact[Int(nearest)], color == colors[Int(nearest)] {
                  symbol = nearest
                } else {
                  symbol = nearest
                  if shown != TruthFrame.clear, distance(shown, color) <= near {
                    second = transparent
                  } else if lastSymbol != transparent, lastSymbol != nearest,
                    distance(colors[Int(lastSymbol)], color) <= near
                  {
                    second = lastSymbol
                  }
                }
              }
              if code == Self.empty {
                code = symbol
                length = 1
              } else {
                let key = code << 8 | symbol
                let at = slot(key)
                if strings[at] != Self.empty {
                  code = strings[at] & 0xFFF
                  length += 1
                } else {
                  var taken = false
                  if second != Self.empty {
                    let other = slot(code << 8 | second)
                    if strings[other] != Self.empty {
                      code = strings[other] & 0xFFF
                      length += 1
                      symbol = second
                      taken = true
                    }
                  }
                  if !taken {
                    writer.put(Int(code), width: width)
                    let bits = Float(width)
                    if next < 4096 {
                      strings[at] = key << 12 | next
                      next += 1
                      if next > 1 << width, width < 12 { width += 1 }
                    }
                    if clearing.shouldClear(
                      isFull: next == 4096, bits: bits, pixels: Float(length), isLast: false)
                    {
                      writer.put(Int(clearCode), width: width)
                      strings.update(repeating: Self.empty, count: Self.slots)
                      next = clearCode + 2
                      width = table.minimumCodeSize + 1
                    }
                    code = symbol
                    length = 1
                  }
                }
              }
              lastSymbol = symbol
              if symbol != transparent { canvas[pixel] = colors[Int(symbol)] }
            }
          }
        }
      }
    }
    if code != Self.empty {
      writer.put(Int(code), width: width)
      if next < 4096 {
        next += 1
        if next > 1 << width, width < 12 { width += 1 }
      }
    }
    writer.put(Int(clearCode) + 1, width: width)
    return writer.finish()
  }
}
