import PortableMath

// Unsafe memory: the inner loops run over pointers to rows, without checks of overflow, so that several
// pixels are taken at a time. Rows of the canvas are read only once they are published.

/// How much of the structure of a frame's luma was lost in what is shown for it: the frame to come knows by it
/// where errors are seen.
///
/// What came out badly comes out badly again, since content stands still or scrolls; and the worst places of a
/// picture are seen first: SSIMULACRA 2 takes means of fourth powers. A pixel's loss is what an error around it
/// costs in SSIM (Wang et al., "Image quality assessment", IEEE Transactions on Image Processing 13, 2004) without
/// its means: the variance of the error over the squared sum of both pictures' variances and a constant. It is
/// measured at half size over windows of 7 x 7 pixels, and its mean taken over 3 x 3 of them.
///
/// Losses become known from the top, as rows of the canvas do. Used by one thread.
final class StructureLoss {
  /// The side of a window, at half size.
  fileprivate static let side = 7
  /// Pixels at half size between a loss and the edge of what it depends on.
  private static let radius = side / 2 + 1
  /// Rows of the canvas below a pixel on which its loss may depend.
  static let reach = 2 * radius + 1

  private let frame: SourceFrame
  private let canvas: ShownCanvas
  /// Losses at half size.
  private let width: Int
  private let height: Int
  private var windows: WindowSums
  /// The losses of windows, three rows of them; row y is number y modulo 3.
  private let windowLosses: UnsafeMutablePointer<Float>
  private var windowRows = 0
  /// The first row is that of the windows that begin in rows 0...2.
  private let losses: UnsafeMutablePointer<Float>
  private var rows = 0

  /// Of what `canvas` shows for `frame`; nil where it is too small for a loss.
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

  /// The row of losses that holds for the pixels of row `y`: at the edges the next one there is.
  private func row(of y: Int) -> Int { min(max(y / 2 - Self.radius, 0), height - 1) }

  /// The losses of the pixels of row `y`, which must have been measured, two pixels each.
  func losses(ofRow y: Int) -> UnsafePointer<Float> { UnsafePointer(losses + row(of: y) * width) }

  /// Measures the losses of all rows above `end`; waits for the rows of the canvas that they are measured on.
  func measure(rowsAbove end: Int) {
    let last = row(of: end - 1)
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

  /// Writes the next row of losses, from the last three rows of windows.
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

/// Sums over the columns of `StructureLoss.side` rows of two pictures' luma at half size.
private struct WindowSums: ~Copyable {
  typealias Pixels = UnsafeBufferPointer<UInt32>
  private typealias Row = UnsafeMutablePointer<Int32>

  /// Luma, 0...255, is measured in quarters, from its middle.
  private static let parts: Float = 4
  private static let middle: Int32 = 512
  /// What is seen of an error where both pictures are smooth: added to their variances of luma.
  private static let smoothVariance: Float = 41

  let width: Int
  /// The two pictures' luma of the last rows; row y is number y modulo `side`.
  private let first: Row
  private let second: Row
  /// A column's sums of the first picture's luma, of the second's, of both squared, and of their squared
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
    (seconds, squares, errors) = (firsts + width, firsts + 2 * width, firsts + 3 * width)
  }

  deinit { first.deallocate() }

  /// Sums the rows from `start` on, which is the one behind the last one asked for, or the first.
  mutating func move(to start: Int, of truth: Pixels, and shown: Pixels, width fullWidth: Int) {
    while end < start + StructureLoss.side {
      let row = end % StructureLoss.side * width
      if end >= StructureLoss.side { add(first + row, second + row, sign: -1) }
      setLuma(of: end, truth, shown, width: fullWidth, to: first + row, second + row)
      add(first + row, second + row, sign: 1)
      end += 1
    }
  }

  /// Sets luma of the row `y` at half size; where nothing known is shown it is the frame's.
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

  /// Writes the losses of the windows that begin in each column, times the constant.
  ///
  /// All variances are taken as many times as large as a window has pixels, squared: the quotient is the same.
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
