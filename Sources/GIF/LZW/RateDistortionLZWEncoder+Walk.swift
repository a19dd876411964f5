// Unsafe memory: see RateDistortionLZWEncoder.swift.

extension RateDistortionLZWEncoder {
  /// The part of the deepest string's remaining pixels that is thought to come for nothing when it is
  /// judged whether one can still become the cheapest.
  ///
  /// All of them would be safe. At 0.5 a sixth fewer strings are looked at, and bits and weighted errors
  /// sum up to 0.1 to 0.3 % less on two clips of a scrolled header; at 0.3 a quarter fewer, for up to
  /// 0.7 % more.
  static let freeShare: Float = 0.5

  /// A string of the dictionary, the weighted error with it, and what it diffuses to the next pixel.
  struct Descent {
    var node: Int
    var error: Float
    var diffused: YUVColor
  }

  /// One level of the walk: the children of a node, for one pixel.
  struct Step {
    /// Symbols of the string so far.
    var depth: Int
    /// Which of `codes` are still to be followed: bits 0 to 3.
    var pending: UInt32 = 0
    /// The children behind those of `codes`; -1 for none.
    var next: Int16 = -1
    /// The child that shows the canvas, where that is allowed and still to be followed; else -1.
    var transparentChild: Int16
    var codes: SIMD4<Int16> = .zero
    /// The weighted error with each of `codes`.
    var errors: SIMD4<Float> = .zero
    /// The target colour of this pixel, diffused error included.
    var wanted: YUVColor = .zero
    /// Weighted error of the pixels before.
    var error: Float

    var isDone: Bool { pending == 0 && next < 0 && transparentChild < 0 }
  }

  /// Walks everything that can follow `root`, depth first, and keeps the cheapest string in `best`; of
  /// equally cheap ones the first. (The latest code: 1 % more bits and error.)
  @inline(never)
  mutating func walk(_ start: Position, from root: Descent) {
    let (codeBits, longest) = (codeBits, count - start.pixel)
    var best = best
    var here = root
    var level = Step(depth: 0, transparentChild: -1, error: 0)
    var top = 0
    walking: while true {
      let depth = level.depth + 1
      let cost = codeBits + ratePerDistortion * here.error
      let length = Float(depth) + Self.lengthBias
      if cost < best.rate * length { best = Candidate(rate: cost / length, node: here.node) }
      let depthBelow = Float(nodes[here.node].depthBelow)
      let bound = best.rate * (length + Self.freeShare * depthBelow)
      if depthBelow > 0, depth < longest, cost < bound {
        if !level.isDone {
          steps[top] = level
          top += 1
        }
        level = step(start, depth, below: here)
      }
      while !moveToNextChild(of: &level, start, &here, codeBits, best.rate) {
        guard top > 0 else { break walking }
        top -= 1
        level = steps[top]
      }
    }
    self.best = best
  }

  /// Whether there is one more child within tolerance; `here` is then it.
  @inline(__always)
  private func moveToNextChild(
    of level: inout Step, _ start: Position, _ here: inout Descent, _ codeBits: Float,
    _ bestRate: Float
  ) -> Bool {
    let target = start.target + level.depth
    let isFree = target.pointee.required == PixelTarget.free
    if level.transparentChild >= 0 {
      here = Descent(node: Int(level.transparentChild), error: level.error, diffused: .zero)
      level.transparentChild = -1
      if !isFree || follows(canvasOf: target, level, &here) { return true }
    }
    while level.pending == 0 {
      if level.next < 0 { return false }
      compare(children + Int(level.next), target, &level, codeBits, bestRate)
    }
    let lane = level.pending.removeLowestBit()
    here.node = Int(level.codes[lane])
    here.error = level.errors[lane]
    here.diffused = .zero
    if isFree {
      here.diffused = diffusedError(level.wanted, yuvColors[Int(nodes[here.node].symbol)])
    }
    return true
  }

  /// The children of `here` for the pixel `depth` behind `start`.
  @inline(__always)
  private func step(_ start: Position, _ depth: Int, below here: Descent) -> Step {
    let target = start.target + depth
    let node = nodes[here.node]
    var step = Step(
      depth: depth, transparentChild: target.pointee.canvasAllowed ? node.transparentChild : -1,
      error: here.error)
    let required = target.pointee.required
    if required == PixelTarget.free {
      step.wanted = wanted(start, depth, here.diffused)
      step.next = node.children
    } else if required < PixelTarget.free {
      let slot = dictionary.slot(of: here.node, UInt8(truncatingIfNeeded: required))
      let child = dictionary.code(in: slot)
      if child >= 0 {
        step.codes[0] = Int16(truncatingIfNeeded: child)
        step.errors[0] = here.error
        step.pending = 1
      }
    }
    return step
  }

  /// The target colour, diffused error included, of the pixel `depth` behind `start`.
  ///
  /// A string's own error reaches the next pixel of its row; what it diffuses to the row below is
  /// not known before it is written.
  @inline(__always)
  private func wanted(_ start: Position, _ depth: Int, _ diffused: YUVColor) -> YUVColor {
    let target = start.target + depth
    let column = start.x + depth
    if column < width { return wanted(target, column, diffused, start.current) }
    if column == width { return wanted(target, 0, .zero, start.below) }
    if column < 2 * width { return wanted(target, column - width, diffused, start.below) }
    return wanted(target, 0, diffused, nil)
  }

  /// Whether the canvas is within tolerance of both the wanted and the target colour; `here` then has
  /// its error.
  @inline(__always)
  private func follows(
    canvasOf target: UnsafePointer<PixelTarget>, _ level: Step, _ here: inout Descent
  ) -> Bool {
    let canvas = target.pointee.canvas
    let weight = target.pointee.weight
    let distance = level.wanted.squaredDistance(to: canvas) * weight
    guard distance <= tolerance,
      target.pointee.color.squaredDistance(to: canvas) * weight <= tolerance
    else { return false }
    here.error += distance
    here.diffused = diffusedError(level.wanted, canvas)
    return true
  }

  /// Marks those of four children that are within tolerance of both the wanted and the target colour
  /// and may lead to a string as cheap as `bestRate`.
  ///
  /// Held to the target colour alone, files are 0.4 to 0.7 % smaller and their squared errors 0.2 to
  /// 1.4 % larger (44 frames of a scrolled header at qualities 80 and 40): neither better nor worse.
  @inline(__always)
  private func compare(
    _ four: UnsafePointer<LZWDictionary.Children>, _ target: UnsafePointer<PixelTarget>,
    _ level: inout Step, _ codeBits: Float, _ bestRate: Float
  ) {
    let weight = target.pointee.weight
    let colors = four.pointee.colors
    let distances = colors.squaredDistances(to: level.wanted) * weight
    let trueDistances = colors.squaredDistances(to: target.pointee.color) * weight
    let errors = distances + level.error
    let lengths =
      four.pointee.depthsBelow * Self.freeShare + (Float(level.depth + 1) + Self.lengthBias)
    let isWithin = (distances .<= tolerance) .& (trueDistances .<= tolerance)
    let mayBeCheaper = (errors * ratePerDistortion + codeBits) .< (lengths * bestRate)
    level.pending = (isWithin .& mayBeCheaper).bits
    level.codes = four.pointee.codes
    level.errors = errors
    level.next = four.pointee.next
  }
}
