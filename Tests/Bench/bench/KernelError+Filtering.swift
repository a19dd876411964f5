import Foundation
import PortableMath
import Raster

extension KernelError {
  private static let size = SyntheticPictures.size(320, 160)

  /// Twenty passes of box 21, each clamped at the edges.
  static var blur: KernelError {
    let picture = SyntheticPictures.banner(size)
    var error = KernelError("20 passes of box 21", width: size.width, height: size.height)
    error.add(
      picture.boxBlurred(diameter: 21, passes: 20),
      exact: ExactFilter.blurred(picture, diameter: 21, passes: 20))
    return error
  }

  /// The ladder's ten steps, the largest error of them.
  static var ladder: KernelError {
    let picture = SyntheticPictures.banner(size)
    var error = KernelError("ladder", width: size.width, height: size.height)
    for step in 1...10 {
      let blur = LadderBlur(radius: Double(3 * step), pixelsPerPoint: 2, enlargement: 1)
      error.add(
        picture.ladderBlurred(blur, tints: true, source: DeviceRect(size.bounds), to: size),
        exact: ExactFilter.tinted(
          ExactFilter.blurred(picture, diameter: blur.diameter, passes: LadderBlur.passes)))
    }
    return error
  }

  /// A picture resized, or drawn scaled.
  static func resize(_ filter: ResizeFilter, _ name: String, isZoom: Bool = false) -> KernelError {
    let shrinks = filter == .area
    let source = SyntheticPictures.banner(
      shrinks ? SyntheticPictures.size(747, 373) : SyntheticPictures.size(200, 100))
    var error = KernelError(name, width: size.width, height: size.height)
    var result: Pixmap
    if isZoom {
      result = Pixmap(size: size, fill: .black)
      result.draw(
        source, source: DeviceRect(source.size.bounds), in: DeviceRect(size.bounds), shape: nil,
        opacity: 255, clip: size.bounds)
    } else {
      result = source.resized(
        source: DeviceRect(source.size.bounds), to: size, filter: filter)
    }
    error.add(result, exact: ExactFilter.resized(source, to: size, filter: filter))
    return error
  }
}

/// The filters in double precision, slow and plain.
enum ExactFilter {
  static func blurred(_ picture: Pixmap, diameter: Int, passes: Int) -> [Double] {
    var values = picture.bytes.map(Double.init)
    let radius = diameter / 2
    func pass(first: Int, step: Int, count: Int) {
      let line = (0..<count).map { values[first + $0 * step] }
      var sum = 0.0
      func value(_ index: Int) -> Double { line[max(0, min(count - 1, index))] }
      for index in -radius...radius { sum += value(index) }
      for index in 0..<count {
        values[first + index * step] = sum / Double(diameter)
        sum += value(index + radius + 1) - value(index - radius)
      }
    }
    for _ in 0..<passes {
      for column in 0..<picture.width * 4 {
        pass(first: column, step: picture.width * 4, count: picture.height)
      }
    }
    for _ in 0..<passes {
      for row in 0..<picture.height {
        for channel in 0..<4 {
          pass(first: row * picture.width * 4 + channel, step: 4, count: picture.width)
        }
      }
    }
    return values
  }

  /// Saturation 1.5 by the matrix in 1/256, limited to the alpha, then white at 0.2.
  static func tinted(_ values: [Double]) -> [Double] {
    var result = values
    for pixel in stride(from: 0, to: values.count, by: 4) {
      let luma = 27 * values[pixel] + 92 * values[pixel + 1] + 9 * values[pixel + 2]
      for channel in pixel..<pixel + 4 {
        let saturated =
          channel == pixel + 3
          ? values[channel]
          : max(0, min(values[pixel + 3], (384 * values[channel] - luma) / 256))
        result[channel] = 0.8 * saturated + 51
      }
    }
    return result
  }

  /// Filters centered on pixels, edges repeated, widened where the picture shrinks; area is the share
  /// of each pixel that an output covers.
  static func resized(_ picture: Pixmap, to size: PixelSize, filter: ResizeFilter) -> [Double] {
    let across = weights(picture.width, size.width, filter)
    let down = weights(picture.height, size.height, filter)
    var result = [Double](repeating: 0, count: size.area * 4)
    for y in 0..<size.height {
      var row = [Double](repeating: 0, count: picture.width * 4)
      for (index, weight) in down[y] {
        for byte in row.indices {
          row[byte] += weight * Double(picture.bytes[index * picture.width * 4 + byte])
        }
      }
      for x in 0..<size.width {
        for (index, weight) in across[x] {
          for channel in 0..<4 {
            result[(y * size.width + x) * 4 + channel] += weight * row[index * 4 + channel]
          }
        }
      }
    }
    return result.map { max(0, min(255, $0)) }
  }

  private static func weights(
    _ count: Int, _ outputs: Int, _ filter: ResizeFilter
  ) -> [[(Int, Double)]] {
    let step = Double(count) / Double(outputs)
    return (0..<outputs).map { output in
      var found: [Int: Double] = [:]
      if filter == .area {
        let (low, high) = (Double(output) * step, Double(output + 1) * step)
        for index in Int(low)..<min(count, Int(high.rounded(.up))) {
          found[index] = min(Double(index + 1), high) - max(Double(index), low)
        }
      } else {
        let wide = max(1, step)
        let center = (Double(output) + 0.5) * step - 0.5
        let reach = Int((3 * wide).rounded(.up)) + 1
        for index in Int(center) - reach...Int(center) + reach {
          let weight = value(filter, abs(Double(index) - center) / wide)
          if weight != 0 { found[max(0, min(count - 1, index)), default: 0] += weight }
        }
      }
      let sum = found.values.reduce(0, +)
      return found.map { ($0.key, $0.value / sum) }
    }
  }

  private static func value(_ filter: ResizeFilter, _ x: Double) -> Double {
    switch filter {
    case .bilinear: return max(0, 1 - x)
    case .catmullRom:
      if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
      return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
    case .lanczos3:
      guard x < 3 else { return 0 }
      func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
      return sinc(x) * sinc(x / 3)
    case .area, .automatic: return x < 0.5 ? 1 : 0
    }
  }
}
