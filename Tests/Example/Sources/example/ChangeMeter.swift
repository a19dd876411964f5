import HeaderKit
import Numerics

/// A frame sink that measures the changes between frames and writes nothing.
final class ChangeMeter: FrameSink {
  /// The fraction of changed pixels in each frame after the first, in 0...1.
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
