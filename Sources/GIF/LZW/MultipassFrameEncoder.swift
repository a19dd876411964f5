import Numerics
import Raster

/// Encodes a frame in several passes, each with the palette refined by the pass before.
struct MultipassFrameEncoder {
  struct Result {
    var codes: [UInt8]
    /// Index a pixel of the rectangle, for `table`.
    var indices: [UInt8]
    var table: ColorTable
  }

  let isLossless: Bool
  let tuning: GIFTuning

  /// Encodes the pixels inside `rect`, which is not empty. `index` is that of `palette`; passes
  /// beyond the first refine it.
  func encode(
    _ frame: FrameContext, in rect: PixelRect, variance: LocalVariance, _ palette: Palette,
    _ index: PaletteIndex, passes: Int
  ) -> Result {
    var palette = palette
    var index = index
    var pass = 1
    while true {
      let map = TargetMap(
        frame, in: rect, variance: variance, palette, tuning: tuning, isLossless: isLossless)
      var encoder = RateDistortionLZWEncoder(
        width: rect.width, map, table: palette.table, index: index, tuning: tuning)
      let found = encoder.encode()
      if pass == passes {
        return Result(codes: found.codes, indices: found.indices, table: palette.table)
      }
      palette.table = PaletteRefiner.refined(palette, by: found.indices, of: map)
      index = PaletteIndex(yuvColors: palette.table.yuvColors, perCell: tuning.candidates)
      pass += 1
    }
  }
}

/// Moves the colours of a palette to the mean of the targets of the pixels that were given them.
struct PaletteRefiner {
  private let table: ColorTable
  /// Colours that stay.
  private let exact: [UInt32]
  private var weights = [Float](repeating: 0, count: 257)
  private var sums = [SIMD4<Float>](repeating: .zero, count: 257)
  private var isFixed = [Bool](repeating: false, count: 257)

  /// The table after one round, the pixels of `map` having been given `indices`.
  static func refined(
    _ palette: Palette, by indices: [UInt8], of map: TargetMap
  ) -> ColorTable {
    var refiner = PaletteRefiner(palette)
    var window = TargetWindow(map)
    var target = window.targets(from: 0)
    for (pixel, index) in indices.enumerated() {
      if window.mustMove(to: pixel) { target = window.targets(from: pixel) }
      refiner.add(index, target.pointee)
      target += 1
    }
    withExtendedLifetime(window) {}
    return refiner.refined
  }

  private init(_ palette: Palette) {
    table = palette.table
    exact = palette.exact
  }

  /// Takes a pixel that was given `index`; a colour that some pixel requires stays.
  private mutating func add(_ index: UInt8, _ target: PixelTarget) {
    let place = Int(index)
    guard target.required == PixelTarget.free else {
      isFixed[place] = true
      return
    }
    weights[place] += target.weight
    sums[place] += target.weight * target.color
  }

  private var refined: ColorTable {
    let colors = table.colors.enumerated().map { place, color -> UInt32 in
      let weight = weights[place]
      guard !isFixed[place], weight > 0, !exact.contains(color) else { return color }
      let mean = sums[place] / weight
      return YUVColor(y: mean[0], u: mean[1], v: mean[2]).rgb
    }
    return ColorTable(colors: colors, transparent: table.hasTransparent)
  }
}

/// Packs LZW codes, least significant bit first, each as wide as a decoder expects it (GIF89a,
/// appendix F).
///
/// The width follows from the number of codes since the last clear code alone.
struct LZWCodeWriter {
  private static let maximumWidth = 12

  private let minimumCodeSize: Int
  private var clearCode: Int { 1 << minimumCodeSize }
  /// Bits of the next code.
  private(set) var width: Int
  /// The code that a decoder will define last on reading the next one.
  private var lastDefined: Int
  private var bytes: [UInt8] = []
  private var accumulator: UInt64 = 0
  private var pendingBits = 0

  /// Begins with a clear code. `capacity` is the number of bytes to make room for.
  init(minimumCodeSize: Int, capacity: Int) {
    self.minimumCodeSize = minimumCodeSize
    width = minimumCodeSize + 1
    lastDefined = 1 << minimumCodeSize + 1
    bytes.reserveCapacity(capacity)
    putClear()
  }

  @inline(__always)
  mutating func put(_ code: Int) {
    write(code)
    lastDefined += 1
    if lastDefined == 1 << width, width < Self.maximumWidth { width += 1 }
  }

  mutating func putClear() {
    write(clearCode)
    width = minimumCodeSize + 1
    lastDefined = clearCode + 1
  }

  /// Writes the end code; returns all bytes, the last one filled up with zero bits.
  mutating func finish() -> [UInt8] {
    write(clearCode + 1)
    if pendingBits > 0 { bytes.append(UInt8(truncatingIfNeeded: accumulator)) }
    return bytes
  }

  @inline(__always)
  private mutating func write(_ code: Int) {
    accumulator |= UInt64(truncatingIfNeeded: code) << UInt64(pendingBits)
    pendingBits += width
    while pendingBits >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: accumulator))
      accumulator >>= 8
      pendingBits -= 8
    }
  }
}

/// Decides when to clear a full dictionary: once it does worse than filling one did.
struct ClearPolicy {
  /// Codes that a full dictionary is given before it is judged, and the length of the running mean.
  private static let patience = 24
  /// How much better than the filling phase the running mean begins.
  private static let credit: Float = 1.2

  private var fillBits: Float = 0
  private var fillPixels: Float = 0
  private var codesSinceFull = 0
  private var recentLength: Float = 0

  /// Whether to clear now; asked once after each code of `bits` that stood for `pixels`.
  @inline(__always)
  mutating func shouldClear(isFull: Bool, bits: Float, pixels: Float, isLast: Bool) -> Bool {
    guard isFull else {
      fillBits += bits
      fillPixels += pixels
      return false
    }
    if codesSinceFull == 0 { recentLength = fillPixels / fillBits * bits * Self.credit }
    codesSinceFull += 1
    recentLength += (pixels - recentLength) / Float(Self.patience)
    guard codesSinceFull >= Self.patience, !isLast, bits * fillPixels > fillBits * recentLength
    else { return false }
    self = ClearPolicy()
    return true
  }
}
