import Dispatch
package import PortableMath
import Synchronization

// Unsafe memory: every pixel is written, and read by the frame to come, through plain memory. Rows are
// read only once they are published: no thread writes what another one reads.

/// What a viewer shows: 0xRRGGBB, `SourceFrame.clear` or `unknown` a pixel, rows top to bottom.
///
/// The canvas behind a frame is completed row by row while the frame is written. The frame to come can be
/// begun before the last one: it waits for the rows that it reads.
package final class ShownCanvas: @unchecked Sendable {
  /// Something opaque is shown, but not known.
  static let unknown: UInt32 = 0xFE00_0000

  private struct Progress {
    /// The rows that are as they will stay, from the top.
    var rows: Int
    /// The rows that a waiting thread needs; nil where none waits.
    var awaited: Int?
  }

  package let size: PixelSize
  fileprivate let memory: UnsafeMutablePointer<UInt32>
  private let progress: Mutex<Progress>
  private let arrival = DispatchSemaphore(value: 0)

  /// None of its rows is known yet.
  package init(size: PixelSize) {
    self.size = size
    memory = .allocate(capacity: size.area)
    progress = Mutex(Progress(rows: 0))
  }

  /// Complete, and of one colour.
  convenience init(size: PixelSize, filledWith color: UInt32) {
    self.init(size: size)
    fill(with: color)
  }

  deinit { memory.deallocate() }

  /// What is shown before the first frame.
  package static func clear(_ size: PixelSize) -> ShownCanvas {
    ShownCanvas(size: size, filledWith: SourceFrame.clear)
  }

  /// The pixels; only rows that were waited for may be read.
  var pixels: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(start: memory, count: size.area) }

  /// Waits until the first `count` rows are complete. One thread at a time may wait.
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

  /// Shows nothing, also to whoever waits.
  package func clear() { fill(with: SourceFrame.clear) }

  private func fill(with color: UInt32) {
    memory.initialize(repeating: color, count: size.area)
    publishRows(size.height)
  }

  /// Shows what is not known wherever `frame` is opaque.
  func showUnknown(where frame: SourceFrame) {
    frame.pixels.withUnsafeBufferPointer { pixels in
      for pixel in pixels.indices {
        memory[pixel] = pixels[pixel] == SourceFrame.clear ? SourceFrame.clear : Self.unknown
      }
    }
    publishRows(size.height)
  }

  /// Shows a frame as it is, where it is written.
  func show(_ place: FramePlace) {
    if place.clears { return clear() }
    place.source.pixels.withUnsafeBufferPointer { pixels in
      for row in place.rows() {
        for pixel in row where pixels[pixel] != SourceFrame.clear { memory[pixel] = pixels[pixel] }
      }
    }
  }

  /// Shows the colours of `indices`, those of the pixels of `rect`; where they name none, what was shown.
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

/// Paints a canvas row by row over what was shown before.
struct CanvasPainter {
  /// Rows outside of the rectangle that are passed on at a time: the frame to come need not wait for all.
  private static let rowsAtATime = 16

  private let canvas: ShownCanvas
  private let before: ShownCanvas
  private let rect: PixelRect
  /// Of the canvas, from the top.
  private var finishedRows = 0

  init(_ canvas: ShownCanvas, over before: ShownCanvas, in rect: PixelRect) {
    (self.canvas, self.before, self.rect) = (canvas, before, rect)
    passOn(rowsAbove: rect.y)
  }

  /// Paints the rows of which `indices`, those of the rectangle's first pixels, know the last pixel.
  mutating func paint(_ indices: UnsafeBufferPointer<UInt8>, _ table: ColorTable) {
    let end = rect.y + indices.count / rect.width
    guard end > finishedRows else { return }
    let rows = finishedRows - rect.y..<end - rect.y
    takeOver(rowsAbove: end)
    canvas.paint(indices, rows: rows, of: rect, table)
    canvas.publishRows(end)
  }

  /// Shows what was shown before in the rows below the rectangle.
  mutating func finish() { passOn(rowsAbove: canvas.size.height) }

  private mutating func passOn(rowsAbove end: Int) {
    while finishedRows < end {
      takeOver(rowsAbove: min(end, finishedRows + Self.rowsAtATime))
      canvas.publishRows(finishedRows)
    }
  }

  private mutating func takeOver(rowsAbove end: Int) {
    before.waitForRows(end)
    let start = finishedRows * canvas.size.width
    (canvas.memory + start).initialize(
      from: before.memory + start, count: (end - finishedRows) * canvas.size.width)
    finishedRows = end
  }
}
