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

  /// Why the recording does not show the header; nil where it does.
  ///
  /// - Parameter lenience: so many times as much as is allowed may be off.
  func misfit(
    _ frames: [JudgedFrame], lenience: Double = 1
  ) throws(HeaderKitError) -> String? {
    var (pictures, pictureGross, gross, pixels) = (0, 0, 0, 0)
    var content = ShownContent()
    /// Beside the pictures.
    var (recorded, expected) = (ShownContent(), ShownContent())
    var sum = 0.0
    for frame in HeaderVerdict.spread(frames, HeaderVerdict.fitFrames) {
      let view = try view(frame)
      gross += view.grossPixels(grid.size.bounds)
      pixels += painter.mask(frame.state, on: grid).countedPixels(grid.size)
      content.count(frame.recorded, beside: view.expected)
      sum += view.meanSquare
      var pictureRects: [PixelRect] = []
      for index in frame.state.layers.indices {
        let layer = frame.state.layers[index]
        guard case .image = layer.content, layer.visible else { continue }
        let rect = view.bounds(layer.frame)
        pictureRects.append(rect)
        guard layer.effectiveOpacity > 0.5, !ignored.contains(layer.id) else { continue }
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
      return
        "\(Int(content.grossShare * 100)) % of what it shows on its background is far off; is it "
        + "another style, device or theme?"
    }
    if min(recorded.grossShare, expected.grossShare) > lenience * HeaderVerdict.mostBeside,
      Double(expected.pixels) > HeaderVerdict.leastBeside * Double(pixels)
    {
      return
        "\(Int(expected.grossShare * 100)) % of what the header shows beside its pictures is far off; "
        + "is it another style, device or theme?"
    }
    return nil
  }
}
