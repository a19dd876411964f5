import HeaderModel
import PortableMath

/// The frames of the visible layers in a header state, including layers in list rows.
struct LayerFrames {
  /// The identity of a layer. A layer in a row is identified by list, row index and name.
  struct Key: Hashable {
    let layer: String
    let row: Int?
    let inner: String?
  }

  /// The layers in painting order.
  private(set) var keys: [Key] = []
  private(set) var frames: [Key: PointRect] = [:]
  /// The maximum shift in points.
  private static let maxShift = 60.0

  /// Collects the layers on a screen that is `height` points high.
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

  /// Returns the layer's movement, or `nil` if it is missing in one of the states.
  func move(_ key: Key, to other: LayerFrames) -> LayerMove? {
    guard let before = frames[key], let after = other.frames[key] else { return nil }
    return LayerMove(before, after)
  }

  /// The largest movement of any edge in points.
  func largestMove(to other: LayerFrames) -> Double {
    keys.compactMap { move($0, to: other)?.length }.max() ?? 0
  }

  /// Returns the scroll distances in points at which moved edges return to their original position,
  /// at most `maxCount`, ordered by the total width of the edges that agree.
  ///
  /// - Parameters:
  ///   - changed: The frames with a changed constant.
  ///   - scrolled: The frames of this header after one more point of scrolling.
  func shifts(to changed: LayerFrames, scrolled: LayerFrames, maxCount: Int) -> [Double] {
    var widths: [Double: Double] = [:]
    for key in keys {
      guard let here = frames[key], let there = changed.frames[key], let next = scrolled.frames[key]
      else { continue }
      for edge in [\PointRect.y, \.maxY] {
        let velocity = next[keyPath: edge] - here[keyPath: edge]
        guard abs(velocity) > 0.05 else { continue }
        let shift = (here[keyPath: edge] - there[keyPath: edge]) / velocity
        guard abs(shift) <= LayerFrames.maxShift else { continue }
        widths[(8 * shift).rounded() / 8, default: 0] += here.width
      }
    }
    return widths.filter { $0.key != 0 }
      .sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }
      .prefix(maxCount).map(\.key)
  }
}

/// The movement of a layer's edges between two states.
struct LayerMove {
  /// The largest movement of an edge in points.
  let length: Double
  /// Whether the layer changed its size rather than its position.
  let isResized: Bool

  init(_ before: PointRect, _ after: PointRect) {
    let edges = [
      after.x - before.x, after.maxX - before.maxX, after.y - before.y, after.maxY - before.maxY,
    ]
    length = edges.map(abs).max() ?? 0
    isResized = max(abs(edges[0] - edges[1]), abs(edges[2] - edges[3])) > length / 2
  }
}
