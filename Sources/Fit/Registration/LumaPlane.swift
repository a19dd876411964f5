import PortableMath
import Raster

/// The brightness of a picture, in levels: what the first search for the screen's place compares.
struct LumaPlane: Sendable {
  let width: Int
  let height: Int
  let values: [Float]

  /// A picture reduced to a size.
  init(_ picture: Pixmap, size: PixelSize) {
    let reduced = picture.resized(to: size)
    width = size.width
    height = size.height
    let bytes = reduced.bytes
    // Rec. 709's weights, as sums of 1/256.
    values = (0..<size.area).map { pixel in
      let red = Float(bytes[pixel * 4])
      let green = Float(bytes[pixel * 4 + 1])
      let blue = Float(bytes[pixel * 4 + 2])
      return (red * 54 + green * 183 + blue * 19) / 256
    }
  }

  /// The mean squared distance from the mean.
  var variance: Float {
    let mean = values.reduce(0, +) / Float(values.count)
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(values.count)
  }

  /// The mean squared difference where the other plane, its corner at (x, y) of this one, covers it;
  /// infinite where it is above `limit`.
  func difference(
    _ other: LumaPlane, x: Int, y: Int, limit: Float = .infinity
  ) -> Float {
    let left = max(0, x)
    let right = min(width, x + other.width)
    let top = max(0, y)
    let bottom = min(height, y + other.height)
    guard left < right, top < bottom else { return .infinity }
    let length = right - left
    let most = limit * Float(length * (bottom - top))
    let mine = values.span
    let theirs = other.values.span
    var sum: Float = 0
    for row in top..<bottom {
      if sum > most { return .infinity }
      let first = row * width + left
      let second = (row - y) * other.width + left - x
      var lanes = SIMD8<Float>.zero
      var index = 0
      while index + 8 <= length {
        var a = SIMD8<Float>()
        var b = SIMD8<Float>()
        for lane in 0..<8 {
          a[lane] = mine[first + index + lane]
          b[lane] = theirs[second + index + lane]
        }
        let step = a - b
        lanes += step * step
        index += 8
      }
      sum += lanes.sum()
      while index < length {
        let step = mine[first + index] - theirs[second + index]
        sum += step * step
        index += 1
      }
    }
    return sum / Float(length * (bottom - top))
  }
}
