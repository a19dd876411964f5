import PortableMath

/// A Gaussian by three extended boxes, whose variances add up to the Gaussian's exactly: P. Gwosdek,
/// S. Grewenig, A. Bruhn and J. Weickert, "Theoretical foundations of Gaussian convolution by
/// extended box filtering" (2011). In whole numbers, 8 bits after the point between passes.
struct GaussianBlur {
  /// What lies beyond the edges.
  enum Edge {
    /// The outermost samples, over and over.
    case repeated
    /// Nothing.
    case empty
  }

  /// Samples of full weight on each side of the middle.
  private let reach: Int
  /// Weight of the samples one further out, in 1/256.
  private let outer: Int
  /// 2^32 over the sum of all weights in 1/256.
  private let reciprocal: Int
  private static let passes = 3

  /// - Parameter sigma: standard deviation in samples, above 0.
  init(sigma: Double) {
    let variance = sigma * sigma / Double(Self.passes)
    let ideal = (12 * variance + 1).squareRoot()
    let reach = ((ideal - 1) / 2).rounded(.down)
    let outer =
      (2 * reach + 1) * (3 * variance - reach * (reach + 1))
      / (6 * ((reach + 1) * (reach + 1) - variance))
    self.reach = Int(reach)
    self.outer = Int((max(0, outer) * 256).rounded())
    reciprocal = (1 << 32) / (256 * (2 * self.reach + 1) + 2 * self.outer)
  }

  /// How far out of a shape its blur can be seen, in samples.
  var extent: Int { Self.passes * (reach + 1) }

  /// Blurs rows of `channels` interleaved bytes a pixel.
  func blurred(_ bytes: [UInt8], width: Int, height: Int, channels: Int, edge: Edge) -> [UInt8] {
    var values = bytes.map { UInt16($0) << 8 }
    var line = [UInt16](repeating: 0, count: max(width, height) * channels)
    let stride = width * channels
    for row in 0..<height {
      for _ in 0..<Self.passes {
        for index in 0..<stride { line[index] = values[row * stride + index] }
        for channel in 0..<channels {
          pass(
            line, &values, from: channel, to: row * stride + channel, step: channels, by: channels,
            count: width, edge)
        }
      }
    }
    for column in 0..<stride {
      for _ in 0..<Self.passes {
        for index in 0..<height { line[index] = values[index * stride + column] }
        pass(line, &values, from: 0, to: column, step: 1, by: stride, count: height, edge)
      }
    }
    return values.map { UInt8(truncatingIfNeeded: min(255, ($0 &+ 128) >> 8)) }
  }

  /// One box over one line of `count` samples.
  private func pass(
    _ line: [UInt16], _ target: inout [UInt16], from: Int, to: Int, step: Int, by: Int,
    count: Int, _ edge: Edge
  ) {
    func value(_ index: Int) -> Int {
      switch edge {
      case .repeated: Int(line[from + max(0, min(count - 1, index)) * step])
      case .empty: index >= 0 && index < count ? Int(line[from + index * step]) : 0
      }
    }
    var sum = 0
    for index in -reach...reach { sum += value(index) }
    for index in 0..<count {
      let total = 256 * sum + outer * (value(index - reach - 1) + value(index + reach + 1))
      target[to + index * by] = UInt16(
        truncatingIfNeeded: min(65280, (total * reciprocal + 1 << 31) >> 32))
      sum += value(index + reach + 1) - value(index - reach)
    }
  }
}

extension Pixmap {
  /// A Gaussian blur, clamped at the picture's edges. Wide blurs are made at a half, a quarter or
  /// an eighth of the size: the difference is invisible, the result as much smaller.
  ///
  /// - Parameter sigma: standard deviation in pixels, 0...
  package func gaussianBlurred(sigma: Double) -> Pixmap {
    guard sigma > 0.05 else { return self }
    var reduced = self
    var sigma = sigma
    while sigma >= 8, let size = PixelSize(width: reduced.width / 2, height: reduced.height / 2) {
      reduced = reduced.resized(source: DeviceRect(reduced.size.bounds), to: size, filter: .area)
      sigma /= 2
    }
    let blur = GaussianBlur(sigma: min(sigma, Double(max(reduced.width, reduced.height))))
    return Pixmap(
      size: reduced.size,
      written: blur.blurred(
        reduced.bytes, width: reduced.width, height: reduced.height, channels: 4, edge: .repeated))
  }

  /// The colours `saturation` times as strong; 1 changes nothing, 0 leaves greys (the matrix of CSS
  /// `saturate()`, Filter Effects 1). For opaque pictures.
  package func saturated(_ saturation: Double) -> Pixmap {
    guard saturation != 1 else { return self }
    let s = Int((max(0, min(255, saturation)) * 256).rounded())
    var result = self
    var target = result.bytes.mutableSpan
    for pixel in 0..<size.area {
      let at = pixel * 4
      let luma = Int(target[at]) * 13933 + Int(target[at + 1]) * 46871 + Int(target[at + 2]) * 4732
      for channel in 0..<3 {
        // The weights are 0.2126, 0.7152 and 0.0722 in 1/65536.
        let value = luma * (256 - s) + Int(target[at + channel]) * 65536 * s
        target[at + channel] = UInt8(max(0, min(Int(target[at + 3]), (value + 1 << 23) >> 24)))
      }
    }
    return result
  }
}

extension PlacedMask {
  /// The blurred mask, so much larger on every side as the blur reaches: a shadow's coverage.
  ///
  /// - Parameter sigma: standard deviation in pixels, 0...
  package func gaussianBlurred(sigma: Double) -> PlacedMask {
    guard sigma > 0.05 else { return self }
    let blur = GaussianBlur(sigma: sigma)
    let margin = blur.extent
    guard let size = PixelSize(width: mask.width + 2 * margin, height: mask.height + 2 * margin)
    else { return self }
    var bytes = [UInt8](repeating: 0, count: size.area)
    for row in 0..<mask.height {
      for column in 0..<mask.width {
        bytes[(row + margin) * size.width + column + margin] = mask.bytes[row * mask.width + column]
      }
    }
    let blurred = blur.blurred(
      bytes, width: size.width, height: size.height, channels: 1, edge: .empty)
    guard let result = CoverageMask(size: size, bytes: blurred) else { return self }
    return PlacedMask(result, x: x - margin, y: y - margin)
  }
}
