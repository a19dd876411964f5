import PortableMath
import Raster

/// Closes the seams between opaque rectangles that touch within a device pixel.
///
/// Both rectangles cover the pixels at the common edge in part. Painted one after the other they
/// would let the ground through: two halves cover three quarters of a pixel. Therefore the earlier
/// one is extended to the far side of these pixels, as far as the later one covers the rest of them.
/// The later one's coverage then blends exactly the two colors.
extension [DrawingCommand] {
  /// Returns the commands with the seams closed, in groups as well. Costs a dictionary entry for
  /// each edge within a pixel, and a command for each seam.
  func closingSeams() -> [DrawingCommand] {
    var commands = self
    for index in commands.indices {
      switch self[index].content {
      case .group(let inner, let bounds, let shape, let opacity, let tint):
        commands[index].content = .group(
          inner.closingSeams(), bounds: bounds, within: shape, opacity: opacity, tint: tint)
      case .projected(let inner, let bounds, let map):
        commands[index].content = .projected(inner.closingSeams(), bounds: bounds, map)
      default: break
      }
    }
    var earlier: [SeamEdge: [Int]] = [:]
    var strips: [Int: [DrawingCommand]] = [:]
    for (index, command) in enumerated() {
      guard let rect = command.content.opaqueRect else { continue }
      for side in SeamEdge.Side.allCases {
        guard let edge = SeamEdge(side, of: rect) else { continue }
        for other in earlier[edge.opposite] ?? [] {
          if let strip = self[other].strip(to: command, at: edge) {
            strips[other, default: []].append(strip)
          }
        }
        earlier[edge, default: []].append(index)
      }
    }
    guard !strips.isEmpty else { return commands }
    return commands.enumerated().flatMap { index, command in [command] + (strips[index] ?? []) }
  }
}

/// An edge of a rectangle that lies within a device pixel.
private struct SeamEdge: Hashable {
  enum Side: CaseIterable {
    case left, top, right, bottom

    var opposite: Side {
      switch self {
      case .left: .right
      case .top: .bottom
      case .right: .left
      case .bottom: .top
      }
    }
  }

  var side: Side
  /// The edge's x or y in device pixels, not whole.
  var position: Double

  private init(side: Side, position: Double) { (self.side, self.position) = (side, position) }

  /// `nil` if the edge lies between two pixels.
  init?(_ side: Side, of rect: DeviceRect) {
    let position =
      switch side {
      case .left: rect.x
      case .top: rect.y
      case .right: rect.maxX
      case .bottom: rect.maxY
      }
    guard position != position.rounded() else { return nil }
    self.init(side: side, position: position)
  }

  var opposite: SeamEdge { SeamEdge(side: side.opposite, position: position) }
}

extension DrawingCommand {
  /// The part of the command's rectangle that reaches to the far side of the pixels at an edge of
  /// `later`, which it touches. `nil` if the two do not meet along the edge.
  fileprivate func strip(to later: DrawingCommand, at edge: SeamEdge) -> DrawingCommand? {
    guard let own = content.opaqueRect, let other = later.content.opaqueRect else { return nil }
    let (start, end) = (edge.position.rounded(.down), edge.position.rounded(.up))
    var strip: DeviceRect
    switch edge.side {
    case .top, .bottom:
      strip = DeviceRect(x: other.x, y: start, width: other.width, height: 1)
      let reach = edge.side == .top ? (own.y, end) : (start, own.maxY)
      strip = strip.intersection(
        DeviceRect(x: own.x, y: reach.0, width: own.width, height: reach.1 - reach.0))
    case .left, .right:
      strip = DeviceRect(x: start, y: other.y, width: 1, height: other.height)
      let reach = edge.side == .left ? (own.x, end) : (start, own.maxX)
      strip = strip.intersection(
        DeviceRect(x: reach.0, y: own.y, width: reach.1 - reach.0, height: own.height))
    }
    let clip = clip.intersection(later.clip)
    guard !strip.isEmpty, !clip.isEmpty else { return nil }
    let shape = RoundedRectangle(strip, cornerRadius: 0)
    switch content {
    case .fill(_, let color): return DrawingCommand(content: .fill(shape, color), clip: clip)
    case .gradient(_, let gradient):
      return DrawingCommand(content: .gradient(shape, gradient), clip: clip)
    default: return nil
    }
  }
}

extension DrawingCommand.Content {
  /// The rectangle that the command covers with opaque colors. `nil` for other commands.
  fileprivate var opaqueRect: DeviceRect? {
    switch self {
    case .fill(let shape, let color):
      shape.cornerRadius == 0 && color.alpha == 255 ? shape.rect : nil
    case .gradient(let shape, let gradient):
      shape.cornerRadius == 0 && gradient.stops.allSatisfy { $0.color.alpha == 255 }
        ? shape.rect : nil
    default: nil
    }
  }
}
