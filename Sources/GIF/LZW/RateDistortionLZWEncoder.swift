// Unsafe memory: the walk visits nodes for every pixel, so dictionary, targets, colors and stack
// are plain allocations, owned by noncopyable types.

/// Chooses color, dither, transparency and LZW string of each pixel jointly.
///
/// From the current pixel the dictionary is walked as a tree. A child is visited if its color (for
/// the transparent symbol, the canvas) is close enough to the target color plus the error diffused
/// from previous pixels. The string with the least bits and weighted error per pixel is written,
/// and its errors are diffused to the right and below. The length is biased, see `LengthBias`.
///
/// Tried without success: looking ahead from each of the best eight strings (1 % fewer bytes for
/// four times the work), and using the cost of the pixels above instead of a uniform price per
/// pixel (no gain).
///
/// An encoder can be used once, by `encode`.
struct RateDistortionLZWEncoder: ~Copyable {
  /// A candidate for the next string.
  struct Candidate {
    /// The bits and weighted error per pixel, see `LengthBias`.
    var rate: Float
    var node: Int
  }

  private let width: Int
  let count: Int
  private let index: PaletteIndex
  let colors: UnsafeMutablePointer<SIMD4<Float>>
  /// The transparent symbol, or 256, which is never a symbol, if there is none.
  private let transparent: Int
  let ratePerDistortion: Float
  let tolerance: Float
  /// The fraction of a pixel's error that each of the three pixels below receives.
  private let share: Float

  private var writer: LZWCodeWriter
  private var clearing = ClearPolicy()
  private var window: TargetWindow
  private(set) var dictionary: LZWDictionary
  let nodes: UnsafeMutablePointer<LZWDictionary.Node>
  let children: UnsafeMutablePointer<LZWDictionary.Children>
  /// The strings whose children have not been visited yet.
  let stack: UnsafeMutablePointer<Descent>
  private(set) var lengthBias: LengthBias
  /// The error equivalent of `GIFTuning.familiarityBonus`.
  private let familiarityBonus: Float
  private let indices: UnsafeMutablePointer<UInt8>
  /// Accumulates the targets for which each color is used, or `nil` if the palette is not refined.
  private(set) var refiner: PaletteRefiner?

  /// Creates an encoder. If the table has no transparent index, no target of `map` may allow the
  /// canvas.
  init(_ map: TargetMap, refiner: PaletteRefiner? = nil) {
    let table = map.palette.table
    let tuning = map.tuning
    self.refiner = refiner
    width = map.width
    count = map.count
    index = map.palette.index
    transparent = table.transparentIndex ?? 256
    ratePerDistortion = tuning.ratePerDistortion
    tolerance = tuning.tolerance
    lengthBias = LengthBias(fraction: tuning.lengthBiasFraction)
    familiarityBonus = tuning.familiarityBonus / tuning.ratePerDistortion
    share = tuning.diffusion * TargetMap.diffusedShare
    writer = LZWCodeWriter(minimumCodeSize: table.minimumCodeSize, capacity: map.count / 4 + 64)
    window = TargetWindow(map)
    dictionary = LZWDictionary(
      minimumCodeSize: table.minimumCodeSize, colors: index.xybColors,
      freeShare: tuning.freeShare)
    nodes = dictionary.nodes
    children = dictionary.children
    stack = .allocate(capacity: 2 * LZWDictionary.capacity)
    indices = .allocate(capacity: map.count)
    colors = .allocate(capacity: 256)
    colors.initialize(repeating: .zero, count: 256)
    for (entry, color) in index.xybColors.enumerated() { colors[entry] = color.vector }
  }

  deinit {
    stack.deallocate()
    indices.deallocate()
    colors.deallocate()
  }

  /// Returns the codes of all pixels of the map. Calls `progress` periodically and at the end with
  /// the indices written so far, one per pixel.
  mutating func encode(_ progress: (UnsafeBufferPointer<UInt8>) -> Void) -> [UInt8] {
    var pixel = 0
    var diffusion = RowDiffusion(width: width)
    var lastError = SIMD4<Float>.zero
    var targets = window.targets(from: 0)
    while pixel < count {
      if window.mustMove(to: pixel) {
        progress(UnsafeBufferPointer(start: indices, count: pixel))
        targets = window.targets(from: pixel)
      }
      dictionary.insertProvisional()
      let codeBits = Float(writer.width)
      let code = bestString(
        Walk(targets: targets, longest: min(count - pixel, TargetWindow.reach), codeBits: codeBits),
        lastError)
      writer.put(code)
      let length = writeIndices(of: code, at: pixel)
      if targets.pointee.constraint.isFree { lengthBias.add(length) }
      dictionary.didEmit(code, from: pixel)
      lastError = diffuse(pixel..<pixel + length, from: &targets, lastError, &diffusion)
      pixel += length
      if clearing.shouldClear(
        isFull: dictionary.isFull, bits: codeBits, pixels: Float(length), isLast: pixel >= count)
      {
        writer.putClear()
        dictionary.reset()
      }
    }
    progress(UnsafeBufferPointer(start: indices, count: count))
    return writer.finish()
  }

