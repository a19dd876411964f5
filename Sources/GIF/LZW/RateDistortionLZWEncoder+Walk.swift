// Unsafe memory: see RateDistortionLZWEncoder.swift.

extension RateDistortionLZWEncoder {
  /// A child that may follow, the weighted error with it, and what it diffuses to the next pixel.
  private struct Descent {
    var child: Int
    var error: Float
    var diffused: YUVColor
  }

  /// Walks everything that can follow `root`, depth first, and keeps the cheapest string in `best`.
  @inline(__always)
  mutating func walk(
    _ start: Position, from root: Int, error rootError: Float, diffused rootDiffused: YUVColor
  ) {
    var depth = 1
    var here = Descent(child: root, error: rootError, diffused: rootDiffused)
    while true {
      // Arrived at `here` with `depth` symbols.
      let cost = codeBits + ratePerDistortion * here.error
      let rate = cost / (Float(depth) + Self.lengthBias)
      if rate < best.rate { best = Candidate(rate: rate, node: here.child) }
      let depthBelow = Int(nodes[here.child].depthBelow)
      if depthBelow > 0, start.pixel + depth < count,
        cost < best.rate * (Float(depth + depthBelow) + Self.lengthBias)
      {
        steps[depth] = Step(
          cursor: nodes[here.child].firstChild, wanted: wanted(start, depth, here.diffused),
          error: here.error)
        depth += 1
      }
      var next = Descent(child: -1, error: 0, diffused: .zero)
      while depth > 1 {
        let target = start.target + (depth - 1)
        next =
          target.pointee.required != PixelTarget.free
          ? requiredChild(target, of: steps[depth - 1]) : nearChild(target, of: steps[depth - 1])
        if next.child >= 0 { break }
        depth -= 1
      }
      if next.child < 0 { return }
      steps[depth - 1].cursor = nodes[next.child].sibling
      here = next
    }
  }

  /// The target colour, diffused error included, of the pixel `depth` behind `start`; of no use
  /// where an index is required.
  ///
  /// A string's own error reaches the next pixel of its row; what it diffuses to the row below is
  /// not known before it is written.
  @inline(__always)
  private func wanted(_ start: Position, _ depth: Int, _ diffused: YUVColor) -> YUVColor {
    let target = start.target + depth
    guard target.pointee.required == PixelTarget.free else { return .zero }
    let column = start.x + depth
    if column < width { return wanted(target, column, diffused, start.current) }
    if column == width { return wanted(target, 0, .zero, start.below) }
    if column < 2 * width { return wanted(target, column - width, diffused, start.below) }
    return wanted(target, 0, diffused, nil)
  }

  /// The next child with the required index, or transparent where the canvas shows it already.
  @inline(__always)
  private func requiredChild(_ target: UnsafePointer<PixelTarget>, of step: Step) -> Descent {
    var child = Int(step.cursor)
    while child >= 0 {
      let symbol = nodes[child].symbol
      if UInt16(symbol) == target.pointee.required
        || (Int(symbol) == transparent && target.pointee.canvasAllowed)
      {
        break
      }
      child = Int(nodes[child].sibling)
    }
    return Descent(child: child, error: step.error, diffused: .zero)
  }

  /// The next child whose colour is within tolerance of both the wanted and the target colour.
  ///
  /// Held to the target colour alone, files are 0.4 to 0.7 % smaller and their squared errors 0.2 to
  /// 1.4 % larger (44 frames of a scrolled header at qualities 80 and 40): neither better nor worse.
  @inline(__always)
  private func nearChild(_ target: UnsafePointer<PixelTarget>, of step: Step) -> Descent {
    let wanted = step.wanted
    let truth = target.pointee.color
    let weight = target.pointee.weight
    var child = Int(step.cursor)
    while child >= 0 {
      let symbol = Int(nodes[child].symbol)
      if symbol != transparent || target.pointee.canvasAllowed {
        let color = symbol == transparent ? target.pointee.canvas : yuvColors[symbol]
        let distance = wanted.squaredDistance(to: color) * weight
        if distance <= tolerance, truth.squaredDistance(to: color) * weight <= tolerance {
          return Descent(
            child: child, error: step.error + distance, diffused: diffusedError(wanted, color))
        }
      }
      child = Int(nodes[child].sibling)
    }
    return Descent(child: -1, error: 0, diffused: .zero)
  }
}
