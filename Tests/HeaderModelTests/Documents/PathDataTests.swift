import HeaderModel
import Testing

/// SVG path data converted to absolute steps (SVG 2, section 9.3).
@Suite struct PathDataSteps {
  private func steps(_ data: String) throws -> [String] {
    func shown(_ point: PathData.Point) -> String { "\(point.x) \(point.y)" }
    return try PathData(data).steps.map { step in
      switch step {
      case .move(let end): "M \(shown(end))"
      case .line(let end): "L \(shown(end))"
      case .quad(let control, let end): "Q \(shown(control)), \(shown(end))"
      case .cubic(let first, let second, let end):
        "C \(shown(first)), \(shown(second)), \(shown(end))"
      case .arc(let radii, let rotation, let isLarge, let isClockwise, let end):
        "A \(shown(radii)) \(rotation) \(isLarge) \(isClockwise) \(shown(end))"
      case .close: "Z"
      }
    }
  }

  @Test(arguments: [
    // After a close, the current point is the start of the contour.
    (
      "M10 10 h5 v5 z l3 0",
      ["M 10.0 10.0", "L 15.0 10.0", "L 15.0 15.0", "Z", "M 10.0 10.0", "L 13.0 10.0"]
    ),
    (
      "M10 10 h5 z m1 1 h1",
      ["M 10.0 10.0", "L 15.0 10.0", "Z", "M 11.0 11.0", "L 12.0 11.0"]
    ),
    // S and T mirror only control points of their own kind.
    (
      "M0 0 C1 2 8 4 10 0 S20 10 30 0",
      ["M 0.0 0.0", "C 1.0 2.0, 8.0 4.0, 10.0 0.0", "C 12.0 -4.0, 20.0 10.0, 30.0 0.0"]
    ),
    (
      "M0 0 Q5 5 10 0 S20 10 30 0",
      ["M 0.0 0.0", "Q 5.0 5.0, 10.0 0.0", "C 10.0 0.0, 20.0 10.0, 30.0 0.0"]
    ),
    (
      "M0 0 Q5 5 10 0 t10 0 t10 0",
      ["M 0.0 0.0", "Q 5.0 5.0, 10.0 0.0", "Q 15.0 -5.0, 20.0 0.0", "Q 25.0 5.0, 30.0 0.0"]
    ),
    (
      "M0 0 C1 2 8 4 10 0 T30 0",
      ["M 0.0 0.0", "C 1.0 2.0, 8.0 4.0, 10.0 0.0", "Q 10.0 0.0, 30.0 0.0"]
    ),
    ("m1 1 2 3a4 5 6 011-2", ["M 1.0 1.0", "L 3.0 4.0", "A 4.0 5.0 6.0 false true 4.0 2.0"]),
  ])
  func convertsPathsToAbsoluteCoordinates(data: String, expected: [String]) throws {
    #expect(try steps(data) == expected)
  }
}
