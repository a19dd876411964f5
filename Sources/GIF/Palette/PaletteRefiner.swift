// Unsafe memory: targets are read, and errors added, through pointers for every pixel.

/// Moves the colors of a palette to the mean of the colors for which they are used: the targets of
/// their pixels plus the diffused errors.
///
/// If that mean differs from a color, its pixels have a visible tint. This happens for colors that
/// the palette cannot mix, and for colors so close to an entry that no other entry is ever used.
struct PaletteRefiner {
  /// The fraction of the distance to the mean that a color moves. The full distance changes the
  /// encoding too much.
  private static let pace: Float = 0.7

  private struct Use {
    /// The sum of the weighted colors. The last lane is the sum of the weights.
    var sum = SIMD4<Float>.zero
    /// True if a pixel requires the exact color.
    var isFixed = false
  }

  private let palette: Palette
  private var uses = [Use](repeating: Use(), count: 256)

  init(_ palette: Palette) { self.palette = palette }

  /// Records a pixel with the wanted color `wanted`, an `XYBColor.vector`, that was encoded as
  /// `index`.
  mutating func add(_ index: UInt8, _ wanted: SIMD4<Float>, weight: Float) {
    var one = wanted
    one[3] = 1
    uses[Int(index)].sum += weight * one
  }

  /// Records a pixel that must show `index`.
  mutating func fix(_ index: UInt8) { uses[Int(index)].isFixed = true }

  /// Records all pixels of `map` as plain error diffusion with nearest colors would encode them.
  /// Returns their indices. Pixels that keep the canvas have the index after the last color.
  mutating func dither(_ map: TargetMap) -> [UInt8] {
    let index = palette.index
    let colors = index.xybColors.map(\.vector)
    let canvasIndex = UInt8(colors.count)
    let share = map.tuning.diffusion * TargetMap.diffusedShare
    let width = map.width
    // The errors diffused from the row above, which are replaced by those of the current row. There
    // is a zero entry at both ends.
    var errors = [SIMD4<Float>](repeating: .zero, count: width + 2)
    return [UInt8](unsafeUninitializedCapacity: map.count) { indices, count in
      count = map.count
      errors.withUnsafeMutableBufferPointer { errors in
        var pixel = 0
        var x = 0
        var above = SIMD4<Float>.zero
        var left = SIMD4<Float>.zero
        map.forEach { target in
          let diffused = above + errors[x + 1] + errors[x + 2]
          above = errors[x + 1]
          switch target.constraint {
          case .free:
            let wanted = target.color + diffused + left
            let entry = index.nearest(to: wanted)
            indices[pixel] = UInt8(truncatingIfNeeded: entry)
            add(indices[pixel], wanted, weight: target.weights.luma)
            left = share * (wanted - colors[entry])
          case .index(let index):
            indices[pixel] = index
            fix(index)
            left = .zero
          case .canvasOnly:
            indices[pixel] = canvasIndex
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

  /// The table after its colors were moved. Exact and required colors are unchanged.
  var refined: ColorTable {
    let colors = palette.table.colors.enumerated().map { index, color -> UInt32 in
      let use = uses[index]
      guard !use.isFixed, use.sum[3] > 0, !palette.exact.contains(color) else { return color }
      let old = XYBColor(rgb: color).vector
      let new = old + Self.pace * (use.sum / use.sum[3] - old)
      return XYBColor(new).rgb
    }
    return ColorTable(colors: colors, transparent: palette.table.hasTransparent)
  }
}

extension Palette {
  /// Returns the palette adapted to a frame before it is encoded. If `mayMove` is true, trial
  /// encodings move the colors to the means of their pixels: first plain error diffusion, then, at
  /// high effort, rate-distortion searches.
  ///
  /// - Parameter canvas: The predicted canvas before the frame. It is updated to the predicted
  ///   canvas after the frame.
  func adapted(
    to update: FrameUpdate, _ variance: LocalVariance, _ tuning: GIFTuning, over canvas: ShownCanvas
  ) -> Palette {
    let frame = FrameContext(update: update, canvas: canvas)
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
    if update.clears {
      canvas.clear()
    } else {
      canvas.paint(indices, in: update.rect, palette.table)
    }
    return palette
  }
}
