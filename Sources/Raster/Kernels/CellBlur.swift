/// One direction of a grid of cells: squares of pixels whose means are blurred instead of the
/// pixels.
///
/// Cell -1 and the cell after the last one represent everything beyond the picture: its replicated
/// edges.
struct CellAxis {
  /// The picture's length in pixels.
  let pixels: Int
  /// The side of a cell in pixels, a power of two.
  let side: Int
  let box: ExtendedBox
  let passes: Int
  let ends: ExtendedBox.Ends
  /// The cells to compute, within -1...cells.
  let output: Range<Int>
  /// The cells that the output cells depend on, within -1...cells.
  let input: Range<Int>

  /// - Parameters:
  ///   - outermost: The distance from the picture's edge to the center of its outermost sample, in
  ///     pixels.
  ///   - output: The cells to compute, at least one; clamped to -1...cells.
  init(
    pixels: Int, side: Int, box: ExtendedBox, passes: Int, outermost: Double, output: Range<Int>
  ) {
    self.pixels = pixels
    self.side = side
    self.box = box
    self.passes = passes
    let cells = (pixels + side - 1) / side
    ends = ExtendedBox.Ends(
      inset: outermost / Double(side),
      lastShare: Double(pixels) / Double(side) - Double(cells - 1))
    let first = max(-1, min(cells - 1, output.lowerBound))
    self.output = first..<max(first + 1, min(cells + 1, output.upperBound))
    // At least one full element between the two ends.
    let margin = passes * box.step + 1
    let low = max(-1, self.output.lowerBound - margin)
    input = low..<max(low + 3, min(cells + 1, self.output.upperBound + margin))
  }

  /// The sizes of its strips, one element per cell.
  var strips: StripAxis {
    StripAxis(
      lead: passes * box.step, inputCount: input.count,
      offset: output.lowerBound - input.lowerBound,
      outputCount: output.count)
  }
}

/// A blur of the means of a picture's cells: all vertical passes, then all horizontal passes.
struct CellBlur {
  let across: CellAxis
  let down: CellAxis

  /// The number of strips filled together.
  private static let group = 16

  /// Writes the output cells.
  ///
  /// - Parameters:
  ///   - target: Four bytes per output cell.
  ///   - source: Four bytes per pixel of the picture.
  ///   - tints: Whether the result is saturated and lightened as by
  ///     ``RowKernel/tint(_:saturates:)``.
  func run(_ target: inout MutableSpan<UInt8>, from source: Span<UInt8>, tints: Bool) {
    precondition(
      source.count == across.pixels &* down.pixels &* 4
        && target.count == across.output.count &* down.output.count &* 4)
    RowKernel.withPointers(&target, 0..<target.count, source) { target, source in
      StripBlur(down: down.strips, across: across.strips, group: Self.group).run(
        gather: { group in
          for row in 0..<down.input.count { gather(group, source, row: row) }
        },
        blurDown: {
          down.box.run($0, count: down.input.count, passes: down.passes, ends: down.ends)
        },
        blurAcross: {
          across.box.run($0, count: across.input.count, passes: across.passes, ends: across.ends)
        },
        scatter: { band, strip, rows in
          scatter(target + band &* 16 &* across.output.count, strip, rows: rows, tints: tints)
        })
    }
  }

  /// Writes the means of one row of cells, four cells to each strip.
  private func gather(_ group: StripBlur.Group, _ source: UnsafeRawPointer, row inputRow: Int) {
    let side = across.side
    let row = down.input.lowerBound &+ inputRow
    let column = across.input.lowerBound &+ group.column
    let strips = group.strips + inputRow &* Strips.lanes &* 2
    let top = row &* side
    let isInside = row >= 0 && top &+ side <= down.pixels
    var cell = 0
    while cell < group.columns {
      let to = strips + cell / 4 &* group.stripSize
      let first = column &+ cell
      if isInside, first >= 0, (first &+ 4) &* side <= across.pixels {
        let offset = (top &* across.pixels &+ first &* side) &* 4
        let four: (Words, Words)
        // The sides that matter are unrolled.
        switch side {
        case 1: four = widened(source + offset)
        case 2: four = means(source + offset, side: 2)
        case 4: four = means(source + offset, side: 4)
        default: four = means(source + offset, side: side)
        }
        RowKernel.store(four.0, to, 0)
        RowKernel.store(four.1, to, 16)
      } else {
        for index in 0..<4 {
          to.storeBytes(
            of: edgeMean(source, column: first &+ index, row: row), toByteOffset: index &* 8,
            as: SIMD4<UInt16>.self)
        }
      }
      cell &+= 4
    }
  }

