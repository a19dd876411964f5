/// The conversion between pictures and the strips of a blur. An element of a strip has four pixels,
/// first of a row, then, after ``transpose(_:_:bands:bandSize:)``, of a column.
enum Strips {
  /// The number of values per element.
  static let lanes = 16

  /// Transposes a strip of four columns into bands, whose element n has pixel n of four rows.
  ///
  /// - Parameters:
  ///   - between: The position of the four columns in the first band. Each band has `bandSize`
  ///     bytes.
  ///   - strip: Four rows for each band.
  static func transpose(
    _ between: UnsafeMutableRawPointer, _ strip: UnsafeRawPointer, bands: Int, bandSize: Int
  ) {
    for band in 0..<bands {
      let from = strip + band &* 128
      let to = between + band &* bandSize
      for half in 0..<2 {
        for two in 0..<2 {
          // The pixels 2 · half and 2 · half + 1 of the rows 2 · two and 2 · two + 1.
          let at = two &* 64 &+ half &* 16
          let upper = from.loadUnaligned(fromByteOffset: at, as: SIMD2<UInt64>.self)
          let lower = from.loadUnaligned(fromByteOffset: at &+ 32, as: SIMD2<UInt64>.self)
          let byteOffset = half &* 64 &+ two &* 16
          to.storeBytes(
            of: SIMD2(upper[0], lower[0]), toByteOffset: byteOffset, as: SIMD2<UInt64>.self)
          to.storeBytes(
            of: SIMD2(upper[1], lower[1]), toByteOffset: byteOffset &+ 32, as: SIMD2<UInt64>.self)
        }
      }
    }
  }

  /// Writes a band to the rows of a picture.
  ///
  /// - Parameters:
  ///   - rows: The number of rows in the band, in 1...4.
  ///   - bytes: Returns a pixel of each row from the lower and the upper half of an element.
  @inline(__always)
  static func scatter(
    _ target: UnsafeMutableRawPointer, _ strip: UnsafeRawPointer, rows: Int, columns: Int,
    bytes: (Words, Words) -> SIMD16<UInt8>
  ) {
    @inline(__always)
    func element(_ column: Int) -> SIMD4<UInt32> {
      let from = column &* lanes &* 2
      let pixels = bytes(RowKernel.load(strip, from), RowKernel.load(strip, from &+ 16))
      return unsafeBitCast(pixels, to: SIMD4<UInt32>.self)
    }
    @inline(__always)
    func put(_ pixels: SIMD4<UInt32>, _ row: Int, _ column: Int) {
      target.storeBytes(
        of: pixels, toByteOffset: (row &* columns &+ column) &* 4, as: SIMD4<UInt32>.self)
    }
    var column = 0
    while column &+ 4 <= columns {
      let a = element(column)
      let b = element(column &+ 1)
      let c = element(column &+ 2)
      let d = element(column &+ 3)
      // Unrolled, because a variable index would spill the vectors to memory.
      put(SIMD4(a[0], b[0], c[0], d[0]), 0, column)
      if rows > 1 { put(SIMD4(a[1], b[1], c[1], d[1]), 1, column) }
      if rows > 2 { put(SIMD4(a[2], b[2], c[2], d[2]), 2, column) }
      if rows > 3 { put(SIMD4(a[3], b[3], c[3], d[3]), 3, column) }
      column &+= 4
    }
    while column < columns {
      let pixels = element(column)
      for row in 0..<rows {
        target.storeBytes(
          of: pixels[row], toByteOffset: (row &* columns &+ column) &* 4, as: UInt32.self)
      }
      column &+= 1
    }
  }
}

/// An element of a strip: ``Strips/lanes`` values.
struct StripElement {
  var low: Words
  var high: Words

  /// The size of an element in bytes.
  static let size = Strips.lanes * 2

  @inline(__always)
  init(low: Words, high: Words) {
    self.low = low
    self.high = high
  }

  /// Loads element `index` of a strip.
  @inline(__always)
  init(_ strip: UnsafeMutableRawPointer, _ index: Int) {
    low = RowKernel.load(strip, index &* Self.size)
    high = RowKernel.load(strip, index &* Self.size &+ 16)
  }

  @inline(__always)
  func store(_ strip: UnsafeMutableRawPointer, _ index: Int) {
    RowKernel.store(low, strip, index &* Self.size)
    RowKernel.store(high, strip, index &* Self.size &+ 16)
  }

  @inline(__always)
  static func &+ (a: Self, b: Self) -> Self { Self(low: a.low &+ b.low, high: a.high &+ b.high) }

  @inline(__always)
  static func &- (a: Self, b: Self) -> Self { Self(low: a.low &- b.low, high: a.high &- b.high) }

  @inline(__always)
  static func &* (a: Self, b: UInt16) -> Self { Self(low: a.low &* b, high: a.high &* b) }

  @inline(__always)
  static func &+= (a: inout Self, b: Self) { a = a &+ b }

  /// Returns the product with `weight` / 65536, rounded down.
  @inline(__always)
  func part(_ weight: UInt16) -> Self {
    Self(
      low: Vectors.multiplyHigh(low, Words(repeating: weight)),
      high: Vectors.multiplyHigh(high, Words(repeating: weight)))
  }

  /// Returns the product with `weight`, 0...31.
  func weighted(_ weight: Double) -> Self {
    let whole = Int(weight)
    let fraction = min(65535, (weight - Double(whole)) * 65536)
    return self &* UInt16(whole) &+ part(UInt16(fraction))
  }
}
