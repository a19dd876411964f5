import Dispatch
package import PortableMath
import Synchronization

// Unsafe memory: each pixel is written, and read by the next frame, through a pointer. Rows are
// read only after they are published, so there are no data races.

/// The canvas as a viewer shows it: a pixel is 0xRRGGBB, `SourceFrame.clear` or `unknown`, in
/// row-major order from the top.
///
/// The canvas after a frame is completed row by row while the frame is encoded. The next frame can
/// be started early: it waits for the rows that it reads.
package final class ShownCanvas: @unchecked Sendable {
  /// An opaque pixel of unknown color.
  static let unknown: UInt32 = 0xFE00_0000

  private struct Progress {
    /// The number of final rows, from the top.
    var rows: Int
    /// The number of rows that a waiting thread needs, or `nil` if no thread waits.
    var awaited: Int?
  }

  package let size: PixelSize
  fileprivate let memory: UnsafeMutablePointer<UInt32>
  private let progress: Mutex<Progress>
  private let arrival = DispatchSemaphore(value: 0)

  /// Creates a canvas without published rows.
  package init(size: PixelSize) {
    self.size = size
    memory = .allocate(capacity: size.area)
    progress = Mutex(Progress(rows: 0))
  }

  /// Creates a complete canvas of one color.
  convenience init(size: PixelSize, filledWith color: UInt32) {
    self.init(size: size)
    fill(with: color)
  }

  deinit { memory.deallocate() }

  /// Returns the canvas before the first frame.
  package static func clear(_ size: PixelSize) -> ShownCanvas {
    ShownCanvas(size: size, filledWith: SourceFrame.clear)
  }

  /// The pixels. Only published rows may be read.
  var pixels: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(start: memory, count: size.area) }

  /// Waits until the first `count` rows are published. Only one thread may wait at a time.
  func waitForRows(_ count: Int) {
    let mustWait = progress.withLock { progress in
      if progress.rows >= count { return false }
      progress.awaited = count
      return true
    }
    if mustWait { arrival.wait() }
  }

  fileprivate func publishRows(_ count: Int) {
    let isAwaited = progress.withLock { progress in
      progress.rows = count
      guard let awaited = progress.awaited, awaited <= count else { return false }
      progress.awaited = nil
      return true
    }
    if isAwaited { arrival.signal() }
  }

  /// Clears the canvas and publishes all rows.
  package func clear() { fill(with: SourceFrame.clear) }

  private func fill(with color: UInt32) {
    memory.initialize(repeating: color, count: size.area)
    publishRows(size.height)
  }

  /// Marks each opaque pixel of `frame` as unknown and clears the others.
  func showUnknown(where frame: SourceFrame) {
    frame.pixels.withUnsafeBufferPointer { pixels in
      for pixel in pixels.indices {
        memory[pixel] = pixels[pixel] == SourceFrame.clear ? SourceFrame.clear : Self.unknown
      }
    }
    publishRows(size.height)
  }

  /// Draws the written part of a frame with its exact colors.
  func show(_ update: FrameUpdate) {
    if update.clears { return clear() }
    update.source.pixels.withUnsafeBufferPointer { pixels in
      for row in update.rows() {
        for pixel in row where pixels[pixel] != SourceFrame.clear { memory[pixel] = pixels[pixel] }
      }
    }
  }

  /// Draws the colors of `indices` in `rect`. Indices without a color keep the canvas.
  func paint(_ indices: [UInt8], in rect: PixelRect, _ table: ColorTable) {
    indices.withUnsafeBufferPointer { paint($0, rows: 0..<rect.height, of: rect, table) }
  }

  fileprivate func paint(
    _ indices: UnsafeBufferPointer<UInt8>, rows: Range<Int>, of rect: PixelRect,
    _ table: ColorTable
  ) {
    table.colors.withUnsafeBufferPointer { colors in
      for row in rows {
        let target = memory + ((rect.y + row) * size.width + rect.x)
        for x in 0..<rect.width {
          let index = Int(indices[row * rect.width + x])
          if index < colors.count { target[x] = colors[index] }
        }
      }
    }
  }
}

/// Draws a canvas row by row over the previous canvas.
struct CanvasPainter {
  /// The number of rows outside the rectangle that are published at once, so that the next frame
  /// need not wait for all of them.
  private static let rowsAtATime = 16

  private let canvas: ShownCanvas
  private let before: ShownCanvas
  private let rect: PixelRect
  /// The number of finished rows of the canvas, from the top.
  private var finishedRows = 0

  init(_ canvas: ShownCanvas, over before: ShownCanvas, in rect: PixelRect) {
    self.canvas = canvas
    self.before = before
    self.rect = rect
    copyAndPublish(rowsAbove: rect.y)
  }

  /// Draws the rows that are complete in `indices`, the rectangle's pixels written so far.
  mutating func paint(_ indices: UnsafeBufferPointer<UInt8>, _ table: ColorTable) {
    let end = rect.y + indices.count / rect.width
    guard end > finishedRows else { return }
    let rows = finishedRows - rect.y..<end - rect.y
    copyRows(above: end)
    canvas.paint(indices, rows: rows, of: rect, table)
    canvas.publishRows(end)
  }

  /// Copies the rows below the rectangle from the previous canvas.
  mutating func finish() { copyAndPublish(rowsAbove: canvas.size.height) }

  private mutating func copyAndPublish(rowsAbove end: Int) {
    while finishedRows < end {
      copyRows(above: min(end, finishedRows + Self.rowsAtATime))
      canvas.publishRows(finishedRows)
    }
  }

  private mutating func copyRows(above end: Int) {
    before.waitForRows(end)
    let start = finishedRows * canvas.size.width
    (canvas.memory + start).initialize(
      from: before.memory + start, count: (end - finishedRows) * canvas.size.width)
    finishedRows = end
  }
}