  /// Returns four pixels as cells.
  @inline(__always)
  private func widened(_ source: UnsafeRawPointer) -> (Words, Words) {
    let bytes = source.loadUnaligned(as: SIMD16<UInt8>.self)
    let bits = ExtendedBox.fractionBits
    return (Vectors.widened(bytes.lowHalf) &<< bits, Vectors.widened(bytes.highHalf) &<< bits)
  }

  /// Returns the means of four adjacent cells inside the picture; `side` is even.
  @inline(__always)
  private func means(_ source: UnsafeRawPointer, side: Int) -> (Words, Words) {
    @inline(__always)
    func mean(_ cell: Int) -> SIMD4<UInt16> {
      let at = source + cell &* side &* 4
      let stride = across.pixels &* 4
      if side <= 4 {
        // Up to 16 pixels fit 16 bits.
        var sum = Words()
        for row in 0..<side { sum &+= rowSum(at + row &* stride, side: side) }
        return self.mean(sum.lowHalf &+ sum.highHalf, side: side)
      }
      var sum = SIMD4<UInt32>()
      for row in 0..<side {
        let words = rowSum(at + row &* stride, side: side)
        sum &+= SIMD4<UInt32>(truncatingIfNeeded: words.lowHalf &+ words.highHalf)
      }
      return self.mean(sum, side: side)
    }
    return (
      Words(lowHalf: mean(0), highHalf: mean(1)), Words(lowHalf: mean(2), highHalf: mean(3))
    )
  }

  /// Returns the sums of the even and of the odd pixels of a cell's row.
  @inline(__always)
  private func rowSum(_ row: UnsafeRawPointer, side: Int) -> Words {
    var sum = Words()
    for pair in 0..<side / 2 {
      sum &+= Vectors.widened(
        row.loadUnaligned(fromByteOffset: pair &* 8, as: SIMD8<UInt8>.self))
    }
    return sum
  }

  /// Returns the mean of a cell that reaches beyond the picture, whose edges are replicated.
  private func edgeMean(_ source: UnsafeRawPointer, column: Int, row: Int) -> SIMD4<UInt16> {
    let side = across.side
    var sum = SIMD4<UInt32>()
    for line in 0..<side {
      let y = max(0, min(down.pixels &- 1, row &* side &+ line))
      for index in 0..<side {
        let x = max(0, min(across.pixels &- 1, column &* side &+ index))
        let offset = (y &* across.pixels &+ x) &* 4
        let bytes = source.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt8>.self)
        sum &+= SIMD4<UInt32>(truncatingIfNeeded: bytes)
      }
    }
    return mean(sum, side: side)
  }

  /// Returns the mean of a cell with ``ExtendedBox/fractionBits``.
  @inline(__always)
  private func mean<Sum: FixedWidthInteger & SIMDScalar>(
    _ sum: SIMD4<Sum>, side: Int
  ) -> SIMD4<UInt16> {
    let bits = 2 &* side.trailingZeroBitCount
    let kept = Int(ExtendedBox.fractionBits)
    let mean: SIMD4<Sum>
    if bits <= kept {
      mean = sum &<< SIMD4(repeating: Sum(truncatingIfNeeded: kept &- bits))
    } else {
      let dropped = Sum(truncatingIfNeeded: bits &- kept)
      let half: Sum = 1 &<< (dropped &- 1)
      mean = (sum &+ SIMD4(repeating: half)) &>> SIMD4(repeating: dropped)
    }
    return SIMD4<UInt16>(truncatingIfNeeded: mean)
  }

  /// Writes the output cells of a band as bytes, tinted if `tints`.
  private func scatter(
    _ target: UnsafeMutableRawPointer, _ strip: UnsafeRawPointer, rows: Int, tints: Bool
  ) {
    let columns = across.output.count
    if tints {
      Strips.scatter(target, strip, rows: rows, columns: columns) { low, high in
        Vectors.narrowed(
          RowKernel.tinted(low, saturates: true), RowKernel.tinted(high, saturates: true))
      }
    } else {
      /// Rounds eighths to whole numbers, halves to even: rounding halves up would lighten by 1/16.
      @inline(__always)
      func rounded(_ words: Words) -> Words { (words &+ 3 &+ ((words &>> 3) & 1)) &>> 3 }
      Strips.scatter(target, strip, rows: rows, columns: columns) { low, high in
        Vectors.narrowed(rounded(low), rounded(high))
      }
    }
  }
}
