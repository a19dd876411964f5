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
    /// Weighted colours, and in the last lane the weights.
    var sum = SIMD4<Float>.zero
    /// Whether some pixel requires the colour as it is.
    var isFixed = false
  }

  private let palette: Palette
  private var uses = [Use](repeating: Use(), count: 256)

  init(_ palette: Palette) { self.palette = palette }

  /// Takes a pixel that was given `index` for `wanted`, an `XYBColor.vector`.
  mutating func add(_ index: UInt8, _ wanted: SIMD4<Float>, weight: Float) {
    var one = wanted
    one[3] = 1
    uses[Int(index)].sum += weight * one
  }

  /// Takes a pixel that may show nothing but `index`.
  mutating func fix(_ index: UInt8) { uses[Int(index)].isFixed = true }

  /// Takes all pixels of `map` as plain error diffusion would show them, each with the nearest colour;
  /// returns their indices, where a pixel has to stay as it is shown that behind the last colour.
  mutating func dither(_ map: TargetMap) -> [UInt8] {
    let index = palette.index
    let colors = index.xybColors.map(\.vector)
    let kept = UInt8(colors.count)
    let share = map.tuning.diffusion * TargetMap.diffusedShare
    let width = map.width
    // Errors diffused by the pixels of the row above, then by those of this row; none at either end.
    var errors = [SIMD4<Float>](repeating: .zero, count: width + 2)
    return [UInt8](unsafeUninitializedCapacity: map.count) { indices, count in
      count = map.count
      errors.withUnsafeMutableBufferPointer { errors in
        var (pixel, x) = (0, 0)
        var above = SIMD4<Float>.zero
        var left = SIMD4<Float>.zero
        map.forEach { target in
          let handedOn = above + errors[x + 1] + errors[x + 2]
          above = errors[x + 1]
          switch target.constraint {
          case .free:
            let wanted = target.color + handedOn + left
            let entry = index.nearest(to: wanted)
            indices[pixel] = UInt8(truncatingIfNeeded: entry)
            add(indices[pixel], wanted, weight: target.weights.luma)
            left = share * (wanted - colors[entry])
          case .index(let index):
            indices[pixel] = index
            fix(index)
            left = .zero
          case .canvasOnly:
            indices[pixel] = kept
            left = .zero
          }
          errors[x + 1] = left
          pixel += 1
          x += 1
          if x == width { (x, above, left) = (0, .zero, .zero) }
        }
      }
    }
  }

  /// The table, its colours moved but for those that are exact or required.
  var refined: ColorTable {
    let colors = palette.table.colors.enumerated().map { place, color -> UInt32 in
      let use = uses[place]
      guard !use.isFixed, use.sum[3] > 0, !palette.exact.contains(color) else { return color }
      let old = XYBColor(rgb: color).vector
      let new = old + Self.pace * (use.sum / use.sum[3] - old)
      return XYBColor(new).rgb
    }
    return ColorTable(colors: colors, transparent: palette.table.hasTransparent)
  }
}

extension Palette {
  /// The same, tried on a frame before that is written, and moved where it may be: by plain error
  /// diffusion, and at high effort by complete searches, each of which moves the colours to where they
  /// are needed. `canvas` shows what is thought to be shown when the frame comes, then the frame.
  func adapted(
    to place: FramePlace, _ variance: LocalVariance, _ tuning: GIFTuning, over canvas: ShownCanvas
  ) -> Palette {
    let frame = FrameContext(place: place, canvas: canvas)
    func map(_ palette: Palette) -> TargetMap {
      TargetMap(frame, variance: variance, palette, tuning: tuning)
    }
    var palette = self
    var refiner = PaletteRefiner(palette)
    var indices = refiner.dither(map(palette))
    if palette.mayMove {
      if tuning.isPaletteRefined { palette.move(to: refiner.refined) }
      for _ in 1..<tuning.passes {
        var encoder = RateDistortionLZWEncoder(map(palette), refiner: PaletteRefiner(palette))
        _ = encoder.encode { if $0.count == indices.count { indices = Array($0) } }
        if let refiner = encoder.refiner { palette.move(to: refiner.refined) }
      }
    }
    if place.clears {
      canvas.clear()
    } else {
      canvas.paint(indices, in: place.rect, palette.table)
    }
    return palette
  }
}
