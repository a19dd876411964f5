import HeaderKit
import Numerics

/// A destination of frames that writes none: how much of the picture each frame changes.
final class ChangeMeter: FrameSink {
  /// Of each frame after the first, 0...1.
  private(set) var changes: [Double] = []
  private var last: Pixmap?

  func begin(size: PixelSize, duration: RationalTime) {
    print("\(size.width) x \(size.height) pixels, \(duration.seconds) s")
  }

  func append(_ frame: AnimationFrame) {
    let pixmap = frame.pixmap
    if let last {
      let pixels = stride(from: 0, to: pixmap.bytes.count, by: 4)
      let changed = pixels.count { last.bytes[$0..<$0 + 4] != pixmap.bytes[$0..<$0 + 4] }
      changes.append(Double(changed) / Double(pixels.underestimatedCount))
    }
    last = pixmap
  }

  func finish() {
    print("at most \(percentage(changes.max() ?? 0)) of a frame change")
  }
}
