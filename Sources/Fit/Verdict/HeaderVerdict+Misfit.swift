import FileAccess
import HeaderModel
import PortableMath
import Raster

/// Whether a recording shows the header at all.
extension HeaderVerdict {
  private static let fitFrames = 8
  /// Of the pixels of pictures, the most that may be grossly off in a recording of the header.
  private static let mostPicturePixels = 0.45
  /// Of all pixels.
  private static let mostPixels = 0.22
  /// Of what is shown on the background: measured up to 0.22 in recordings of a header with other words
  /// and a pointer over it, 0.28 to 0.95 in those of another one.
  private static let mostContent = 0.5
  /// Of what is shown beside the pictures, by the recording and by the header, the most that may be far
  /// off in both: of the header's measured up to 0.25 in recordings of it, 0.96 and more in those of
  /// another one whose pictures are much alike.
  private static let mostBeside = 0.75
  /// Of all pixels: what the header shows beside its pictures is not asked about where it is less. A
  /// pointer may hide it.
  private static let leastBeside = 0.002

  /// Why the recording does not show the header; nil where it does, or is off by no more than
  /// `lenience` times what is allowed.
  func misfit(_ frames: [JudgedFrame], lenience: Double = 1) throws(HeaderKitError) -> String? {
    var (pictures, pictureGross, gross, pixels) = (0, 0, 0, 0)
    var content = ShownContent()
    /// Beside the pictures.
    var (recorded, expected) = (ShownContent(), ShownContent())
    var sum = 0.0
    for frame in frames.spread(HeaderVerdict.fitFrames) {
      let view = try view(frame)
      gross += view.grossPixels(grid.size.bounds)
      pixels += painter.mask(frame.state, on: grid).countedPixels
      content.count(frame.recorded, beside: view.expected)
      sum += view.meanSquare
      var pictureRects: [PixelRect] = []
      for (index, layer) in frame.state.layers.enumerated() where layer.visible {
        guard case .image = layer.content else { continue }
        let rect = view.bounds(layer.frame)
        pictureRects.append(rect)
        guard layer.effectiveOpacity > 0.5, !painter.masked.contains(layer.id) else { continue }
        let without = try view.picture { $0[index].visible = false }
        let share = view.grossShare(without: without, within: rect)
        pictures += share.pixels
        pictureGross += share.gross
      }
      recorded.count(frame.recorded, beside: view.expected, outside: pictureRects)
      expected.count(view.expected, beside: frame.recorded, outside: pictureRects)
    }
    guard pixels > 0 else { return nil }
    let levels = FitText.points(
      (sum / Double(max(1, min(frames.count, HeaderVerdict.fitFrames)))).squareRoot())
    if Double(gross) > lenience * HeaderVerdict.mostPixels * Double(pixels) {
      return "its nearest picture is \(levels) levels off, \(gross * 100 / pixels) % of the pixels "
        + "by far; is it another style, device or theme?"
    }
    if pictures >= 100,
      Double(pictureGross) > lenience * HeaderVerdict.mostPicturePixels * Double(pictures)
    {
      return "\(pictureGross * 100 / pictures) % of the pixels of its pictures are far off; "
        + "are banner and avatar the recording's own?"
    }
    if content.grossShare > lenience * HeaderVerdict.mostContent {
      return "\(Int(content.grossShare * 100)) % of what it shows on its background is far off; "
        + "is it another style, device or theme?"
    }
    if min(recorded.grossShare, expected.grossShare) > lenience * HeaderVerdict.mostBeside,
      Double(expected.pixels) > HeaderVerdict.leastBeside * Double(pixels)
    {
      return "\(Int(expected.grossShare * 100)) % of what the header shows beside its pictures is "
        + "far off; is it another style, device or theme?"
    }
    return nil
  }
}

/// What pictures show on their background, and how much of it others lack: a background alone is the
/// same in many headers.
struct ShownContent {
  /// Pixels that are not of their picture's most common colour.
  private(set) var pixels = 0
  /// Of these, how many are grossly off.
  private(set) var gross = 0

  /// 0...1; 0 where there is nothing but background.
  var grossShare: Double { pixels == 0 ? 0 : Double(gross) / Double(pixels) }

  /// Counts what of a picture lies outside of some rectangles, beside another picture of its size.
  mutating func count(_ picture: Pixmap, beside other: Pixmap, outside: [PixelRect] = []) {
    let mine = picture.bytes.span
    let theirs = other.bytes.span
    let background = ShownContent.background(of: picture)
    for place in stride(from: 0, to: mine.count, by: 4) {
      let (x, y) = (place / 4 % picture.width, place / 4 / picture.width)
      let isInside = outside.contains {
        ($0.x..<$0.maxX).contains(x) && ($0.y..<$0.maxY).contains(y)
      }
      if isInside { continue }
      var (isContent, isGross) = (false, false)
      for channel in 0..<3 {
        let value = Int(mine[place + channel])
        let difference = LayerView.grossDifference
        if abs(value - background[channel]) > difference { isContent = true }
        if abs(value - Int(theirs[place + channel])) > difference { isGross = true }
      }
      guard isContent else { continue }
      pixels += 1
      if isGross { gross += 1 }
    }
  }

  /// Red, green and blue of the most common colour, to sixteen levels.
  private static func background(of picture: Pixmap) -> [Int] {
    let bytes = picture.bytes.span
    var counts = [Int](repeating: 0, count: 1 << 12)
    for place in stride(from: 0, to: bytes.count, by: 4) {
      let (red, green, blue) = (bytes[place] >> 4, bytes[place + 1] >> 4, bytes[place + 2] >> 4)
      counts[Int(red) << 8 | Int(green) << 4 | Int(blue)] += 1
    }
    let most = counts.indices.max { counts[$0] < counts[$1] } ?? 0
    return [most >> 8, most >> 4 & 15, most & 15].map { $0 * 16 + 8 }
  }
}
