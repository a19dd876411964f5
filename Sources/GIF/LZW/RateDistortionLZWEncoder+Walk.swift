// Unsafe memory: see RateDistortionLZWEncoder.swift.

extension RateDistortionLZWEncoder {
  typealias Target = UnsafeMutablePointer<PixelTarget>

  /// A string of the dictionary whose children have not been visited yet.
  struct Descent {
    /// The index of the string's first `Children` block, or -1 if there is none.
    var children: Int16
    /// The code of the string.
    var node: Int16
    /// The length of the string in symbols.
    var length: Int32
    /// The weighted error of the string, and the unweighted error of its last pixel.
    var error: Float
    var lastError: SIMD4<Float>
    /// The length plus `LengthBias.pixels` plus the `promise` of the string, in pixels. The cost of
    /// the string divided by this number is an estimated lower bound of its extensions' rates.
    var reach: Float
  }

  /// The parameters of a search: the targets of the strings and the cost of one code.
  struct Walk {
    /// The target of the pixel at which the strings start, followed by those of the next pixels.
    let targets: Target
    /// The maximum length of a string: the number of remaining pixels, at most
    /// `TargetWindow.reach`.
    let longest: Int
    /// The current size of a code in bits.
    let codeBits: Float
  }

  /// Visits all extensions of the strings on the stack, last one first, and stores the cheapest
  /// string in `found`. Ties keep the first one found; keeping the latest code gave 1 % more bits
  /// and error.
  @inline(never)
  func walk(_ walk: Walk, _ found: inout Candidate, stackCount: Int) {
    var best = found
    var top = stackCount
    while top > 0 {
      top -= 1
      let parent = stack[top]
      let isHopeless = walk.codeBits + ratePerDistortion * parent.error >= best.rate * parent.reach
      if isHopeless || Int(parent.length) >= walk.longest { continue }
      let target = walk.targets + Int(parent.length)
      if target.pointee.constraint.isFree {
        visitChildren(parent, target, walk.codeBits, &best, &top)
      } else {
        visitRequired(parent, target, walk.codeBits, &best, &top)
      }
    }
    found = best
  }

  /// Compares the children of `parent` with a target, pushes those that may lead to a cheaper
  /// string than `best`, and updates `best`.
  @inline(__always)
  private func visitChildren(
    _ parent: Descent, _ target: Target, _ codeBits: Float, _ best: inout Candidate,
    _ top: inout Int
  ) {
    let wanted = target.pointee.wanted + target.pointee.leftShare * parent.lastError
    let lengths = inAllLanes(Float(parent.length + 1) + lengthBias.pixels)
    let rates = inAllLanes(ratePerDistortion)
    let bits = inAllLanes(codeBits)
    let inverse = lengthBias.inverse(of: Int(parent.length + 1))
    let first = top
    var block = children + Int(parent.children)
    if target.pointee.canvasAllowed, block.pointee.transparentCode >= 0 {
      visitCanvas(block, parent, target, wanted, codeBits, &best, &top)
    }
    while true {
      let lanes = compare(block.pointee.colors, wanted, target, parent.error)
      let costs = lanes.errors * rates + bits
      let reaches = block.pointee.promises + lengths
      var pending = (lanes.isWithin .& (costs .< reaches * inAllLanes(best.rate))).lanes
      while !pending.isEmpty {
        let lane = pending.removeOne()
        let cost = costs[lane]
        let rate = cost * inverse
        if rate < best.rate { best = Candidate(rate: rate, node: Int(block.pointee.codes[lane])) }
        let next = block.pointee.children[lane]
        guard next >= 0, cost < reaches[lane] * best.rate else { continue }
        stack[top] = Descent(
          children: next, node: block.pointee.codes[lane], length: parent.length + 1,
          error: lanes.errors[lane],
          lastError: wanted - colors[Int(block.pointee.symbols[lane])], reach: reaches[lane])
        top += 1
      }
      if block.pointee.next < 0 { break }
      block = children + Int(block.pointee.next)
    }
    if top - first > 1 { raiseCheapest(first..<top) }
  }

