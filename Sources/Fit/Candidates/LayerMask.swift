import HeaderModel
import Numerics
import Raster
import VisualDiff

/// The pixels of a grid where layers lie that do not count.
struct LayerMask {
  /// Within the grid.
  private let areas: [PixelRect]

  /// The frames of visible layers of some names, wherever something else covers them too.
  init(_ names: Set<String>, in state: DocumentState, painter: CandidatePainter, grid: WorkingGrid)
  {
    areas =
      names.isEmpty
      ? []
      : state.layers
        .filter { $0.visible && $0.effectiveOpacity > 0 && names.contains($0.id) }
        .map { painter.pixels(of: $0.frame, on: grid, margin: 0) }
        .filter { !$0.isEmpty }
  }

  /// A picture of the grid with another's pixels where they do not count.
  func covered(_ picture: Pixmap, by other: Pixmap) -> Pixmap {
    guard !areas.isEmpty else { return picture }
    var result = picture
    for area in areas { result.draw(other, x: 0, y: 0, opacity: 255, clip: area) }
    return result
  }

  /// The mean distance over the pixels that count; the largest where none does.
  func mean(_ recorded: Pixmap, _ candidate: Pixmap, _ distance: CappedDistance) -> Double {
    guard !areas.isEmpty else { return distance.mean(recorded, candidate) }
    let counted = countedPixels(recorded.size)
    guard counted > 0 else { return distance.largest }
    return distance.mean(recorded, covered(candidate, by: recorded))
      * Double(recorded.size.area) / Double(counted)
  }

  /// How many pixels of the grid count.
  func countedPixels(_ size: PixelSize) -> Int {
    guard !areas.isEmpty else { return size.area }
    var counts = [Bool](repeating: true, count: size.area)
    for area in areas {
      for y in area.y..<area.maxY {
        for x in area.x..<area.maxX { counts[y * size.width + x] = false }
      }
    }
    return counts.count { $0 }
  }
}
