// Unsafe memory: targets are read and errors added through pointers, for every pixel.

/// Moves the colours of a palette to the mean of what they are written for: the targets of their pixels
/// and the errors diffused to them.
///
/// Where that mean is another colour, its pixels are tinted: what the palette cannot mix, and what is so
/// near to one of its colours that no other one is ever taken.
struct PaletteRefiner {
  /// How far a colour moves toward its mean: all of the way changes what is written too much.
  private static let pace: Float = 0.7

  private struct Use {
    var sum = SIMD4<Float>.zero
    var weight: Float = 0
    /// Whether some pixel requires the colour as it is.
    var isFixed = false
  }

  private let palette: Palette
  private var uses = [Use](repeating: Use(), count: 256)

  init(_ palette: Palette) { self.palette = palette }

  /// Takes a pixel that was given `index` for `wanted`, an `XYBColor.vector`.
  @inline(__always)
  mutating func add(_ index: UInt8, _ wanted: SIMD4<Float>, weight: Float) {
    uses[Int(index)].sum += weight * wanted
    uses[Int(index)].weight += weight
  }

  /// Takes a pixel that may show nothing but `index`.
  @inline(__always)
  mutating func fix(_ index: UInt8) { uses[Int(index)].isFixed = true }

  /// Takes all pixels of `map` as plain error diffusion would show them, each with the nearest colour.
  mutating func dither(_ map: TargetMap, by index: PaletteIndex, tuning: GIFTuning) {
    let colors = index.xybColors.map(\.vector)
    let share = tuning.diffusion * TargetMap.diffusedShare
    var window = TargetWindow(map)
    var target = window.targets(from: 0)
    var lastError = SIMD4<Float>.zero
    var x = 0
    for pixel in 0..<map.count {
      if window.mustMove(to: pixel) { target = window.targets(from: pixel) }
      if target.pointee.required == PixelTarget.free {
        let wanted = target.pointee.wanted + target.pointee.leftShare * lastError
        let entry = index.nearest(to: XYBColor(y: wanted[0], b: wanted[1], x: wanted[2])).entry
        add(UInt8(truncatingIfNeeded: entry), wanted, weight: target.pointee.weight)
        lastError = wanted - colors[entry]
        target.diffuse(share * lastError, x: x, width: map.width)
      } else {
        if target.pointee.required < PixelTarget.free {
          fix(UInt8(truncatingIfNeeded: target.pointee.required))
        }
        lastError = .zero
      }
      target += 1
      x += 1
      if x == map.width { x = 0 }
    }
    withExtendedLifetime(window) {}
  }

  /// The table, its colours moved but for those that are exact or required.
  var refined: ColorTable {
    let colors = palette.table.colors.enumerated().map { place, color -> UInt32 in
      let use = uses[place]
      guard !use.isFixed, use.weight > 0, !palette.exact.contains(color) else { return color }
      let old = XYBColor(rgb: color).vector
      let new = old + Self.pace * (use.sum / use.weight - old)
      return XYBColor(y: new[0], b: new[1], x: new[2]).rgb
    }
    return ColorTable(colors: colors, transparent: palette.table.hasTransparent)
  }
}
