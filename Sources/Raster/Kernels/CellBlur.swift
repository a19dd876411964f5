/// One direction of a grid of cells, squares of pixels whose means are blurred in their place.
///
/// Cell -1 and the one behind the last stand for all that lies beyond the picture: its outermost
/// pixels over and over.
struct CellAxis {
  let pixels: Int
  /// Pixels of a cell, a power of two.
  var side = 1
  let box: ExtendedBox
  let passes: Int
  /// What the first and the last of the cells seen stand for.
  var ends: ExtendedBox.Ends?
  /// Cells that are wanted, and those from which they are made; both within -1...cells.
  let wanted: Range<Int>
  let seen: Range<Int>

  /// - Parameters:
  ///   - outermost: from the picture's edge to the middle of its outermost sample, in pixels.
  ///   - wanted: cells, at least one; limited to those that there are.
  init(
    pixels: Int, side: Int, box: ExtendedBox, passes: Int, outermost: Double, wanted: Range<Int>
  ) {
    self.pixels = pixels
    self.side = side
    self.box = box
    self.passes = passes
    let cells = (pixels + side - 1) / side
    ends = ExtendedBox.Ends(
      inset: outermost / Double(side),
      lastShare: Double(pixels) / Double(side) - Double(cells - 1))
    let first = max(-1, min(cells - 1, wanted.lowerBound))
    self.wanted = first..<max(first + 1, min(cells + 1, wanted.upperBound))
    // At least one full element between the two ends.
    let margin = passes * box.step + 1
    let low = max(-1, self.wanted.lowerBound - margin)
    seen = low..<max(low + 3, min(cells + 1, self.wanted.upperBound + margin))
  }

  /// All pixels as cells; what lies beyond the edges is the outermost ones of the pass before.
  init(pixels: Int, box: ExtendedBox, passes: Int) {
    self.pixels = pixels
    self.box = box
    self.passes = passes
    wanted = 0..<pixels
    seen = wanted
  }

  /// Elements in front of a strip, for its passes to work in; an element is a cell.
  var lead: Int { passes &* box.step }

  func blur(_ strip: UnsafeMutablePointer<UInt16>) {
    box.run(strip, count: seen.count, passes: passes, ends: ends)
  }
}

/// Blurs a picture cell by cell: means of cells, all vertical passes, in strips of four columns, a group
/// of them at a time, then all horizontal ones, in bands of four rows.
struct CellBlur {
  let across: CellAxis
  let down: CellAxis

  /// How blurred values become bytes.
  enum Finish {
    /// The last pass has rounded them.
    case whole
    case rounded
    /// Saturated and lightened as by ``RowKernel/tint(_:saturates:)``.
    case tinted
  }

  /// Strips filled together.
  private static let group = 16

  /// Writes the wanted cells.
  ///
  /// - Parameters:
  ///   - target: receives four bytes for each of them.
  ///   - source: four bytes for each of the picture's pixels.
  func run(_ target: inout MutableSpan<UInt8>, from source: Span<UInt8>, _ finish: Finish) {
    precondition(
      source.count == across.pixels &* down.pixels &* 4
        && target.count == across.wanted.count &* down.wanted.count &* 4)
    RowKernel.withPointers(&target, 0..<target.count, source) { run($0, from: $1, finish) }
  }

  private func run(
    _ target: UnsafeMutableRawPointer, from source: UnsafeRawPointer, _ finish: Finish
  ) {
    // Between the two directions: an element of a band is a column, four values a row.
    let bands = (down.wanted.count &+ 3) / 4
    let bandLead = across.lead &* Strips.lanes
    let bandSize = bandLead &+ (across.seen.count &+ 3) / 4 &* 4 &* Strips.lanes
    let between = UnsafeMutablePointer<UInt16>.allocate(capacity: bands &* bandSize)
    let stripLead = down.lead &* Strips.lanes
    let stripSize = stripLead &+ (down.seen.count &+ 3) &* Strips.lanes
    let strips = UnsafeMutablePointer<UInt16>.allocate(capacity: Self.group &* stripSize)
    // The last band may have fewer than four rows; the others stay 0.
    strips.initialize(repeating: 0, count: Self.group &* stripSize)
    defer {
      between.deallocate()
      strips.deallocate()
    }
    for column in stride(from: 0, to: across.seen.count, by: 4 &* Self.group) {
      let first = across.seen.lowerBound &+ column
      let columns = first..<min(first &+ 4 &* Self.group, across.seen.upperBound)
      for row in 0..<down.seen.count {
        gather(
          UnsafeMutableRawPointer(strips + stripLead + row &* Strips.lanes),
          stripSize: stripSize &* 2, source, row: down.seen.lowerBound &+ row, columns)
      }
      for index in 0..<(columns.count &+ 3) / 4 {
        let strip = strips + index &* stripSize
        down.blur(strip)
        let wanted = (down.wanted.lowerBound &- down.seen.lowerBound) &* Strips.lanes
        Strips.transpose(
          UnsafeMutableRawPointer(between + bandLead + (column &+ index &* 4) &* Strips.lanes),
          UnsafeRawPointer(strip + wanted), bands: bands, bandSize: bandSize &* 2)
      }
    }
    for band in 0..<bands {
      let strip = between + band &* bandSize
      across.blur(strip)
      let wanted = (across.wanted.lowerBound &- across.seen.lowerBound) &* Strips.lanes
      scatter(
        target + band &* 16 &* across.wanted.count, UnsafeRawPointer(strip + wanted),
        rows: min(4, down.wanted.count &- band &* 4), finish)
    }
  }

