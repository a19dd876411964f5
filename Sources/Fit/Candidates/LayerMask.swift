import HeaderModel
import PortableMath
import Raster
import VisualDiff

/// A mask of pixels to ignore, because they show masked layers.
struct LayerMask: Sendable {
  private let size: PixelSize
  /// The rectangles in painting order: masked layers, and filled layers painted above them.
  private var areas: [(rect: PixelRect, counts: Bool)] = []

  /// Masks the frames of the visible layers in `names`, except for pixels that a filled layer above
  /// covers.
  init(_ names: Set<String>, in state: HeaderState, painter: CandidatePainter, grid: WorkingGrid) {
    size = grid.size
    guard !names.isEmpty else { return }
    // The index of the last descendant of a masked layer. All its pixels are ignored.
    var last: Int?
    for (index, layer) in state.layers.enumerated() where layer.visible {
      let isMasked = names.contains(layer.id)
      if isMasked { last = max(last ?? 0, index + layer.descendantCount) }
      guard let last, isMasked || (index > last && layer.isFilled) else { continue }
      let rect = painter.pixels(of: layer.frame, on: grid, margin: 0)
      if !rect.isEmpty { areas.append((rect, !isMasked)) }
    }
  }

  /// Masks all lists and the painter's masked layers. The rows of a list look alike at several
  /// offsets, other layers rarely do.
  static func fixed(
    in state: HeaderState, painter: CandidatePainter, grid: WorkingGrid
  ) -> LayerMask {
    let lists = state.layers.filter { if case .list = $0.content { $0.visible } else { false } }
    return LayerMask(
      Set(lists.map(\.id)).union(painter.masked), in: state, painter: painter, grid: grid)
  }

  /// The mask, 255 for each byte that counts and 0 for the others. `nil` if all count.
  private var bytes: [UInt8]? {
    guard areas.contains(where: { !$0.counts }) else { return nil }
    var bytes = [UInt8](repeating: 255, count: size.area * 4)
    for (rect, counts) in areas {
      for y in rect.y..<rect.maxY {
        for index in (y * size.width + rect.x) * 4..<(y * size.width + rect.maxX) * 4 {
          bytes[index] = counts ? 255 : 0
        }
      }
    }
    return bytes
  }

  /// Whether each pixel counts.
  var counted: [Bool] {
    var counted = [Bool](repeating: true, count: size.area)
    for (rect, counts) in areas {
      for y in rect.y..<rect.maxY {
        let row = y * size.width
        for index in row + rect.x..<row + rect.maxX { counted[index] = counts }
      }
    }
    return counted
  }

  /// Returns the picture with its ignored pixels replaced by those of `other`.
  func covered(_ picture: Pixmap, by other: Pixmap) -> Pixmap {
    guard let mask = bytes else { return picture }
    let mixed = mask.indices.map { mask[$0] == 0 ? other.bytes[$0] : picture.bytes[$0] }
    return Pixmap(size: picture.size, bytes: mixed) ?? picture
  }

  /// The mean distance of two pictures over the pixels that count, or the largest distance if none
  /// does.
  var distance: (_ recorded: Pixmap, _ candidate: Pixmap) -> Double {
    let distance = RecordingFit.distance
    guard let mask = bytes else { return distance.mean }
    return { distance.mean($0, $1, mask: mask) ?? distance.largest }
  }

  /// The number of pixels that count.
  var countedPixels: Int { bytes.map { mask in mask.count { $0 != 0 } / 4 } ?? size.area }
}

extension LayerState {
  /// Whether the layer covers its frame with an almost opaque picture or color.
  fileprivate var isFilled: Bool {
    guard effectiveOpacity > 0.9 else { return false }
    switch content {
    case .image, .rectangle(.gradient): return true
    case .rectangle(.color(let color)): return color.alpha > 230
    default: return false
    }
  }
}