  /// Moves the string with the least error to the end of `positions`, so that it is visited first.
  ///
  /// A cheap `best` found early prunes more strings: about a tenth fewer are visited. Total bits
  /// and error also fall by 0.5 %, because pruning is heuristic.
  @inline(__always)
  func raiseCheapest(_ positions: Range<Int>) {
    let last = positions.upperBound - 1
    var best = last
    for position in positions.lowerBound..<last where stack[position].error < stack[best].error {
      best = position
    }
    if best != last { swap(&stack[best], &stack[last]) }
  }

  /// Visits the child that shows the canvas.
  private func visitCanvas(
    _ block: UnsafeMutablePointer<LZWDictionary.Children>, _ parent: Descent, _ target: Target,
    _ wanted: SIMD4<Float>, _ codeBits: Float, _ best: inout Candidate, _ top: inout Int
  ) {
    guard let error = canvasError(target, wanted) else { return }
    keep(
      Descent(
        children: block.pointee.transparentChildren, node: block.pointee.transparentCode,
        length: parent.length + 1, error: parent.error + error,
        lastError: wanted - target.pointee.canvas, reach: 0),
      promise: block.pointee.transparentPromise, codeBits, &best, &top)
  }

  /// Compares the children of `parent` with a pixel that must have one color or show the canvas.
  private func visitRequired(
    _ parent: Descent, _ target: Target, _ codeBits: Float, _ best: inout Candidate,
    _ top: inout Int
  ) {
    var next = parent
    next.length = parent.length + 1
    next.lastError = .zero
    if case .index(let symbol) = target.pointee.constraint {
      let slot = dictionary.slot(of: Int(parent.node), symbol)
      let child = dictionary.code(in: slot)
      if child >= 0 {
        next.node = Int16(truncatingIfNeeded: child)
        next.children = nodes[child].children
        keep(next, promise: dictionary.promise(nodes[child].depthBelow), codeBits, &best, &top)
      }
    }
    let block = children + Int(parent.children)
    if target.pointee.canvasAllowed, block.pointee.transparentCode >= 0 {
      next.node = block.pointee.transparentCode
      next.children = block.pointee.transparentChildren
      keep(next, promise: block.pointee.transparentPromise, codeBits, &best, &top)
    }
  }

  /// Stores a string in `best` if it is cheaper, and pushes it if one of its extensions may be
  /// cheaper. `promise` is the number of pixels assumed to follow the string at no cost.
  func keep(
    _ descent: Descent, promise: Float, _ codeBits: Float, _ best: inout Candidate, _ top: inout Int
  ) {
    let cost = codeBits + ratePerDistortion * descent.error
    let rate = cost * lengthBias.inverse(of: Int(descent.length))
    if rate < best.rate { best = Candidate(rate: rate, node: Int(descent.node)) }
    let reach = promise + (Float(descent.length) + lengthBias.pixels)
    guard descent.children >= 0, cost < reach * best.rate else { return }
    stack[top] = descent
    stack[top].reach = reach
    top += 1
  }

  /// Returns the weighted error of the canvas, or `nil` if it exceeds the tolerance from the wanted
  /// or the target color.
  @inline(__always)
  func canvasError(_ target: Target, _ wanted: SIMD4<Float>) -> Float? {
    let canvas = target.pointee.canvas
    let weights = target.pointee.weights
    let error = wanted.error(from: canvas, weights)
    guard error <= tolerance, target.pointee.color.error(from: canvas, weights) <= tolerance
    else { return nil }
    return error
  }

  /// Returns the weighted errors of four colors plus `error`, the error of the preceding pixels,
  /// and a mask of the colors within tolerance of both the wanted and the target color.
  ///
  /// Testing only the wanted color gives equal quality for the bytes on two clips of a scrolled
  /// header, but moving content flickers 1 to 2 % more (10 % in a small test clip at quality 40).
  func compare(
    _ colors: FourColors, _ wanted: SIMD4<Float>, _ target: Target, _ error: Float
  ) -> (errors: SIMD4<Float>, isWithin: SIMDMask<SIMD4<Int32>>) {
    let limit = inAllLanes(tolerance)
    let distances = colors.errors(from: wanted, target.pointee.weights)
    let trueDistances = colors.errors(from: target.pointee.color, target.pointee.weights)
    return (distances + inAllLanes(error), (distances .<= limit) .& (trueDistances .<= limit))
  }
}