  /// Writes the means of cells of a row, four cells to an element of each strip.
  ///
  /// - Parameters:
  ///   - strips: the element of the first strip.
  ///   - stripSize: bytes from one strip to the next.
  private func gather(
    _ strips: UnsafeMutableRawPointer, stripSize: Int, _ source: UnsafeRawPointer, row: Int,
    _ columns: Range<Int>
  ) {
    let side = across.side
    let top = row &* side
    let isInside = row >= 0 && top &+ side <= down.pixels
    var cell = 0
    while cell < columns.count {
      let to = strips + cell / 4 &* stripSize
      let first = columns.lowerBound &+ cell
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

  @inline(__always)
  private func widened(_ source: UnsafeRawPointer) -> (Words, Words) {
    let bytes = source.loadUnaligned(as: SIMD16<UInt8>.self)
    let bits = Words(repeating: across.box.fractionBits)
    return (Vectors.widened(bytes.lowHalf) &<< bits, Vectors.widened(bytes.highHalf) &<< bits)
  }

  /// The means of four cells side by side inside the picture; `side` is even.
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
        return self.mean(sum.lowHalf &+ sum.highHalf, side: side, kept: 3)
      }
      var sum = SIMD4<UInt32>()
      for row in 0..<side {
        let words = rowSum(at + row &* stride, side: side)
        sum &+= SIMD4<UInt32>(truncatingIfNeeded: words.lowHalf &+ words.highHalf)
      }
      return self.mean(sum, side: side, kept: 3)
    }
    return (Words(lowHalf: mean(0), highHalf: mean(1)), Words(lowHalf: mean(2), highHalf: mean(3)))
  }

  /// The sum of the even and that of the odd pixels of a cell's row.
  private func rowSum(_ row: UnsafeRawPointer, side: Int) -> Words {
    var sum = Words()
    for pair in 0..<side / 2 {
      sum &+= Vectors.widened(row.loadUnaligned(fromByteOffset: pair &* 8, as: SIMD8<UInt8>.self))
    }
    return sum
  }

  /// The mean of a cell that leaves the picture, whose outermost pixels are repeated.
  private func edgeMean(_ source: UnsafeRawPointer, column: Int, row: Int) -> SIMD4<UInt16> {
    let side = across.side
    var sum = SIMD4<UInt32>()
    for line in 0..<side {
      let y = max(0, min(down.pixels &- 1, row &* side &+ line))
      for place in 0..<side {
        let x = max(0, min(across.pixels &- 1, column &* side &+ place))
        let offset = (y &* across.pixels &+ x) &* 4
        let bytes = source.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt8>.self)
        sum &+= SIMD4<UInt32>(truncatingIfNeeded: bytes)
      }
    }
    return mean(sum, side: side, kept: Int(across.box.fractionBits))
  }

  /// A cell's sum as a mean with `kept` bits after the point; three where cells are more than a pixel.
  private func mean<Sum: FixedWidthInteger & SIMDScalar>(
    _ sum: SIMD4<Sum>, side: Int, kept: Int
  ) -> SIMD4<UInt16> {
    let bits = 2 &* side.trailingZeroBitCount
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

  private func scatter(
    _ target: UnsafeMutableRawPointer, _ strip: UnsafeRawPointer, rows: Int, _ finish: Finish
  ) {
    let columns = across.wanted.count
    switch finish {
    case .whole:
      Strips.scatter(target, strip, rows: rows, columns: columns, bytes: Vectors.narrowed)
    case .tinted:
      Strips.scatter(target, strip, rows: rows, columns: columns) { low, high in
        Vectors.narrowed(
          RowKernel.tinted(low, saturates: true), RowKernel.tinted(high, saturates: true))
      }
    case .rounded:
      /// Eighths to whole numbers, halves to the even one: up would lighten by a sixteenth.
      func rounded(_ words: Words) -> Words { (words &+ 3 &+ ((words &>> 3) & 1)) &>> 3 }
      Strips.scatter(target, strip, rows: rows, columns: columns) { low, high in
        Vectors.narrowed(rounded(low), rounded(high))
      }
    }
  }
}
