// Unsafe memory: the walk visits tens of nodes a pixel, so dictionary, targets, colours and error
// rows are plain allocations, owned by noncopyable types.

/// Chooses colour, dither, transparency and LZW string of each pixel together.
///
/// From the current pixel the dictionary is walked as a tree. A child is followed when its colour
/// (for the transparent symbol: the canvas) is close enough to the target colour plus the error
/// diffused from the pixels before it. The string with the least bits and weighted error a pixel is
/// written, and its errors are diffused to the pixels right and below. The length counts for
/// `lengthBias` more than it is: a long string's gain over a short one is partly what the
/// next string would have gained anyway. (A look at what can follow each of the best eight strings
/// was tried: 1 % fewer bytes for four times the work. So was the sum of what the pixels above had
/// cost in place of an even price a pixel: no gain.)
///
/// Used once, by `encode`.
struct RateDistortionLZWEncoder: ~Copyable {
  /// Pixels added to a string's length when its bits and error are divided by it: the more, the
  /// shorter and closer the strings.
  static let lengthBias: Float = 1
  /// The part of a pixel's diffused error that the pixel to the right and the three below get each.
  private static let diffusedShare: Float = 0.25

  struct Result {
    var codes: [UInt8]
    /// Index a pixel of the rectangle.
    var indices: [UInt8]
  }

  /// A string that could be written next.
  struct Candidate {
    /// Bits and weighted error a pixel, see `lengthBias`.
    var rate: Float
    var node: Int
  }

  /// Where a string begins.
  struct Position {
    var pixel: Int
    var x: Int
    /// That of the pixel; those after it follow.
    var target: UnsafePointer<PixelTarget>
    /// What the pixel to the left diffuses.
    var diffused: YUVColor
    /// What the row above diffuses to this row and what this row diffuses to the one below; index 0
    /// is the pixel left of the rectangle.
    var current: UnsafeMutablePointer<YUVColor>
    var below: UnsafeMutablePointer<YUVColor>
  }

  let width: Int
  let count: Int
  private let index: PaletteIndex
  let yuvColors: UnsafeMutablePointer<YUVColor>
  /// The transparent symbol; 256 where there is none, which no symbol is.
  let transparent: Int
  let ratePerDistortion: Float
  let tolerance: Float
  private let diffusion: Float

  private var writer: LZWCodeWriter
  private var clearing = ClearPolicy()
  private var window: TargetWindow
  private(set) var dictionary: LZWDictionary
  let nodes: UnsafeMutablePointer<LZWDictionary.Node>
  let children: UnsafeMutablePointer<LZWDictionary.Children>
  let steps: UnsafeMutablePointer<Step>
  private let indices: UnsafeMutablePointer<UInt8>
  private let errorRows: UnsafeMutablePointer<YUVColor>
  var best = Candidate(rate: .infinity, node: 0)
  var codeBits: Float = 0

  /// `index` is that of `table`; no target of `map` allows the canvas where `table` has no
  /// transparent index.
  init(width: Int, _ map: TargetMap, table: ColorTable, index: PaletteIndex, tuning: GIFTuning) {
    self.width = width
    count = map.count
    self.index = index
    transparent = table.transparentIndex ?? 256
    ratePerDistortion = tuning.ratePerDistortion
    tolerance = tuning.tolerance
    diffusion = tuning.diffusion
    writer = LZWCodeWriter(minimumCodeSize: table.minimumCodeSize, capacity: map.count / 4 + 64)
    window = TargetWindow(map)
    dictionary = LZWDictionary(
      minimumCodeSize: table.minimumCodeSize, colors: index.yuvColors)
    nodes = dictionary.nodes
    children = dictionary.children
    steps = .allocate(capacity: LZWDictionary.capacity + 2)
    indices = .allocate(capacity: map.count)
    errorRows = .allocate(capacity: 2 * (width + 2))
    errorRows.initialize(repeating: .zero, count: 2 * (width + 2))
    yuvColors = .allocate(capacity: 256)
    yuvColors.initialize(repeating: .zero, count: 256)
    for (entry, color) in index.yuvColors.enumerated() { yuvColors[entry] = color }
  }

  deinit {
    steps.deallocate()
    indices.deallocate()
    errorRows.deallocate()
    yuvColors.deallocate()
  }

  /// Encodes all pixels of the map.
  mutating func encode() -> Result {
    var position = Position(
      pixel: 0, x: 0, target: window.targets(from: 0), diffused: .zero, current: errorRows,
      below: errorRows + (width + 2))
    while position.pixel < count {
      if window.mustMove(to: position.pixel) {
        position.target = window.targets(from: position.pixel)
      }
      dictionary.insertProvisional()
      codeBits = Float(writer.width)
      findBestString(from: position)
      let length = emitBestString(at: &position)
      if clearing.shouldClear(
        isFull: dictionary.isFull, bits: codeBits, pixels: Float(length),
        isLast: position.pixel >= count)
      {
        writer.putClear()
        dictionary.reset()
      }
    }
    return Result(
      codes: writer.finish(),
      indices: [UInt8](UnsafeBufferPointer(start: indices, count: count)))
  }