  /// Returns the code to write. `lastError` is the error of the previous pixel.
  @inline(__always)
  private func bestString(_ walk: Walk, _ lastError: SIMD4<Float>) -> Int {
    var best = Candidate(rate: .infinity, node: 0)
    let target = walk.targets
    let constraint = target.pointee.constraint
    var top = 0
    if !constraint.isFree {
      if case .index(let symbol) = constraint {
        keepSymbol(Int(symbol), error: 0, .zero, walk.codeBits, &best, &top)
      }
      if target.pointee.canvasAllowed {
        keepSymbol(transparent, error: 0, .zero, walk.codeBits, &best, &top)
      }
    } else {
      let wanted = target.pointee.wanted + target.pointee.leftShare * lastError
      keepNearColors(target, wanted, walk.codeBits, &best, &top)
      if target.pointee.canvasAllowed, let error = canvasError(target, wanted) {
        keepSymbol(
          transparent, error: error, wanted - target.pointee.canvas, walk.codeBits, &best, &top)
      }
      if best.rate == .infinity {
        let nearest = index.nearest(to: wanted)
        keepSymbol(
          nearest, error: wanted.error(from: colors[nearest], target.pointee.weights),
          wanted - colors[nearest], walk.codeBits, &best, &top)
      }
    }
    if top > 1 { raiseCheapest(0..<top) }
    self.walk(walk, &best, stackCount: top)
    return best.node
  }

  /// Starts strings with the palette entries near `wanted` that are within tolerance. The nearest
  /// is pushed last.
  @inline(__always)
  private func keepNearColors(
    _ target: Target, _ wanted: SIMD4<Float>, _ codeBits: Float, _ best: inout Candidate,
    _ top: inout Int
  ) {
    let candidates = index.candidates(near: wanted)
    var block = index.blocksPerCell
    while block > 0 {
      block -= 1
      let lanes = compare(candidates[block].colors, wanted, target, 0)
      var pending = lanes.isWithin.lanes
      while !pending.isEmpty {
        let lane = pending.removeOne()
        let symbol = Int(candidates[block].entries[lane])
        keepSymbol(
          symbol, error: lanes.errors[lane], wanted - colors[symbol], codeBits, &best, &top)
      }
    }
  }

  private func keepSymbol(
    _ symbol: Int, error: Float, _ lastError: SIMD4<Float>, _ codeBits: Float,
    _ best: inout Candidate, _ top: inout Int
  ) {
    let isFamiliar = familiarityBonus > 0 && dictionary.containsPrevious(followedBy: symbol)
    let error = isFamiliar ? error - familiarityBonus : error
    keep(
      Descent(
        children: nodes[symbol].children, node: Int16(truncatingIfNeeded: symbol), length: 1,
        error: error, lastError: lastError, reach: 0),
      promise: dictionary.promise(nodes[symbol].depthBelow), codeBits, &best, &top)
  }

  /// Writes the indices of a string by copying its first occurrence, and returns its length.
  ///
  /// A string that is defined by this very code overlaps its copy.
  private func writeIndices(of code: Int, at pixel: Int) -> Int {
    let origin = dictionary.origins[code]
    let length = Int(origin.length)
    if length == 1 {
      indices[pixel] = nodes[code].symbol
      return 1
    }
    for offset in 0..<length { indices[pixel + offset] = indices[Int(origin.start) + offset] }
    return length
  }

  /// Diffuses the errors of written pixels and returns the error of the last one. Advances
  /// `targets` past them.
  ///
  /// The shares are equal. Floyd and Steinberg give more to the pixel on the right; equal shares
  /// keep it closer to its target so that more strings match, which saves 1 % of the bytes at an
  /// equal score.
  @inline(__always)
  private mutating func diffuse(
    _ pixels: Range<Int>, from targets: inout Target, _ lastError: SIMD4<Float>,
    _ diffusion: inout RowDiffusion
  ) -> SIMD4<Float> {
    let indices = indices
    let colors = colors
    let transparent = transparent
    let share = inAllLanes(share)
    var lastError = lastError
    for pixel in pixels {
      let symbol = Int(indices[pixel])
      if targets.pointee.constraint.isFree {
        let isCanvas = symbol == transparent && targets.pointee.canvasAllowed
        let color = isCanvas ? targets.pointee.canvas : colors[symbol]
        let wanted = targets.pointee.wanted + targets.pointee.leftShare * lastError
        if symbol != transparent {
          refiner?.add(indices[pixel], wanted, weight: targets.pointee.weights.luma)
        }
        lastError = wanted - color
      } else {
        refiner?.fix(indices[pixel])
        lastError = .zero
      }
      diffusion.diffuse(share * lastError, from: targets)
      targets += 1
    }
    return lastError
  }
}
