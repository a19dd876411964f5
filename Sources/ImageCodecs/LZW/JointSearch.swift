/// Chooses colour, dither, transparency and LZW string of each pixel together.
///
/// From the current pixel the dictionary is walked as a tree. A child is followed when its colour
/// (for the transparent symbol: the canvas) is close enough to the colour wanted, which is the true
/// one plus the error of the pixels before it. The string with the least bits and weighted error a
/// pixel is written, and its errors are handed to the pixels right and below. The length counts for
/// `lengthBias` more than it is: a long string's gain over a short one is partly what the
/// next string would have gained anyway. (A look at what can follow each of the best eight strings
/// was tried: 1 % fewer bytes for four times the work. So was the sum of what the pixels above had
/// cost in place of an even price a pixel: no gain.)
///
/// Plain memory throughout, because the walk visits tens of nodes a pixel. Used once, by `run`.
struct JointSearch {
  /// Pixels added to a string's length when its bits and error are shared out among them: the more,
  /// the shorter and truer the strings.
  static let lengthBias: Float = 1
  /// What the pixel to the right and the three below receive each of what error is handed on.
  private static let share: Float = 0.25

  struct Result {
    var codes: [UInt8]
    /// Index a pixel of the rectangle.
    var indices: [UInt8]
    /// Weighted squared error, summed.
    var error: Double
  }

  struct Step {
    /// The next child to look at.
    var cursor: Int16
    /// What this pixel wants, error included.
    var wanted: Tone
    /// Weighted error of the pixels before.
    var error: Float
  }

  /// A string that could be written next.
  struct Candidate {
    /// Bits and error a pixel, see `lengthBias`.
    var rate: Float
    var node: Int
    /// Weighted error.
    var error: Float
  }

  /// Where a search begins.
  struct Start {
    var pixel: Int
    var x: Int
    /// That of the pixel; those after it follow.
    var wish: UnsafePointer<PixelWish>
    var carried: Tone
    var current: UnsafeMutablePointer<Tone>
    var below: UnsafeMutablePointer<Tone>
  }

  let width: Int
  let count: Int
  private let map: WishMap
  private let palette: PaletteIndex
  private let perCell: Int
  let tones: UnsafeMutablePointer<Tone>
  /// 256 where there is none, which no symbol is.
  let transparent: Int
  let bitsPerError: Float
  let tolerance: Float
  private let diffusion: Float

  private var dictionary: LZWDictionary
  let nodes: UnsafeMutablePointer<LZWDictionary.Node>
  let steps: UnsafeMutablePointer<Step>
  var best = Candidate(rate: .infinity, node: 0, error: 0)
  var codeBits: Float = 0

  /// `transparent` is the transparent index; no wish allows the canvas where there is none.
  init(
    width: Int, _ map: WishMap, palette: PaletteIndex, transparent: Int?, minimumCodeSize: Int,
    tuning: GIFTuning
  ) {
    self.width = width
    count = map.count
    self.map = map
    self.palette = palette
    perCell = palette.perCell
    self.transparent = transparent ?? 256
    bitsPerError = tuning.bitsPerError
    tolerance = tuning.tolerance
    diffusion = tuning.diffusion
    dictionary = LZWDictionary(minimumCodeSize: minimumCodeSize)
    nodes = dictionary.nodes
    steps = .allocate(capacity: LZWDictionary.capacity + 2)
    tones = .allocate(capacity: 256)
    tones.initialize(repeating: .zero, count: 256)
    for (index, tone) in palette.tones.enumerated() { tones[index] = tone }
  }

