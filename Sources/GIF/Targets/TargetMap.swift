import PortableMath

// Unsafe memory: the searches read targets many times a pixel, through pointers.

/// Which entry of the colour table a pixel may have, the transparent one apart.
enum IndexConstraint {
  /// Any, by distance.
  case free
  /// This one alone.
  case index(UInt8)
  /// None: only what already is on the canvas may be shown.
  case canvasOnly

  var isFree: Bool { if case .free = self { true } else { false } }
}

/// Target colour, error weight and index constraint of one pixel.
struct PixelTarget {
  /// The colour to come close to, an `XYBColor.vector`; of no meaning where the index is not free.
  var color: SIMD4<Float>
  /// The same with the error that pixels of the row above have diffused to it.
  var wanted: SIMD4<Float>
  /// The part of the left pixel's error that is diffused to this one: 0 in the first column.
  var leftShare: Float
  var weights: ErrorWeights
  var constraint: IndexConstraint
  /// Whether the transparent index is allowed: where the pixel is free by distance, else always.
  var canvasAllowed: Bool
  /// What shows where the pixel stays transparent, an `XYBColor.vector`.
  var canvas: SIMD4<Float>
}

/// Diffuses the errors of pixels, one after the other, to the row below: the three pixels there get the
/// same part of each.
struct RowDiffusion {
  private let width: Int
  private var x = 0
  /// Diffused by the two pixels before, zero before the first of a row.
  private var last = SIMD4<Float>.zero
  private var secondLast = SIMD4<Float>.zero

  init(width: Int) { self.width = width }

  /// Takes what each of the three pixels below gets from `target`, the next one.
  @inline(__always)
  mutating func diffuse(_ part: SIMD4<Float>, from target: UnsafeMutablePointer<PixelTarget>) {
    let below = target + width
    if x > 0 { below[-1].wanted += secondLast + last + part }
    x += 1
    if x < width {
      (secondLast, last) = (last, part)
    } else {
      below[0].wanted += last + part
      (x, last, secondLast) = (0, .zero, .zero)
    }
  }
}

/// Derives a target for each pixel of a rectangle from a frame, its neighbours in time and what a
/// viewer shows.
struct TargetMap {
  /// The part of a pixel's diffused error that the pixel to the right and the three below get each.
  static let diffusedShare: Float = 0.25
  /// How many times an error counts where the next frame does not change the pixel: it will be seen
  /// for nearly eight frames on the mean, as counted in two clips of a header that is scrolled.
  private static let stayingBoost: Float = 3.5

  private let frame: FrameContext
  private let rect: PixelRect
  /// Nil where each pixel must be exactly what the frame says.
  private let variance: LocalVariance?
  let palette: Palette
  private let exact: ColorSet
  let tuning: GIFTuning
  private let indices: [UInt32: UInt8]
  private let leftShare: Float
  /// The part of a stabilized target that the frame's own colour is.
  private let stabilizedShare: Float

