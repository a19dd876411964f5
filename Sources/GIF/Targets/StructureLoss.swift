import PortableMath

// Unsafe memory: the inner loops use row pointers without overflow checks so that they are
// vectorized. Rows of the canvas are read only after they are published.

/// The loss of luma structure in an encoded frame. The next frame uses it to predict visible
/// errors.
///
/// Content that was encoded badly stays or scrolls and would be encoded badly again, and the worst
/// areas of a picture dominate: SSIMULACRA 2 uses means of fourth powers. A pixel's loss is the
/// cost of the surrounding error in SSIM (Wang et al., "Image quality assessment", IEEE
/// Transactions on Image Processing 13, 2004) without its means: the variance of the error, divided
/// by the square of the sum of both pictures' variances and a constant. It is measured at half size
/// in windows of 7 x 7 pixels and averaged over 3 x 3 windows.
///
/// Losses are computed from the top as rows of the canvas are published. Must be used by one
/// thread.
final class StructureLoss {
  /// The side of a window in pixels at half size.
  fileprivate static let side = 7
  /// The distance in pixels at half size between a loss and the farthest pixel on which it depends.
  private static let radius = side / 2 + 1
  /// The number of rows below a pixel on which its loss may depend.
  static let reach = 2 * radius + 1

  private let frame: SourceFrame
  private let canvas: ShownCanvas
  /// The size of the losses, which are at half size.
  private let width: Int
  private let height: Int
  private var windows: WindowSums
  /// The losses of the last three rows of windows. Row y has the index y modulo 3.
  private let windowLosses: UnsafeMutablePointer<Float>
  private var windowRows = 0
  /// The losses. The first row averages the windows that start in rows 0...2.
  private let losses: UnsafeMutablePointer<Float>
  private var rows = 0

  /// Measures the difference between `frame` and its encoded result in `canvas`. Returns `nil` if
  /// the frame is too small.
  init?(of frame: SourceFrame, shownOn canvas: ShownCanvas) {
    let size = canvas.size
    let (innerWidth, innerHeight) = (size.width / 2, size.height / 2)
    guard min(innerWidth, innerHeight) > 2 * Self.radius else { return nil }
    self.frame = frame
    self.canvas = canvas
    width = (size.width + 1) / 2
    height = innerHeight - 2 * Self.radius
    windows = WindowSums(width: innerWidth)
    windowLosses = .allocate(capacity: 3 * innerWidth)
    losses = .allocate(capacity: width * height)
  }

  deinit {
    windowLosses.deallocate()
    losses.deallocate()
  }

  /// Returns the index of the row of losses for pixel row `y`, clamped at the edges.
  private func lossRow(forPixelRow y: Int) -> Int { min(max(y / 2 - Self.radius, 0), height - 1) }

  /// Returns the losses of row `y`, which must have been measured. Each value covers two pixels.
  func losses(ofRow y: Int) -> UnsafePointer<Float> {
    UnsafePointer(losses + lossRow(forPixelRow: y) * width)
  }

  /// Measures the losses of all rows above `end`. Waits for the required rows of the canvas.
  func measure(rowsAbove end: Int) {
    let last = lossRow(forPixelRow: end - 1)
    guard rows <= last else { return }
    canvas.waitForRows(2 * (last + 2 * Self.radius + 1))
    while rows <= last {
      while windowRows < rows + 3 { addWindows() }
      addLosses()
    }
  }

  private func addWindows() {
    frame.pixels.withUnsafeBufferPointer {
      windows.move(to: windowRows, of: $0, and: canvas.pixels, width: canvas.size.width)
    }
    windows.writeLosses(to: windowLosses + windowRows % 3 * windows.width)
    windowRows += 1
  }

  /// Computes the next row of losses from the last three rows of windows.
  private func addLosses() {
    let row = losses + rows * width
    let (first, second) = (windowLosses, windowLosses + windows.width)
    let third = second + windows.width
    let (start, end) = (Self.radius, windows.width - Self.radius)
    var x = start
    while x < end {
      let left = x &- start
      let (middle, right) = (left &+ 1, left &+ 2)
      row[x] =
        (first[left] + first[middle] + first[right] + second[left] + second[middle]
          + second[right] + third[left] + third[middle] + third[right]) * (1 / 9)
      x &+= 1
    }
    for edge in 0..<start { row[edge] = row[start] }
    for edge in end..<width { row[edge] = row[end - 1] }
    rows += 1
  }
}