  /// Searches the whole rectangle.
  mutating func run() -> Result {
    var writer = LZWBitWriter(capacity: count / 4 + 64)
    var clearing = ClearPolicy()
    var window = WishWindow(map)
    var wish = window.wishes(from: 0)
    let indices = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    // Index 0 of a row is the pixel left of it, so that a share may fall off either side.
    let errorRows = UnsafeMutablePointer<Tone>.allocate(capacity: 2 * (width + 2))
    errorRows.initialize(repeating: .zero, count: 2 * (width + 2))
    defer {
      window.free()
      dictionary.free()
      steps.deallocate()
      tones.deallocate()
      indices.deallocate()
      errorRows.deallocate()
    }
    var current = errorRows
    var below = errorRows + (width + 2)
    var carried = Tone.zero
    var totalError: Double = 0
    var pixel = 0
    var x = 0
    writer.put(dictionary.clearCode, width: dictionary.width)
    while pixel < count {
      if window.mustMove(to: pixel) { wish = window.wishes(from: pixel) }
      dictionary.announce()
      codeBits = Float(dictionary.width)
      let start = Start(
        pixel: pixel, x: x, wish: wish, carried: carried, current: current, below: below)
      search(start)
      let chosen = best
      let length = Int(nodes[chosen.node].length)
      writer.put(chosen.node, width: dictionary.width)
      totalError += Double(chosen.error)
      var node = chosen.node
      for place in stride(from: length - 1, through: 0, by: -1) {
        indices[pixel + place] = nodes[node].symbol
        node = Int(nodes[node].parent)
      }
      dictionary.emitted(chosen.node)
      for _ in 0..<length {
        carried = hand(indices[pixel], wish, x, carried, current, below)
        pixel += 1
        wish += 1
        x += 1
        if x == width {
          x = 0
          carried = .zero
          swap(&current, &below)
          below.update(repeating: .zero, count: width + 2)
        }
      }
      if clearing.shouldClear(
        isFull: dictionary.isFull, bits: codeBits, pixels: Float(length), isLast: pixel >= count)
      {
        writer.put(dictionary.clearCode, width: dictionary.width)
        dictionary.reset()
      }
    }
    writer.put(dictionary.endCode, width: dictionary.width)
    return Result(
      codes: writer.finish(),
      indices: [UInt8](UnsafeBufferPointer(start: indices, count: count)), error: totalError)
  }

  /// Leaves the string to write at `start` in `best`.
  @inline(__always)
  private mutating func search(_ start: Start) {
    best = Candidate(rate: .infinity, node: 0, error: 0)
    let wish = start.wish
    let required = wish.pointee.required
    if required != PixelWish.free {
      if required < PixelWish.free {
        walk(start, from: Int(required), error: 0, carried: .zero)
      }
      if wish.pointee.canvasAllowed {
        walk(start, from: transparent, error: 0, carried: .zero)
      }
      return
    }
    let want = wanted(wish, start.x, start.carried, start.current)
    let truth = wish.pointee.tone
    let weight = wish.pointee.weight
    let list = palette.candidates(near: want)
    var nearest = Float.infinity
    var nearestPlace = 0
    for place in 0..<perCell {
      let distance = want.squaredDistance(to: tones[Int(list[place])])
      if distance < nearest {
        nearest = distance
        nearestPlace = place
      }
    }
    for place in 0..<perCell {
      let symbol = Int(list[place])
      let tone = tones[symbol]
      let distance = want.squaredDistance(to: tone) * weight
      if place != nearestPlace {
        if distance > tolerance || truth.squaredDistance(to: tone) * weight > tolerance {
          continue
        }
      }
      let reach = Float(1 + Int(nodes[symbol].depthBelow)) + Self.lengthBias
      if codeBits + bitsPerError * distance >= best.rate * reach { continue }
      walk(start, from: symbol, error: distance, carried: share(want, tone))
    }
    if wish.pointee.canvasAllowed {
      let tone = wish.pointee.canvas
      let distance = want.squaredDistance(to: tone) * weight
      if distance <= tolerance, truth.squaredDistance(to: tone) * weight <= tolerance {
        walk(start, from: transparent, error: distance, carried: share(want, tone))
      }
    }
  }

  /// What each neighbour of a pixel receives.
  ///
  /// Floyd and Steinberg give the pixel to the right more; even shares leave it closer to its
  /// truth, so that strings fit: 1 % fewer bytes at an equal score.
  @inline(__always)
  func share(_ want: Tone, _ tone: Tone) -> Tone {
    Tone(
      y: (want.y - tone.y) * Self.share, u: (want.u - tone.u) * Self.share,
      v: (want.v - tone.v) * Self.share)
  }

  @inline(__always)
  func wanted(
    _ wish: UnsafePointer<PixelWish>, _ x: Int, _ carried: Tone,
    _ row: UnsafeMutablePointer<Tone>?
  ) -> Tone {
    let tone = wish.pointee.tone
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

  /// Hands a written pixel's error to its neighbours; returns the share of the next one.
  @inline(__always)
  private func hand(
    _ symbol: UInt8, _ wish: UnsafePointer<PixelWish>, _ x: Int, _ carried: Tone,
    _ current: UnsafeMutablePointer<Tone>, _ below: UnsafeMutablePointer<Tone>
  ) -> Tone {
    guard wish.pointee.required == PixelWish.free else { return .zero }
    let want = wanted(wish, x, carried, current)
    let tone =
      Int(symbol) == transparent && wish.pointee.canvasAllowed
      ? wish.pointee.canvas : tones[Int(symbol)]
    let share = share(want, tone)
    for index in x...x + 2 {
      below[index].y += share.y
      below[index].u += share.u
      below[index].v += share.v
    }
    return share
  }
}
