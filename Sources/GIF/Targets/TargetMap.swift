import PortableMath

// Unsafe memory: the searches read targets many times per pixel through pointers.

/// The entries of the color table, apart from the transparent one, that a pixel may have.
enum IndexConstraint {
  /// All entries within tolerance.
  case free
  /// Only this entry.
  case index(UInt8)
  /// No entry. The pixel must keep the canvas.
  case canvasOnly

  var isFree: Bool { if case .free = self { true } else { false } }
}

/// The target color, error weights and index constraint of a pixel.
struct PixelTarget {
  /// The target color, an `XYBColor.vector`. Undefined unless the index is free.
  var color: SIMD4<Float>
  /// The target color plus the error diffused from the row above.
  var wanted: SIMD4<Float>
  /// The fraction of the left pixel's error that this pixel receives. 0 in the first column.
  var leftShare: Float
  var weights: ErrorWeights
  var constraint: IndexConstraint
  /// True if the transparent index is allowed. For a free pixel the canvas must also be within
  /// tolerance.
  var canvasAllowed: Bool
  /// The color of the canvas, shown if the pixel is transparent, an `XYBColor.vector`.
  var canvas: SIMD4<Float>
}

/// Diffuses the errors of consecutive pixels to the row below. The three nearest pixels there
/// receive equal parts.
struct RowDiffusion {
  private let width: Int
  private var x = 0
  /// The parts of the last two pixels. Zero at the start of a row.
  private var last = SIMD4<Float>.zero
  private var secondLast = SIMD4<Float>.zero

  init(width: Int) { self.width = width }

  /// Adds `part` to each of the three pixels below `target`, the next pixel.
  @inline(__always)
  mutating func diffuse(_ part: SIMD4<Float>, from target: UnsafeMutablePointer<PixelTarget>) {
    let below = target + width
    if x > 0 { below[-1].wanted += secondLast + last + part }
    x += 1
    if x < width {
      (secondLast, last) = (last, part)
    } else {
      below[0].wanted += last + part
      x = 0
      last = .zero
      secondLast = .zero
    }
  }
}

/// Computes the targets of a rectangle's pixels from a frame, its neighbors in time and the canvas.
struct TargetMap {
  /// The fraction of a pixel's diffused error that the right pixel and each of the three pixels
  /// below receive.
  static let diffusedShare: Float = 0.25
  /// The weight of an error in a pixel that the next frame does not change. Such a pixel stays
  /// visible for almost eight frames on average in two clips of a scrolled header.
  private static let stayingBoost: Float = 3.5

  private let frame: FrameContext
  private let rect: PixelRect
  /// The local variance, or `nil` for lossless encoding.
  private let variance: LocalVariance?
  let palette: Palette
  private let exact: ColorSet
  let tuning: GIFTuning
  private let indices: [UInt32: UInt8]
  private let leftShare: Float
  /// The weight of the frame's own color in a stabilized target.
  private let stabilizedShare: Float

  init(_ frame: FrameContext, variance: LocalVariance?, _ palette: Palette, tuning: GIFTuning) {
    self.frame = frame
    rect = frame.update.rect
    self.variance = variance
    self.palette = palette
    exact = ColorSet(palette.exact)
    self.tuning = tuning
    leftShare = tuning.diffusion * Self.diffusedShare
    stabilizedShare = 1 / (1 + tuning.temporalWeight)
    indices = Dictionary(
      palette.table.colors.enumerated().map { ($1, UInt8($0)) }, uniquingKeysWith: { $1 })
  }

  var count: Int { rect.width * rect.height }
  var width: Int { rect.width }

  /// Moves the target of a scrolled pixel toward the color previously shown for it, so that dither
  /// scrolls along instead of flickering. (t - c)² + w (m - c)² is minimal at the weighted mean of
  /// t and m.
  private func stabilize(_ target: inout PixelTarget, toward shown: XYBColor) {
    let weight = tuning.temporalWeight
    target.color = (target.color + weight * shown.vector) * stabilizedShare
    target.weights *= 1 + weight
  }

