import Foundation
import CodecInterface
import ImageCodecs
import PortableMath
package import Raster

/// A folder that is removed when the object is deallocated.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    path = NSTemporaryDirectory() + "twheader-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and creates its parent folders.
  package func write(_ name: String, _ bytes: [UInt8]) throws {
    let url = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  package func write(_ name: String, _ pixmap: Pixmap) throws {
    try write(name, try PNGEncoder.encode(pixmap))
  }

  /// Writes an APNG. Delays are in hundredths of a second.
  package func write(_ name: String, _ frames: [(pixmap: Pixmap, delay: Int)], plays: Int = 0)
    throws
  {
    var encoder = try APNGEncoder(size: frames[0].pixmap.size, loopCount: plays)
    var bytes: [UInt8] = []
    for frame in frames {
      let duration = RationalTime(centiseconds: frame.delay) ?? .zero
      bytes += try encoder.append(frame.pixmap, duration: duration)
    }
    bytes += try encoder.finish()
    try write(name, bytes)
  }

  package func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path + "/" + name).map(Array.init)
  }

  package func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "/" + name)
  }
}

/// Returns a picture of one color with a dot of another.
package func dotted(
  _ width: Int = 12, _ height: Int = 9, dotX: Int = 3, dot: Color = .black
) throws -> Pixmap {
  guard let size = PixelSize(width: width, height: height) else {
    throw CocoaError(.featureUnsupported)
  }
  var bytes = Pixmap(size: size, fill: Color(rgb: 0xDDEEFF)).bytes
  let pixel = (4 * width + dotX) * 4
  bytes.replaceSubrange(pixel..<pixel + 4, with: [dot.red, dot.green, dot.blue, 255])
  return Pixmap(size: size, bytes: bytes) ?? Pixmap(size: size)
}
