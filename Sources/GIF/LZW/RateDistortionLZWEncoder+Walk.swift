// Unsafe memory: see RateDistortionLZWEncoder.swift.

extension RateDistortionLZWEncoder {
  typealias Target = UnsafeMutablePointer<PixelTarget>

  /// A string of the dictionary whose children are still to be compared.
  struct Descent {
    var children: Int16
    /// Its code.
    var node: Int16
    /// Its symbols.
    var length: Int32
    /// Its weighted error, and the error of its last pixel.
    var error: Float
    var lastError: SIMD4<Float>
    /// Its length, and what is thought to follow for nothing.
    var reach: Float
  }

  /// The targets that strings are compared with, and what one string costs.
  struct Walk {
    /// That of the pixel where strings begin; those after it follow.
    let targets: Target
    /// Pixels that remain.
    let longest: Int
    let codeBits: Float
  }

  /// Walks all that can follow the strings on the stack, the last one first, and keeps the cheapest
  /// string in `found`; of equally cheap ones the first. (The latest code: 1 % more bits and error.)
  @inline(never)
  func walk(_ walk: Walk, _ found: inout Candidate, stackCount: Int) {
    var best = found
    var top = stackCount
    while top > 0 {
      top -= 1
      let here = stack[top]
      let isHopeless = walk.codeBits + ratePerDistortion * here.error >= best.rate * here.reach
      if isHopeless || Int(here.length) >= walk.longest { continue }
      let target = walk.targets + Int(here.length)
      if target.pointee.constraint.isFree {
        follow(here, target, walk.codeBits, &best, &top)
      } else {
        followRequired(here, target, walk.codeBits, &best, &top)
      }
    }
    found = best
  }

  /// Compares the children of `here` with a target, puts those on the stack that may lead to something
  /// cheaper than `best`, and keeps the cheapest one there.
  @inline(__always)
  private func follow(
    _ here: Descent, _ target: Target, _ codeBits: Float, _ best: inout Candidate, _ top: inout Int
  ) {
    let wanted = target.pointee.wanted + target.pointee.leftShare * here.lastError
    let lengths = inAllLanes(Float(here.length + 1) + lengthBias.pixels)
    let rates = inAllLanes(ratePerDistortion)
    let bits = inAllLanes(codeBits)
    let inverse = lengthBias.inverse(of: Int(here.length + 1))
    let first = top
    var four = children + Int(here.children)
    if target.pointee.canvasAllowed, four.pointee.transparentCode >= 0 {
      followCanvas(four, here, target, wanted, codeBits, &best, &top)
    }
    while true {
      let lanes = compare(four.pointee.colors, wanted, target, here.error)
      let costs = lanes.errors * rates + bits
      let reaches = four.pointee.promises + lengths
      var pending = (lanes.isWithin .& (costs .< reaches * inAllLanes(best.rate))).lanes
      while !pending.isEmpty {
        let lane = pending.removeOne()
        let cost = costs[lane]
        let rate = cost * inverse
        if rate < best.rate { best = Candidate(rate: rate, node: Int(four.pointee.codes[lane])) }
        let next = four.pointee.children[lane]
        guard next >= 0, cost < reaches[lane] * best.rate else { continue }
        stack[top] = Descent(
          children: next, node: four.pointee.codes[lane], length: here.length + 1,
          error: lanes.errors[lane],
          lastError: wanted - colors[Int(four.pointee.symbols[lane])], reach: reaches[lane])
        top += 1
      }
      if four.pointee.next < 0 { break }
      four = children + Int(four.pointee.next)
    }
    if top - first > 1 { raiseCheapest(first..<top) }
  }

  /// Moves the string with the least error to the end of `places`, to be followed first.
  ///
  /// The cheaper the best string so far, the fewer are looked at: a tenth fewer so, and as some that
  /// are given up would have been cheaper, 0.5 % fewer bits and errors.
  @inline(__always)
  func raiseCheapest(_ places: Range<Int>) {
    let last = places.upperBound - 1
    var best = last
    for place in places.lowerBound..<last where stack[place].error < stack[best].error {
      best = place
    }
    if best != last { swap(&stack[best], &stack[last]) }
  }

  /// The same for the child that shows the canvas.
  private func followCanvas(
    _ four: UnsafeMutablePointer<LZWDictionary.Children>, _ here: Descent, _ target: Target,
    _ wanted: SIMD4<Float>, _ codeBits: Float, _ best: inout Candidate, _ top: inout Int
  ) {
    guard let error = canvasError(target, wanted) else { return }
    keep(
      Descent(
        children: four.pointee.transparentChildren, node: four.pointee.transparentCode,
        length: here.length + 1, error: here.error + error,
        lastError: wanted - target.pointee.canvas, reach: 0),
      promise: four.pointee.transparentPromise, codeBits, &best, &top)
  }

  /// Compares the children of `here` with a pixel that only one colour may show, or only the canvas.
  private func followRequired(
    _ here: Descent, _ target: Target, _ codeBits: Float, _ best: inout Candidate, _ top: inout Int
  ) {
    var next = here
    (next.length, next.lastError) = (here.length + 1, .zero)
    if case .index(let symbol) = target.pointee.constraint {
      let slot = dictionary.slot(of: Int(here.node), symbol)
      let child = dictionary.code(in: slot)
      if child >= 0 {
        next.node = Int16(truncatingIfNeeded: child)
        next.children = nodes[child].children
        keep(next, promise: dictionary.promise(nodes[child].depthBelow), codeBits, &best, &top)
      }
    }
    let four = children + Int(here.children)
    if target.pointee.canvasAllowed, four.pointee.transparentCode >= 0 {
      next.node = four.pointee.transparentCode
      next.children = four.pointee.transparentChildren
      keep(next, promise: four.pointee.transparentPromise, codeBits, &best, &top)
    }
  }

  /// Keeps a string in `best` where it is cheaper, and puts it on the stack where what follows may be.
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

  /// The weighted error of the canvas; nil where it is not within tolerance of both the wanted and the
  /// target colour.
  @inline(__always)
  func canvasError(_ target: Target, _ wanted: SIMD4<Float>) -> Float? {
    let (canvas, weights) = (target.pointee.canvas, target.pointee.weights)
    let error = wanted.error(from: canvas, weights)
    guard error <= tolerance, target.pointee.color.error(from: canvas, weights) <= tolerance
    else { return nil }
    return error
  }

  /// The weighted errors of four colours, that of the pixels before added, and which of the colours are
  /// within tolerance of both the wanted and the target colour.
  ///
  /// Held to the wanted one alone, files of two clips of a scrolled header are as good for their bytes,
  /// but what moves flickers 1 to 2 % more (a small test clip at quality 40: 10 %).
  func compare(
    _ colors: FourColors, _ wanted: SIMD4<Float>, _ target: Target, _ error: Float
  ) -> (errors: SIMD4<Float>, isWithin: SIMDMask<SIMD4<Int32>>) {
    let most = inAllLanes(tolerance)
    let distances = colors.errors(from: wanted, target.pointee.weights)
    let trueDistances = colors.errors(from: target.pointee.color, target.pointee.weights)
    return (distances + inAllLanes(error), (distances .<= most) .& (trueDistances .<= most))
  }
}