  /// Returns the constraint of a pixel that keeps the color of the canvas.
  private func constraint(keeping canvas: UInt32) -> IndexConstraint {
    indices[canvas].map { .index($0) } ?? .canvasOnly
  }

  private func nearest(_ color: UInt32) -> UInt8 {
    if let index = indices[color] { return index }
    let target = XYBColor(rgb: color)
    let xybColors = palette.index.xybColors
    let best = xybColors.indices.min {
      target.squaredDistance(to: xybColors[$0]) < target.squaredDistance(to: xybColors[$1])
    }
    return UInt8(best ?? 0)
  }

  /// Calls `body` with the target of each pixel in row-major order. The canvas must be complete.
  @inline(__always)
  func forEach(_ body: (_ target: PixelTarget) -> Void) {
    withPixels { pixels, variance in
      var cache = LookupCache()
      for row in frame.update.rows() {
        for pixel in row { body(target(of: pixel, in: pixels, variance, &cache)) }
      }
    }
  }

  /// Writes the targets of the pixels `positions`, numbered in row-major order in the rectangle, to
  /// `targets`.
  ///
  /// Waits for the required rows of the canvas.
  func writeTargets(to targets: UnsafeMutablePointer<PixelTarget>, _ positions: Range<Int>) {
    frame.waitForCanvas(ofRowsAbove: rect.y + (positions.upperBound - 1) / rect.width + 1)
    withPixels { pixels, variance in
      var cache = LookupCache()
      var position = positions.lowerBound
      var next = targets
      while position < positions.upperBound {
        let (row, x) = position.quotientAndRemainder(dividingBy: rect.width)
        let end = min(positions.upperBound, position - x + rect.width)
        let first = (rect.y + row) * frame.width + rect.x + x
        cache.losses = frame.losses(inRow: rect.y + row)
        for pixel in first..<first + end - position {
          next.initialize(to: target(of: pixel, in: pixels, variance, &cache))
          next += 1
        }
        if x == 0 { (next - (end - position)).pointee.leftShare = 0 }
        position = end
      }
    }
  }

  @inline(__always)
  private func withPixels(_ body: (FramePixels, UnsafeBufferPointer<LocalVariance.Value>) -> Void) {
    frame.withPixels { pixels in
      (variance?.values ?? []).withUnsafeBufferPointer { body(pixels, $0) }
    }
  }

  /// The results of recent lookups, which most of the following pixels reuse.
  private struct LookupCache {
    var nearest: (color: UInt32, index: UInt8) = (SourceFrame.clear, 0)
    var unchanged: (color: UInt32, constraint: IndexConstraint) = (SourceFrame.clear, .canvasOnly)
    let response = ConeResponse.shared
    /// The losses of the current row, or `nil` if they are unknown.
    var losses: RowLosses?
  }

