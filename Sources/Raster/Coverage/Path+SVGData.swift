extension Path {
  /// The path as SVG path data in absolute coordinates.
  package var svgData: String {
    segments.map { segment in
      switch segment {
      case .move(let p): "M\(p.x) \(p.y)"
      case .line(let p): "L\(p.x) \(p.y)"
      case .quad(let c, let p): "Q\(c.x) \(c.y) \(p.x) \(p.y)"
      case .cubic(let c, let d, let p): "C\(c.x) \(c.y) \(d.x) \(d.y) \(p.x) \(p.y)"
      case .close: "Z"
      }
    }.joined()
  }
}
