import PortableMath
import Raster

/// The luma of a picture in 0...255, used by the first search for the screen.
struct LumaPlane: Sendable {
  let width: Int
  let height: Int
  let values: [Float]

  /// The maximum squared difference. Larger differences count as this.
  private static let cap = Float(RecordingFit.cap) * Float(RecordingFit.cap)

  /// Returns the part of this plane that a plane of the given size covers with its corner at (x,
  /// y).
  private func overlap(x: Int, y: Int, width: Int, height: Int) -> PixelRect {
    PixelRect(x: x, y: y, width: width, height: height)
      .intersection(PixelRect(x: 0, y: 0, width: self.width, height: self.height))
  }

  /// Returns the sum of the part of this plane that a plane of the given size covers.
  func sum(x: Int, y: Int, width: Int, height: Int) -> Float {
    let part = overlap(x: x, y: y, width: width, height: height)
    let values = values.span
    var sum: Float = 0
    for row in part.y..<part.maxY {
      for column in part.x..<part.maxX { sum += values[row * self.width + column] }
    }
    return sum
  }

  /// Returns the index of the plane that differs least from this one with its corner at (x, y), and
  /// the sum of its capped squared differences. Returns 0 and `limit` if all differ by more.
  func nearest(
    of others: [LumaPlane], x: Int, y: Int, limit: Float = .infinity
  ) -> (index: Int, difference: Float) {
    var nearest = (index: 0, difference: limit)
    for (index, other) in others.enumerated() {
      let difference = difference(other, x: x, y: y, limit: nearest.difference)
      if difference < nearest.difference { nearest = (index, difference) }
    }
    return nearest
  }

  /// Returns the mean of the capped squared differences to a plane of the same size.
  func distance(to other: LumaPlane) -> Float {
    difference(other, x: 0, y: 0, limit: .infinity) / Float(width * height)
  }

  /// Returns the sum of the capped squared differences where the other plane, with its corner at
  /// (x, y), covers this one. The result is any value above `limit` if the sum exceeds it.
  private func difference(_ other: LumaPlane, x: Int, y: Int, limit: Float) -> Float {
    let part = overlap(x: x, y: y, width: other.width, height: other.height)
    let length = part.width
    let caps = SIMD8<Float>(repeating: LumaPlane.cap)
    func eight(_ values: UnsafeBufferPointer<Float>, _ first: Int) -> SIMD8<Float> {
      UnsafeRawBufferPointer(values).loadUnaligned(
        fromByteOffset: first * MemoryLayout<Float>.stride, as: SIMD8<Float>.self)
    }
    var sum: Float = 0
    values.withUnsafeBufferPointer { ownValues in
      other.values.withUnsafeBufferPointer { otherValues in
        for row in part.y..<part.maxY where sum <= limit {
          let first = row * width + part.x
          let second = (row - y) * other.width + part.x - x
          var lanes = SIMD8<Float>.zero
          var index = 0
          while index + 8 <= length {
            let difference = eight(ownValues, first + index) - eight(otherValues, second + index)
            let square = difference * difference
            lanes += square.replacing(with: caps, where: square .> caps)
            index += 8
          }
          sum += lanes.sum()
          while index < length {
            let difference = ownValues[first + index] - otherValues[second + index]
            sum += min(LumaPlane.cap, difference * difference)
            index += 1
          }
        }
      }
    }
    return sum
  }
}

extension LumaPlane {
  /// Creates the luma of a picture resized to `size`.
  init(_ picture: Pixmap, size: PixelSize) {
    let bytes = picture.resized(to: size).bytes
    // The Rec. 709 weights in 1/256.
    values = (0..<size.area).map { pixel in
      let red = Float(bytes[pixel * 4])
      let green = Float(bytes[pixel * 4 + 1])
      let blue = Float(bytes[pixel * 4 + 2])
      return (red * 54 + green * 183 + blue * 19) / 256
    }
    (width, height) = (size.width, size.height)
  }
}
