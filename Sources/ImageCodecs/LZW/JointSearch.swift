import Raster

/// Chooses colour, dither, transparency and LZW string of each pixel together.
///
/// From the current pixel the dictionary is walked as a tree. A child is followed when its colour
/// (for the transparent symbol: the canvas) is close enough to the colour wanted, which is the true
/// one plus the error of the pixels before it. Of all strings reached the one with the least bits
/// and weighted error a pixel is written, and its errors are handed to the pixels right and below.
struct JointSearch {
  struct Result {
    var codes: [UInt8]
    /// Index a pixel of the rectangle.
    var indices: [UInt8]
    var bits: Int
    /// Weighted squared error, summed.
    var error: Double
  }

  let width: Int
  let height: Int
  let palette: PaletteIndex
  /// The transparent index; no pixel allows it where there is none.
  let transparent: UInt8
  let minimumCodeSize: Int
  let tuning: GIFTuning

  private struct Step {
    /// The next child to look at.
    var cursor: Int16
    /// What this pixel wants, error included.
    var wanted: Tone
    /// Weighted error of the pixels before.
    var error: Float
  }

  func run(_ wishes: UnsafePointer<PixelWish>) -> Result {
    let count = width * height
    var dictionary = LZWDictionary(minimumCodeSize: minimumCodeSize)
    let nodes = dictionary.nodes
    var writer = LZWBitWriter(capacity: count / 4 + 64)
    let indices = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    let errorRows = UnsafeMutablePointer<Tone>.allocate(capacity: 2 * (width + 2))
    errorRows.initialize(repeating: .zero, count: 2 * (width + 2))
    let steps = UnsafeMutablePointer<Step>.allocate(capacity: LZWDictionary.capacity + 2)
    let tones = UnsafeMutablePointer<Tone>.allocate(capacity: 256)
    tones.initialize(repeating: .zero, count: 256)
    for (index, tone) in palette.tones.enumerated() { tones[index] = tone }
    defer {
      dictionary.free()
      indices.deallocate()
      errorRows.deallocate()
      steps.deallocate()
      tones.deallocate()
    }

    let width = self.width
    let transparent = self.transparent
    let bitsPerError = tuning.bitsPerError
    let tolerance = tuning.tolerance
    let diffusion = tuning.diffusion
    let perCell = palette.perCell
    // Index 0 of a row is the pixel left of it, so that a share may fall off either side.
    var current = errorRows
    var below = errorRows + (width + 2)
    var right = Tone.zero
    var totalError: Double = 0
    var totalBits = 0
    var sinceFull = 0
    var recentLength: Float = 0
    var fillBits: Float = 0
    var fillPixels: Float = 0

    @inline(__always)
    func wanted(_ pixel: Int, _ x: Int, _ carried: Tone, _ row: UnsafeMutablePointer<Tone>?) -> Tone
    {
      let tone = wishes[pixel].tone
      var share = carried
      if let row {
        share.y += row[x + 1].y
        share.u += row[x + 1].u
        share.v += row[x + 1].v
      }
      return Tone(
        y: tone.y + diffusion * share.y, u: tone.u + diffusion * share.u,
        v: tone.v + diffusion * share.v)
    }

    writer.put(dictionary.clearCode, width: dictionary.width)
    totalBits += dictionary.width
    var pixel = 0
    var x = 0
    while pixel < count {
      dictionary.announce()
      let codeBits = Float(dictionary.width)
      var best = Float.infinity
      var bestNode = -1
      var bestError: Float = 0

      /// Walks everything that can follow `root` at this pixel.
      @inline(__always)
      func walk(from root: Int, error rootError: Float, carried rootCarried: Tone) {
        var depth = 1
        var node = root
        var error = rootError
        var carried = rootCarried
        while true {
          // Arrived at `node` with `depth` symbols.
          let cost = (codeBits + bitsPerError * error) / Float(depth)
          if cost < best {
            best = cost
            bestNode = node
            bestError = error
          }
          let at = pixel + depth
          let below_ = Int(nodes[node].depthBelow)
          if at < count, below_ > 0,
            (codeBits + bitsPerError * error) < best * Float(depth + below_)
          {
            let column = x + depth
            let want: Tone
            if wishes[at].required == PixelWish.free {
              if column < width {
                want = wanted(at, column, carried, current)
              } else if column == width {
                want = wanted(at, 0, .zero, below)
              } else if column < 2 * width {
                want = wanted(at, column - width, carried, below)
              } else {
                want = wanted(at, column % width, carried, nil)
              }
            } else {
              want = .zero
            }
            steps[depth] = Step(cursor: nodes[node].firstChild, wanted: want, error: error)
            depth += 1
          }
          // Find the next child to go down to.
          var found = false
          while depth > 1 {
            let level = depth - 1
            let at = pixel + level
            var child = Int(steps[level].cursor)
            let wish = wishes + at
            let required = wish.pointee.required
            if required != PixelWish.free {
              while child >= 0 {
                let symbol = nodes[child].symbol
                if UInt16(symbol) == required
                  || (symbol == transparent && wish.pointee.canvasAllowed)
                {
                  steps[level].cursor = nodes[child].sibling
                  node = child
                  error = steps[level].error
                  carried = .zero
                  found = true
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
                let tone: Tone
                if symbol == transparent {
                  if !wish.pointee.canvasAllowed {
                    child = Int(nodes[child].sibling)
                    continue
                  }
                  tone = wish.pointee.canvas
                } else {
                  tone = tones[Int(symbol)]
                }
                let distance = want.squaredDistance(to: tone) * weight
                if distance <= tolerance, truth.squaredDistance(to: tone) * weight <= tolerance {
                  steps[level].cursor = nodes[child].sibling
                  node = child
                  error = steps[level].error + distance
                  carried = Tone(
                    y: (want.y - tone.y) * 0.4375, u: (want.u - tone.u) * 0.4375,
                    v: (want.v - tone.v) * 0.4375)
                  found = true
                  break
                }
                child = Int(nodes[child].sibling)
              }
            }
            if found { break }
            depth -= 1
          }
          if !found { return }
        }
      }

      let wish = wishes + pixel
      let required = wish.pointee.required
      if required != PixelWish.free {
        if required < PixelWish.free { walk(from: Int(required), error: 0, carried: .zero) }
        if wish.pointee.canvasAllowed {
          walk(from: Int(transparent), error: 0, carried: .zero)
        }
      } else {
        let want = wanted(pixel, x, right, current)
        let truth = wish.pointee.tone
        let weight = wish.pointee.weight
        let list = palette.candidates(near: want)
        var nearest = Float.infinity
        var nearestIndex = -1
        for place in 0..<perCell {
          let distance = want.squaredDistance(to: tones[Int(list[place])])
          if distance < nearest {
            nearest = distance
            nearestIndex = place
          }
        }
        for place in 0..<perCell {
          let symbol = Int(list[place])
          let tone = tones[symbol]
          let distance = want.squaredDistance(to: tone) * weight
          if place != nearestIndex {
            if distance > tolerance || truth.squaredDistance(to: tone) * weight > tolerance {
              continue
            }
          }
          let depthHere = Float(1 + Int(nodes[symbol].depthBelow))
          if (codeBits + bitsPerError * distance) >= best * depthHere { continue }
          walk(
            from: symbol, error: distance,
            carried: Tone(
              y: (want.y - tone.y) * 0.4375, u: (want.u - tone.u) * 0.4375,
              v: (want.v - tone.v) * 0.4375))
        }
        if wish.pointee.canvasAllowed {
          let tone = wish.pointee.canvas
          let distance = want.squaredDistance(to: tone) * weight
          if distance <= tolerance, truth.squaredDistance(to: tone) * weight <= tolerance {
            walk(
              from: Int(transparent), error: distance,
              carried: Tone(
                y: (want.y - tone.y) * 0.4375, u: (want.u - tone.u) * 0.4375,
                v: (want.v - tone.v) * 0.4375))
          }
        }
      }

      writer.put(bestNode, width: dictionary.width)
      totalBits += dictionary.width
      totalError += Double(bestError)
      let length = Int(nodes[bestNode].length)
      var node = bestNode
      for place in stride(from: length - 1, through: 0, by: -1) {
        indices[pixel + place] = nodes[node].symbol
        node = Int(nodes[node].parent)
      }
      dictionary.emitted(bestNode)

      for _ in 0..<length {
        let wish = wishes + pixel
        if wish.pointee.required == PixelWish.free {
          let want = wanted(pixel, x, right, current)
          let symbol = indices[pixel]
          let tone =
            symbol == transparent && wish.pointee.canvasAllowed
            ? wish.pointee.canvas : tones[Int(symbol)]
          let error = Tone(y: want.y - tone.y, u: want.u - tone.u, v: want.v - tone.v)
          right = Tone(y: error.y * 0.4375, u: error.u * 0.4375, v: error.v * 0.4375)
          below[x].y += error.y * 0.1875
          below[x].u += error.u * 0.1875
          below[x].v += error.v * 0.1875
          below[x + 1].y += error.y * 0.3125
          below[x + 1].u += error.u * 0.3125
          below[x + 1].v += error.v * 0.3125
          below[x + 2].y += error.y * 0.0625
          below[x + 2].u += error.u * 0.0625
          below[x + 2].v += error.v * 0.0625
        } else {
          right = .zero
        }
        pixel += 1
        x += 1
        if x == width {
          x = 0
          right = .zero
          swap(&current, &below)
          below.update(repeating: .zero, count: width + 2)
        }
      }

      if !dictionary.isFull {
        fillBits += codeBits
        fillPixels += Float(length)
        sinceFull = 0
        recentLength = 0
      } else {
        // Keep the full dictionary for as long as it does no worse than filling one did.
        if sinceFull == 0 { recentLength = fillPixels / (fillBits / 12) * 1.2 }
        sinceFull += 1
        recentLength += (Float(length) - recentLength) / 64
        if sinceFull >= 64, 12 * fillPixels > fillBits * recentLength, pixel < count {
          writer.put(dictionary.clearCode, width: dictionary.width)
          totalBits += dictionary.width
          dictionary.reset()
          fillBits = 0
          fillPixels = 0
        }
      }
    }
    writer.put(dictionary.endCode, width: dictionary.width)
    totalBits += dictionary.width
    return Result(
      codes: writer.finish(),
      indices: [UInt8](UnsafeBufferPointer(start: indices, count: count)), bits: totalBits,
      error: totalError)
  }
}