  init(_ frame: FrameContext, variance: LocalVariance?, _ palette: Palette, tuning: GIFTuning) {
    self.frame = frame
    rect = frame.place.rect
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

  /// Moves the target of a pixel that has scrolled toward the colour shown for it before: dither
  /// then scrolls along instead of flickering. (t - c)² + w (m - c)² is least at the weighted mean
  /// of t and m.
  private func stabilize(_ target: inout PixelTarget, toward shown: XYBColor) {
    let weight = tuning.temporalWeight
    target.color = (target.color + weight * shown.vector) * stabilizedShare
    target.weights *= 1 + weight
  }

  /// That of a pixel that goes on to show what the canvas shows.
  private func constraint(keeping canvas: UInt32) -> IndexConstraint {
    indices[canvas].map { .index($0) } ?? .canvasOnly
  }

  private func nearest(_ color: UInt32) -> UInt8 {
    if let index = indices[color] { return index }
    let (target, xybColors) = (XYBColor(rgb: color), palette.index.xybColors)
    let best = xybColors.indices.min {
      target.squaredDistance(to: xybColors[$0]) < target.squaredDistance(to: xybColors[$1])
    }
    return UInt8(best ?? 0)
  }

  /// Calls `body` with the target of each pixel, row by row; the canvas is complete.
  @inline(__always)
  func forEach(_ body: (_ target: PixelTarget) -> Void) {
    withPixels { pixels, variance in
      var answers = Answers()
      for row in frame.place.rows() {
        for pixel in row { body(target(of: pixel, in: pixels, variance, &answers)) }
      }
    }
  }

  /// Writes the targets of `places`, which count the rectangle's pixels row by row, to `targets`.
  ///
  /// Waits until what the canvas shows there is known.
  func fill(_ targets: UnsafeMutablePointer<PixelTarget>, _ places: Range<Int>) {
    frame.waitForCanvas(ofRowsAbove: rect.y + (places.upperBound - 1) / rect.width + 1)
    withPixels { pixels, variance in
      var answers = Answers()
      var place = places.lowerBound
      var next = targets
      while place < places.upperBound {
        let (row, x) = place.quotientAndRemainder(dividingBy: rect.width)
        let end = min(places.upperBound, place - x + rect.width)
        let first = (rect.y + row) * frame.width + rect.x + x
        answers.losses = frame.losses(inRow: rect.y + row)
        for pixel in first..<first + end - place {
          next.initialize(to: target(of: pixel, in: pixels, variance, &answers))
          next += 1
        }
        if x == 0 { (next - (end - place)).pointee.leftShare = 0 }
        place = end
      }
    }
  }

  @inline(__always)
  private func withPixels(_ body: (FramePixels, UnsafeBufferPointer<LocalVariance.Value>) -> Void) {
    frame.withPixels { pixels in
      (variance?.values ?? []).withUnsafeBufferPointer { body(pixels, $0) }
    }
  }

  /// What was looked up for the last pixels: most that follow ask the same.
  private struct Answers {
    var nearest: (color: UInt32, index: UInt8) = (SourceFrame.clear, 0)
    var kept: (color: UInt32, constraint: IndexConstraint) = (SourceFrame.clear, .canvasOnly)
    let response = ConeResponse.shared
    /// Those that hold for the row; nil where none are known.
    var losses: RowLosses?
  }

  /// The target of a pixel that is not the first of its row.
  ///
  /// An unchanged pixel stays as it is on the canvas: it never flickers. One in the middle of a flat
  /// patch takes the one nearest colour, undithered. All others are free.
  @inline(__always)
  private func target(
    of pixel: Int, in frame: FramePixels, _ variance: UnsafeBufferPointer<LocalVariance.Value>,
    _ answers: inout Answers
  ) -> PixelTarget {
    let color = frame.source[pixel]
    let shown = frame.canvas[pixel]
    let isCovered = shown != SourceFrame.clear
    var target = PixelTarget(
      color: .zero, wanted: .zero, leftShare: leftShare, weights: .even, constraint: .free,
      canvasAllowed: isCovered, canvas: .zero)
    if color == SourceFrame.clear {
      target.constraint = .canvasOnly
      target.canvasAllowed = true
    } else if isCovered, frame.isUnchanged(pixel) {
      if shown != answers.kept.color { answers.kept = (shown, constraint(keeping: shown)) }
      target.constraint = answers.kept.constraint
      target.canvasAllowed = true
    } else if variance.isEmpty || variance[pixel].value == 0 || exact.contains(color) {
      if color != answers.nearest.color { answers.nearest = (color, nearest(color)) }
      target.constraint = .index(answers.nearest.index)
      target.canvasAllowed = shown == palette.table.colors[Int(answers.nearest.index)]
    } else {
      target.color = XYBColor(rgb: color, answers.response).vector
      if isCovered { target.canvas = XYBColor(rgb: shown, answers.response).vector }
      target.weights = ErrorWeights(variance: variance[pixel].value, tuning: tuning)
      let movedColor = frame.motionCompensatedColor(at: pixel)
      if let losses = answers.losses {
        target.weights.follow(losses.loss(of: pixel, hasMoved: movedColor != nil), tuning: tuning)
      }
      if frame.stays(pixel) { target.weights *= Self.stayingBoost }
      target.canvasAllowed = isCovered && shown != ShownCanvas.unknown
      if let movedColor {
        stabilize(&target, toward: XYBColor(rgb: movedColor, answers.response))
      } else {
        target.weights *= tuning.unmovedWeight
      }
      target.wanted = target.color
    }
    return target
  }
}

/// A few colours, with a one-bit filter that rules most others out before the lookup.
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

/// The targets of a frame's pixels for as far as the longest string and the error that it diffuses to
/// the row below can reach, made as they are needed: all of a large frame would be tens of megabytes.
struct TargetWindow: ~Copyable {
  /// The most pixels that a string may stand for: as many again save no byte of three clips of a header
  /// that is scrolled, half as many cost one of them 0.4 %.
  static let reach = 1280

  /// Pixels that are made at a time: the more, the farther the canvas must be ahead.
  private static let step = 512
  /// Pixels that are made before those behind them are forgotten.
  private static let room = 4096

  private let map: TargetMap
  private let ahead: Int
  private let buffer: UnsafeMutablePointer<PixelTarget>
  /// The pixels whose targets are in `buffer`, in the order of the rectangle's rows.
  private var pixels = 0..<0

  init(_ map: TargetMap) {
    self.map = map
    ahead = Self.reach + map.width + 1
    // What the last row diffuses goes to a row that nobody reads.
    buffer = .allocate(capacity: min(map.count, ahead + Self.room) + map.width + 1)
  }

  deinit { buffer.deallocate() }

  /// Whether `targets(from:)` has to be called before a string begins at `pixel`.
  func mustMove(to pixel: Int) -> Bool {
    pixels.upperBound < map.count && pixel + ahead > pixels.upperBound
  }

  /// The target of `pixel`, and behind it those of the pixels that a string can reach from there, and
  /// the row below; valid until the next call and as long as the window.
  mutating func targets(from pixel: Int) -> UnsafeMutablePointer<PixelTarget> {
    let end = min(map.count, pixel + ahead + Self.step)
    if end - pixels.lowerBound > ahead + Self.room {
      let known = pixel..<max(pixel, pixels.upperBound)
      buffer.update(from: buffer + (pixel - pixels.lowerBound), count: known.count)
      pixels = known
    }
    map.fill(buffer + pixels.count, pixels.upperBound..<end)
    pixels = pixels.lowerBound..<end
    return buffer + (pixel - pixels.lowerBound)
  }
}