  /// Returns the target of a pixel. `leftShare` is that of a pixel after the first in its row.
  ///
  /// An unchanged pixel keeps the canvas and never flickers. A pixel in a flat patch gets the
  /// nearest color without dither. All other pixels are free.
  @inline(__always)
  private func target(
    of pixel: Int, in frame: FramePixels, _ variance: UnsafeBufferPointer<LocalVariance.Value>,
    _ cache: inout LookupCache
  ) -> PixelTarget {
    let color = frame.source[pixel]
    let shown = frame.canvas[pixel]
    let isCovered = shown != SourceFrame.clear
    var target = PixelTarget(
      color: .zero, wanted: .zero, leftShare: leftShare, weights: .uniform, constraint: .free,
      canvasAllowed: isCovered, canvas: .zero)
    if color == SourceFrame.clear {
      target.constraint = .canvasOnly
      target.canvasAllowed = true
    } else if isCovered, frame.isUnchanged(pixel) {
      if shown != cache.unchanged.color { cache.unchanged = (shown, constraint(keeping: shown)) }
      target.constraint = cache.unchanged.constraint
      target.canvasAllowed = true
    } else if variance.isEmpty || variance[pixel].value == 0 || exact.contains(color) {
      if color != cache.nearest.color { cache.nearest = (color, nearest(color)) }
      target.constraint = .index(cache.nearest.index)
      target.canvasAllowed = shown == palette.table.colors[Int(cache.nearest.index)]
    } else {
      target.color = XYBColor(rgb: color, cache.response).vector
      if isCovered { target.canvas = XYBColor(rgb: shown, cache.response).vector }
      target.weights = ErrorWeights(variance: variance[pixel].value, tuning: tuning)
      let movedColor = frame.motionCompensatedColor(at: pixel)
      if let losses = cache.losses {
        let loss = losses.loss(of: pixel, hasMoved: movedColor != nil)
        target.weights.adapt(to: loss, tuning: tuning)
      }
      if frame.isUnchangedNext(pixel) { target.weights *= Self.stayingBoost }
      target.canvasAllowed = isCovered && shown != ShownCanvas.unknown
      if let movedColor {
        stabilize(&target, toward: XYBColor(rgb: movedColor, cache.response))
      } else {
        target.weights *= tuning.unmovedWeight
      }
      target.wanted = target.color
    }
    return target
  }
}

/// A small set of colors with a 64-bit filter that rejects most other colors before the lookup.
private struct ColorSet {
  private let colors: [UInt32]
  private let bits: UInt64

  init(_ colors: [UInt32]) {
    self.colors = colors
    bits = colors.reduce(0) { $0 | Self.bit($1) }
  }

  private static func bit(_ color: UInt32) -> UInt64 { 1 << UInt64((color &* 0x9E37_79B1) >> 26) }
  func contains(_ color: UInt32) -> Bool { bits & Self.bit(color) != 0 && colors.contains(color) }
}

/// The targets of a frame's pixels, computed as needed. The window covers the longest string and
/// the diffusion of its errors to the next row. The targets of a complete large frame would need
/// tens of megabytes.
struct TargetWindow: ~Copyable {
  /// The maximum number of pixels in a string. Doubling it saves no bytes in three clips of a
  /// scrolled header; halving it costs one of them 0.4 %.
  static let reach = 1280

  /// The number of pixels computed at a time. A larger step needs more rows of the canvas.
  private static let step = 512
  /// The number of pixels kept before the window is moved.
  private static let extraCapacity = 4096

  private let map: TargetMap
  private let lookahead: Int
  private let buffer: UnsafeMutablePointer<PixelTarget>
  /// The pixels whose targets are in `buffer`, in row-major order of the rectangle.
  private var pixels = 0..<0

  init(_ map: TargetMap) {
    self.map = map
    lookahead = Self.reach + map.width + 1
    // The errors of the last row are diffused to an additional row, which is never read.
    buffer = .allocate(capacity: min(map.count, lookahead + Self.extraCapacity) + map.width + 1)
  }

  deinit { buffer.deallocate() }

  /// Returns true if `targets(from:)` must be called before a string starts at `pixel`.
  func mustMove(to pixel: Int) -> Bool {
    pixels.upperBound < map.count && pixel + lookahead > pixels.upperBound
  }

  /// Returns the target of `pixel`, followed by those of the pixels within reach of a string and of
  /// the row below. Valid until the next call and during the lifetime of the window.
  mutating func targets(from pixel: Int) -> UnsafeMutablePointer<PixelTarget> {
    let end = min(map.count, pixel + lookahead + Self.step)
    if end - pixels.lowerBound > lookahead + Self.extraCapacity {
      let known = pixel..<max(pixel, pixels.upperBound)
      buffer.update(from: buffer + (pixel - pixels.lowerBound), count: known.count)
      pixels = known
    }
    map.writeTargets(to: buffer + pixels.count, pixels.upperBound..<end)
    pixels = pixels.lowerBound..<end
    return buffer + (pixel - pixels.lowerBound)
  }
}
