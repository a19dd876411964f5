import Raster

/// Searches a frame as often as asked for, each time with the table refined by the search before.
struct FrameSearch {
  struct Result {
    var codes: [UInt8]
    /// Index a pixel of the rectangle, for `table`.
    var indices: [UInt8]
    var table: ColorTable
  }

  let isLossless: Bool
  let tuning: GIFTuning

  /// The pixels inside `rect`, which is not empty. `index` is that of the chosen table; `passes`
  /// beyond 1 refine it.
  func run(
    _ frame: FrameInTime, in rect: PixelRect, masking: MaskingMap, _ chosen: ChosenTable,
    _ index: PaletteIndex, passes: Int
  ) -> Result {
    var chosen = chosen
    var index = index
    var pass = 1
    while true {
      let map = WishMap(
        frame, in: rect, masking: masking, chosen, tuning: tuning, isLossless: isLossless)
      var search = JointSearch(
        width: rect.width, map, palette: index, transparent: chosen.table.transparentIndex,
        minimumCodeSize: chosen.table.minimumCodeSize, tuning: tuning)
      let found = search.run()
      if pass == passes {
        return Result(codes: found.codes, indices: found.indices, table: chosen.table)
      }
      chosen.table = refined(chosen, by: found.indices, of: map)
      index = PaletteIndex(tones: chosen.table.tones, perCell: tuning.candidates)
      pass += 1
    }
  }

  private func refined(
    _ chosen: ChosenTable, by indices: [UInt8], of map: WishMap
  ) -> ColorTable {
    var refiner = TableRefiner(chosen)
    var window = WishWindow(map)
    defer { window.free() }
    var wish = window.wishes(from: 0)
    for (pixel, index) in indices.enumerated() {
      if window.mustMove(to: pixel) { wish = window.wishes(from: pixel) }
      refiner.add(index, wish.pointee)
      wish += 1
    }
    return refiner.refined
  }
}
