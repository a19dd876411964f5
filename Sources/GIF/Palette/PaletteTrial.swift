/// Tries palettes on a frame before it is written: plain error diffusion, and at high effort complete
/// searches, each of which moves the colours to where they are needed.
struct PaletteTrial {
  let place: FramePlace
  let variance: LocalVariance
  let tuning: GIFTuning
  /// What is thought to be shown when the frame comes.
  let canvas: ShownCanvas

  /// `palette`, moved where it may be; the canvas then shows the frame in its colours.
  func adapted(_ palette: Palette) -> Palette {
    var palette = palette
    var refiner = PaletteRefiner(palette)
    var indices = refiner.dither(map(palette), tuning: tuning)
    if palette.mayMove {
      if tuning.isPaletteRefined { palette.move(to: refiner.refined) }
      for _ in 1..<tuning.passes {
        var encoder = RateDistortionLZWEncoder(
          map(palette), palette, tuning: tuning,
          refiner: PaletteRefiner(palette))
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

  private func map(_ palette: Palette) -> TargetMap {
    TargetMap(
      FrameContext(place: place, canvas: canvas), variance: variance, palette, tuning: tuning)
  }
}
