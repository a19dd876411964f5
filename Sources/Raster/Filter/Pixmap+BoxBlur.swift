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
  public func boxBlurred(diameter: Int, passes: Int) -> Pixmap {
    precondition(diameter >= 1 && diameter % 2 == 1, "a box has an odd side")
    precondition(passes >= 0, "a blur has no negative number of passes")
    guard diameter > 1, passes > 0 else { return self }
    guard diameter <= BoxKernel.widest else {
      return Pixmap(
        size: size,
        written: WideBox(diameter: diameter).blurred(
          bytes, width: width, height: height, passes: passes))
    }
    return boxBlurred(BoxKernel(diameter: diameter), passes: passes, tints: false, rows: 0..<height)
  }

  func boxBlurred(_ box: BoxKernel, passes: Int, tints: Bool, rows: Range<Int>) -> Pixmap {
    guard let part = PixelSize(width: width, height: rows.count) else { return self }
    return Pixmap(size: part) { target in
      box.blur(
        &target, from: bytes.span, width: width, height: height, rows: rows, passes: passes,
        tints: tints)
    }
  }
}