/// Column sums over `StructureLoss.side` rows of two pictures' luma at half size.
private struct WindowSums: ~Copyable {
  typealias Pixels = UnsafeBufferPointer<UInt32>
  private typealias Row = UnsafeMutablePointer<Int32>

  /// Luma in 0...255 is stored in quarters relative to the middle of its range.
  private static let parts: Float = 4
  private static let middle: Int32 = 512
  /// A constant added to the variances of luma. It models the visibility of errors where both
  /// pictures are smooth.
  private static let smoothVariance: Float = 41

  let width: Int
  /// The two pictures' luma in the last rows. Row y has the index y modulo `side`.
  private let first: Row
  private let second: Row
  /// The column sums of the first picture's luma, the second's luma, both squared, and the squared
  /// differences.
  private let firsts: Row
  private let seconds: Row
  private let squares: Row
  private let errors: Row
  private var end = 0

  init(width: Int) {
    self.width = width
    let count = (2 * StructureLoss.side + 4) * width
    first = .allocate(capacity: count)
    first.initialize(repeating: 0, count: count)
    second = first + StructureLoss.side * width
    firsts = second + StructureLoss.side * width
    seconds = firsts + width
    squares = firsts + 2 * width
    errors = firsts + 3 * width
  }

  deinit { first.deallocate() }

  /// Moves the sums to the rows from `start` on. `start` must be 0 or one more than in the last
  /// call.
  mutating func move(to start: Int, of truth: Pixels, and shown: Pixels, width fullWidth: Int) {
    while end < start + StructureLoss.side {
      let row = end % StructureLoss.side * width
      if end >= StructureLoss.side { add(first + row, second + row, sign: -1) }
      setLuma(of: end, truth, shown, width: fullWidth, to: first + row, second + row)
      add(first + row, second + row, sign: 1)
      end += 1
    }
  }

  /// Computes luma of row `y` at half size. Unknown pixels of the canvas get the frame's luma.
  private func setLuma(
    of y: Int, _ truth: Pixels, _ shown: Pixels, width fullWidth: Int, to first: Row, _ second: Row
  ) {
    var x = 0
    while x < width {
      let upper = 2 &* (y &* fullWidth &+ x)
      let lower = upper &+ fullWidth
      func mean(_ color: (Int) -> UInt32) -> Int32 {
        let sum =
          luma16(of: color(upper)) &+ luma16(of: color(upper &+ 1)) &+ luma16(of: color(lower))
          &+ luma16(of: color(lower &+ 1))
        return (sum >> 4) &- Self.middle
      }
      first[x] = mean { truth[$0] }
      second[x] = mean { shown[$0] <= 0xFF_FFFF ? shown[$0] : truth[$0] }
      x &+= 1
    }
  }

  private func add(_ first: Row, _ second: Row, sign: Int32) {
    var x = 0
    while x < width {
      let (a, b) = (first[x], second[x])
      firsts[x] &+= sign &* a
      seconds[x] &+= sign &* b
      squares[x] &+= sign &* (a &* a &+ b &* b)
      errors[x] &+= sign &* ((a &- b) &* (a &- b))
      x &+= 1
    }
  }

  /// Computes the losses, multiplied by the constant, of the windows that start in each column.
  ///
  /// All variances are multiplied by the square of the number of pixels in a window, which cancels
  /// out in the quotient.
  func writeLosses(to target: UnsafeMutablePointer<Float>) {
    let count = Float(StructureLoss.side * StructureLoss.side)
    let constant = count * count * Self.parts * Self.parts * Self.smoothVariance
    func sum(_ columns: Row) -> Float {
      Float(
        columns[0] &+ columns[1] &+ columns[2] &+ columns[3] &+ columns[4] &+ columns[5]
          &+ columns[6])
    }
    var x = 0
    while x < width &- StructureLoss.side &+ 1 {
      let (first, second) = (sum(firsts + x), sum(seconds + x))
      let error = count * sum(errors + x) - (second - first) * (second - first)
      let both = count * sum(squares + x) - first * first - second * second + constant
      target[x] = max(0, error) * constant / (both * both)
      x &+= 1
    }
  }
}
