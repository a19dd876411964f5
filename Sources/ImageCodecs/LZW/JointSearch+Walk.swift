extension JointSearch {
  /// Walks everything that can follow `root`.
  @inline(__always)
  mutating func walk(
    _ start: Start, from root: Int, error rootError: Float, carried rootCarried: Tone
  ) {
    var depth = 1
    var node = root
    var error = rootError
    var carried = rootCarried
    while true {
      // Arrived at `node` with `depth` symbols.
      let spent = codeBits + bitsPerError * error
      let rate = spent / (Float(depth) + Self.lengthBias)
      if rate < best.rate { best = Candidate(rate: rate, node: node, error: error) }
      let at = start.pixel + depth
      let depthBelow = Int(nodes[node].depthBelow)
      if depthBelow > 0, at < count,
        spent < best.rate * (Float(depth + depthBelow) + Self.lengthBias)
      {
        var want = Tone.zero
        let wish = start.wish + depth
        if wish.pointee.required == PixelWish.free {
          let column = start.x + depth
          if column < width {
            want = wanted(wish, column, carried, start.current)
          } else if column == width {
            want = wanted(wish, 0, .zero, start.below)
          } else if column < 2 * width {
            want = wanted(wish, column - width, carried, start.below)
          } else {
            want = wanted(wish, 0, carried, nil)
          }
        }
        steps[depth] = Step(cursor: nodes[node].firstChild, wanted: want, error: error)
        depth += 1
      }
      var descends = false
      while depth > 1 {
        let level = depth - 1
        let wish = start.wish + level
        var child = Int(steps[level].cursor)
        if wish.pointee.required != PixelWish.free {
          while child >= 0 {
            let symbol = nodes[child].symbol
            if UInt16(symbol) == wish.pointee.required
              || (Int(symbol) == transparent && wish.pointee.canvasAllowed)
            {
              error = steps[level].error
              carried = .zero
              descends = true
              break
            }
            child = Int(nodes[child].sibling)
          }
        } else {
          let want = steps[level].wanted
          let truth = wish.pointee.tone
          let weight = wish.pointee.weight
          while child >= 0 {
            let symbol = nodes[child].symbol
            if Int(symbol) != transparent || wish.pointee.canvasAllowed {
              let tone = Int(symbol) == transparent ? wish.pointee.canvas : tones[Int(symbol)]
              let distance = want.squaredDistance(to: tone) * weight
              if distance <= tolerance, truth.squaredDistance(to: tone) * weight <= tolerance {
                error = steps[level].error + distance
                carried = share(want, tone)
                descends = true
                break
              }
            }
            child = Int(nodes[child].sibling)
          }
        }
        if descends {
          steps[level].cursor = nodes[child].sibling
          node = child
          break
        }
        depth -= 1
      }
      if !descends { return }
    }
  }
}
