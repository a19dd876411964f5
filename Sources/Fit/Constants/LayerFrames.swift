import HeaderModel
import PortableMath

/// Where the visible layers of a state stand, the layers of rows too.
struct LayerFrames {
  /// A layer; in a row, with the list's name and the row's index.
  struct Key: Hashable {
    let layer: String
    let row: Int?
    let inner: String?
  }

  /// In the order of painting.
  private(set) var keys: [Key] = []
  private(set) var frames: [Key: PointRect] = [:]
  /// Points.
  private static let mostShift = 60.0

  /// On a screen of so many points.
  init(_ state: HeaderState, height: Double) {
    func add(_ key: Key, _ layer: LayerState) {
      guard layer.visible, layer.effectiveOpacity > 0.05, layer.frame.width > 0,
        layer.frame.height > 0, layer.frame.maxY > 0, layer.frame.y < height
      else { return }
      keys.append(key)
      frames[key] = layer.frame
    }
    for layer in state.layers {
      add(Key(layer: layer.id, row: nil, inner: nil), layer)
      guard layer.visible, case .list(let list) = layer.content else { continue }
      for row in list.rows {
        for inner in row.layers {
          add(Key(layer: layer.id, row: row.index, inner: inner.id), inner)
        }
      }
    }
  }

  /// Nil for a layer that is not in both.
  func move(_ key: Key, to other: LayerFrames) -> LayerMove? {
    guard let before = frames[key], let after = other.frames[key] else { return nil }
    return LayerMove(before, after)
  }

  /// Of any edge, in points.
  func largestMove(to other: LayerFrames) -> Double {
    keys.compactMap { move($0, to: other)?.length }.max() ?? 0
  }

  /// By how many points of scrolling an edge that moved would be where it was, most of the edges first,
  /// by the places in the header that moved it, and those in this header a point further on.
  func shifts(to changed: LayerFrames, further: LayerFrames, most: Int) -> [Double] {
    var widths: [Double: Double] = [:]
    for key in keys {
      guard let here = frames[key], let there = changed.frames[key], let next = further.frames[key]
      else { continue }
      for edge in [\PointRect.y, \.maxY] {
        let velocity = next[keyPath: edge] - here[keyPath: edge]
        guard abs(velocity) > 0.05 else { continue }
        let shift = (here[keyPath: edge] - there[keyPath: edge]) / velocity
        guard abs(shift) <= LayerFrames.mostShift else { continue }
        widths[(8 * shift).rounded() / 8, default: 0] += here.width
      }
    }
    return widths.filter { $0.key != 0 }
      .sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }
      .prefix(most).map(\.key)
  }
}

/// How far a layer's edges lie from where they are in another state.
struct LayerMove {
  /// The furthest that an edge moved, in points.
  let length: Double
  /// Whether it became larger or smaller rather than moved.
  let isResized: Bool

  init(_ before: PointRect, _ after: PointRect) {
    let edges = [
      after.x - before.x, after.maxX - before.maxX, after.y - before.y, after.maxY - before.maxY,
    ]
    length = edges.map(abs).max() ?? 0
    isResized = max(abs(edges[0] - edges[1]), abs(edges[2] - edges[3])) > length / 2
  }
}
