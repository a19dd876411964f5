import CPictureWriter

/// A finished picture: rows of RGB or straight RGBA bytes.
struct Picture {
  let width: Int
  let height: Int
  let channels: Int
  private(set) var bytes: [UInt8] = []

  /// Creates an opaque picture. `color` is sampled at four points in each pixel, in pixels from the
  /// top left.
  init(width: Int, height: Int, _ color: (_ x: Double, _ y: Double) -> Tint) {
    (self.width, self.height, channels) = (width, height, 3)
    bytes.reserveCapacity(width * height * 3)
    for row in 0..<height {
      for column in 0..<width {
        var sum = Tint.zero
        for sample in 0..<4 {
          sum += color(
            Double(column) + 0.25 + 0.5 * Double(sample & 1),
            Double(row) + 0.25 + 0.5 * Double(sample >> 1))
        }
        let mean = sum / 4
        for channel in 0..<3 {
          bytes.append(UInt8(min(255, max(0, mean[channel] * 255)) + 0.5))
        }
      }
    }
  }

  /// Creates a picture from exact bytes: red, green, blue and straight alpha of each pixel.
  init(width: Int, height: Int, rgba pixel: (_ column: Int, _ row: Int) -> [UInt8]) {
    (self.width, self.height, channels) = (width, height, 4)
    for row in 0..<height {
      for column in 0..<width { bytes += pixel(column, row) }
    }
  }

  func writePNG(_ path: String) throws {
    guard write_png(path, bytes, Int32(width), Int32(height), Int32(channels)) == 1 else {
      throw WriteError.refused(path)
    }
  }

  func writeJPEG(_ path: String, quality: Int) throws {
    guard
      channels == 3,
      write_jpeg(path, bytes, Int32(width), Int32(height), Int32(quality)) == 1
    else { throw WriteError.refused(path) }
  }

  enum WriteError: Error {
    case refused(String)
  }
}
