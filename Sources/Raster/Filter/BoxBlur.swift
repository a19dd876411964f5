extension Pixmap {
  /// Blurs with box means, each pass clamped at the picture's edges.
  ///
  /// All channels alike. Repeated passes are not one wider filter: past the edge every pass sees
  /// the outermost pixels of the pass before it. Within one level of exact arithmetic.
  ///
  /// - Parameters:
  ///   - diameter: side of the box in pixels; odd, 1...
  ///   - passes: 0...
  /// - Complexity: area × passes, whatever the diameter up to 127.
  package func boxBlurred(diameter: Int, passes: Int) -> Pixmap {
    precondition(diameter >= 1 && diameter % 2 == 1, "a box has an odd side")
    precondition(passes >= 0, "a blur has no negative number of passes")
    guard diameter > 1, passes > 0 else { return self }
    guard diameter <= ExtendedBox.widest else {
      let blur = LineBlur(diameter: diameter, passes: passes)
      return Pixmap(size: size, written: blur.blurred(bytes, size, channels: 4, edge: .repeated))
    }
    func axis(_ pixels: Int, roundsLast: Bool) -> CellAxis {
      let box = ExtendedBox(diameter: diameter, roundsLast: roundsLast)
      return CellAxis(pixels: pixels, box: box, passes: passes)
    }
    let blur = CellBlur(
      across: axis(width, roundsLast: true), down: axis(height, roundsLast: false))
    return Pixmap(size: size) { blur.run(&$0, from: bytes.span, .whole) }
  }
}