  /// Leaves the string to write at `position` in `best`.
  @inline(__always)
  private mutating func findBestString(from position: Position) {
    best = Candidate(rate: .infinity, node: 0)
    let target = position.target
    let required = target.pointee.required
    if required != PixelTarget.free {
      if required < PixelTarget.free {
        walk(position, from: Descent(node: Int(required), error: 0, diffused: .zero))
      }
      if target.pointee.canvasAllowed {
        walk(position, from: Descent(node: transparent, error: 0, diffused: .zero))
      }
      return
    }
    let wanted = wanted(target, position.x, position.diffused, position.current)
    walkNearColors(position, wanted)
    if target.pointee.canvasAllowed { walkCanvas(position, wanted) }
  }

  /// Walks from the palette entries near `wanted`: the nearest one always, others within tolerance.
  @inline(__always)
  private mutating func walkNearColors(_ position: Position, _ wanted: YUVColor) {
    let truth = position.target.pointee.color
    let weight = position.target.pointee.weight
    let candidates = index.candidates(near: wanted)
    let nearest = index.nearest(to: wanted)
    walk(position, from: nearest.entry, wanted, distance: nearest.distance * weight)
    for place in 0..<index.foursPerCell {
      let colors = candidates[place].colors
      let distances = colors.squaredDistances(to: wanted) * weight
      let trueDistances = colors.squaredDistances(to: truth) * weight
      var lanes = ((distances .<= tolerance) .& (trueDistances .<= tolerance)).bits
      while lanes != 0 {
        let lane = lanes.removeLowestBit()
        let symbol = Int(candidates[place].entries[lane])
        if symbol == nearest.entry { continue }
        let reach =
          1 + Self.lengthBias + Self.freeShare * Float(nodes[symbol].depthBelow)
        if codeBits + ratePerDistortion * distances[lane] >= best.rate * reach { continue }
        walk(position, from: symbol, wanted, distance: distances[lane])
      }
    }
  }

  /// Walks from `symbol`, a colour of the table, where `wanted` is wanted.
  @inline(__always)
  private mutating func walk(
    _ position: Position, from symbol: Int, _ wanted: YUVColor, distance: Float
  ) {
    walk(
      position,
      from: Descent(
        node: symbol, error: distance, diffused: diffusedError(wanted, yuvColors[symbol])))
  }

  /// Walks from the transparent symbol where the canvas is within tolerance.
  @inline(__always)
  private mutating func walkCanvas(_ position: Position, _ wanted: YUVColor) {
    let truth = position.target.pointee.color
    let weight = position.target.pointee.weight
    let canvas = position.target.pointee.canvas
    let distance = wanted.squaredDistance(to: canvas) * weight
    if distance <= tolerance, truth.squaredDistance(to: canvas) * weight <= tolerance {
      walk(
        position,
        from: Descent(
          node: transparent, error: distance, diffused: diffusedError(wanted, canvas)))
    }
  }

  /// Writes the best string, moves `position` behind it and returns its length.
  @inline(__always)
  private mutating func emitBestString(at position: inout Position) -> Int {
    let (nodes, origins, indices) = (nodes, dictionary.origins, indices + position.pixel)
    let length = Int(origins[best.node].length)
    writer.put(best.node)
    var node = best.node
    for place in stride(from: length - 1, through: 0, by: -1) {
      indices[place] = nodes[node].symbol
      node = Int(origins[node].parent)
    }
    dictionary.didEmit(best.node)
    for place in 0..<length {
      position.diffused = diffuseError(of: indices[place], at: position)
      position.target += 1
      position.x += 1
      if position.x == width {
        position.x = 0
        position.diffused = .zero
        swap(&position.current, &position.below)
        position.below.update(repeating: .zero, count: width + 2)
      }
    }
    position.pixel += length
    return length
  }

  /// The error that each neighbour of a pixel gets.
  ///
  /// Floyd and Steinberg give the pixel to the right more; even shares leave it closer to its
  /// target, so that strings fit: 1 % fewer bytes at an equal score.
  @inline(__always)
  func diffusedError(_ wanted: YUVColor, _ color: YUVColor) -> YUVColor {
    YUVColor(
      y: (wanted.y - color.y) * Self.diffusedShare, u: (wanted.u - color.u) * Self.diffusedShare,
      v: (wanted.v - color.v) * Self.diffusedShare)
  }

  /// The target colour plus the error diffused from the left and from the row above.
  @inline(__always)
  func wanted(
    _ target: UnsafePointer<PixelTarget>, _ x: Int, _ diffused: YUVColor,
    _ row: UnsafeMutablePointer<YUVColor>?
  ) -> YUVColor {
    let color = target.pointee.color
    var error = diffused
    if let row { error.add(row[x + 1]) }
    return YUVColor(
      y: color.y + diffusion * error.y, u: color.u + diffusion * error.u,
      v: color.v + diffusion * error.v)
  }

  /// Diffuses a written pixel's error to the row below; returns what the next pixel gets.
  @inline(__always)
  private func diffuseError(of symbol: UInt8, at position: Position) -> YUVColor {
    let target = position.target
    guard target.pointee.required == PixelTarget.free else { return .zero }
    let wanted = wanted(target, position.x, position.diffused, position.current)
    let color =
      Int(symbol) == transparent && target.pointee.canvasAllowed
      ? target.pointee.canvas : yuvColors[Int(symbol)]
    let diffused = diffusedError(wanted, color)
    let below = position.below + position.x
    below[0].add(diffused)
    below[1].add(diffused)
    below[2].add(diffused)
    return diffused
  }
}
