import FileAccess
import HeaderModel
import PortableMath
import Raster

/// The check whether a recording shows the header at all.
extension HeaderJudge {
  /// The maximum number of examined frames.
  private static let fitFrames = 8
  /// The maximum fraction of image pixels with a gross difference.
  private static let maxImageGrossShare = 0.45
  /// The maximum fraction of all pixels with a gross difference.
  private static let maxGrossShare = 0.22
  /// The maximum fraction of foreground pixels with a gross difference. Measured up to 0.22 for the
  /// same header with other texts and a pointer, and 0.28 to 0.95 for other headers.
  private static let maxForegroundGrossShare = 0.5
  /// The maximum fraction of foreground pixels outside images with a gross difference, both of
  /// the recording's and of the header's. Measured up to 0.25 for the same header, and at least
  /// 0.96 for other headers with similar pictures.
  private static let maxOutsideGrossShare = 0.75
  /// The minimum fraction of all pixels that the header's foreground outside images must have for
  /// that check. A smaller foreground may be hidden by a pointer.
  private static let minOutsideShare = 0.002

  /// Returns the reason why the recording does not show the header, or `nil` if it does. The limits
  /// are multiplied by `lenience`.
  func misfit(_ frames: [JudgedFrame], lenience: Double = 1) throws(HeaderKitError) -> String? {
    // Pixel counts of images and of whole frames, in total and with a gross difference.
    var (imagePixels, imageGross, gross, pixels) = (0, 0, 0, 0)
    // The recording's foreground on the whole screen. Outside images: the recording's and the
    // header's foreground.
    var foreground = ForegroundCount()
    var (recorded, expected) = (ForegroundCount(), ForegroundCount())
    var sum = 0.0
    for frame in frames.spread(HeaderJudge.fitFrames) {
      let comparison = try comparison(frame)
      gross += comparison.grossPixels(grid.size.bounds)
      pixels += painter.mask(comparison.state, on: grid).countedPixels
      foreground.count(frame.recorded, comparedTo: comparison.expected)
      sum += comparison.meanSquare
      var imageRects: [PixelRect] = []
      for (index, layer) in comparison.state.layers.enumerated() where layer.visible {
        guard case .image = layer.content else { continue }
        let rect = comparison.bounds(layer.frame)
        imageRects.append(rect)
        guard layer.effectiveOpacity > 0.5, !painter.masked.contains(layer.id) else { continue }
        let without = try comparison.picture { $0[index].visible = false }
        let share = comparison.grossShare(without: without, within: rect)
        imagePixels += share.pixels
        imageGross += share.gross
      }
      recorded.count(frame.recorded, comparedTo: comparison.expected, outside: imageRects)
      expected.count(comparison.expected, comparedTo: frame.recorded, outside: imageRects)
    }
    guard pixels > 0 else { return nil }
    let levels = FitText.points(
      (sum / Double(max(1, min(frames.count, HeaderJudge.fitFrames)))).squareRoot())
    if Double(gross) > lenience * HeaderJudge.maxGrossShare * Double(pixels) {
      return
        "its closest match differs by \(levels) levels, and \(gross * 100 / pixels) % of the pixels "
        + "differ widely; is it another style, device or theme?"
    }
    if imagePixels >= 100,
      Double(imageGross) > lenience * HeaderJudge.maxImageGrossShare * Double(imagePixels)
    {
      return "\(imageGross * 100 / imagePixels) % of the pixels of its images differ widely; "
        + "are banner and avatar those of the recording?"
    }
    if foreground.grossShare > lenience * HeaderJudge.maxForegroundGrossShare {
      return
        "\(Int(foreground.grossShare * 100)) % of its pixels outside the background differ widely; "
        + "is it another style, device or theme?"
    }
    if min(recorded.grossShare, expected.grossShare) > lenience * HeaderJudge.maxOutsideGrossShare,
      Double(expected.pixels) > HeaderJudge.minOutsideShare * Double(pixels)
    {
      return "\(Int(expected.grossShare * 100)) % of the header's pixels outside its images "
        + "differ widely; is it another style, device or theme?"
    }
    return nil
  }
}

/// The number of foreground pixels of pictures, and of those that differ grossly in other pictures.
/// Backgrounds are ignored because many headers have the same.
struct ForegroundCount {
  /// The number of pixels that do not have their picture's most frequent color.
  private(set) var pixels = 0
  /// The number of these pixels with a gross difference.
  private(set) var gross = 0

  /// The fraction of foreground pixels with a gross difference, in 0...1. 0 without foreground.
  var grossShare: Double { pixels == 0 ? 0 : Double(gross) / Double(pixels) }

  /// Counts the foreground of a picture outside `outside`, compared with another picture of the
  /// same size.
  mutating func count(_ picture: Pixmap, comparedTo other: Pixmap, outside: [PixelRect] = []) {
    let bytes = picture.bytes.span
    let otherBytes = other.bytes.span
    let background = ForegroundCount.background(of: picture)
    for index in stride(from: 0, to: bytes.count, by: 4) {
      let (x, y) = (index / 4 % picture.width, index / 4 / picture.width)
      let isInside = outside.contains {
        ($0.x..<$0.maxX).contains(x) && ($0.y..<$0.maxY).contains(y)
      }
      if isInside { continue }
      var (isForeground, isGross) = (false, false)
      for channel in 0..<3 {
        let value = Int(bytes[index + channel])
        let difference = FrameComparison.grossDifference
        if abs(value - background[channel]) > difference { isForeground = true }
        if abs(value - Int(otherBytes[index + channel])) > difference { isGross = true }
      }
      guard isForeground else { continue }
      pixels += 1
      if isGross { gross += 1 }
    }
  }

  /// The red, green and blue of the most frequent color, quantized to 16 levels.
  private static func background(of picture: Pixmap) -> [Int] {
    let bytes = picture.bytes.span
    var counts = [Int](repeating: 0, count: 1 << 12)
    for index in stride(from: 0, to: bytes.count, by: 4) {
      let (red, green, blue) = (bytes[index] >> 4, bytes[index + 1] >> 4, bytes[index + 2] >> 4)
      counts[Int(red) << 8 | Int(green) << 4 | Int(blue)] += 1
    }
    let mostFrequent = counts.indices.max { counts[$0] < counts[$1] } ?? 0
    return [mostFrequent >> 8, mostFrequent >> 4 & 15, mostFrequent & 15].map { $0 * 16 + 8 }
  }
}
