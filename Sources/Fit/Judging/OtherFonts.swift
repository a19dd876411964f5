import FileAccess
import HeaderModel
import PortableMath
import Raster

/// Text layers that the recording draws in another font. They are not judged, because a font is no
/// property of the header's behavior. Their pixels still count for the offsets.
extension HeaderJudge {
  /// The reason for leaving out such a text.
  static let otherFont = "drawn in another font"

  /// The maximum number of examined frames.
  private static let fontFrames = 6
  /// The minimum fraction of a text's pixels with a gross difference for a font to differ.
  private static let minGlyphShare = 0.3
  /// The range of the recorded text's amount of ink, width and height relative to the header's.
  private static let sameTextRanges = (ink: 0.4...2.5, width: 0.6...1.6, height: 0.7...1.4)
  /// The maximum distance between the centers of both texts, relative to the height.
  private static let maxCenterDistance = 0.35
  /// The distance around the header's text in which the recorded text is searched, relative to its
  /// width and height.
  private static let searchMargin = (width: 0.4, height: 0.5)
  /// The maximum remaining fraction of the distance for a move to explain a text.
  private static let maxRemainingAfterMove = 0.35

  /// Returns the text layers that are in place in most frames, but in another font.
  func otherFonts(_ judged: [JudgedFrame]) throws(HeaderKitError) -> Set<String> {
    var names = Set<String>()
    for frame in judged.spread(HeaderJudge.fontFrames) {
      for layer in try frame.state().layers {
        if case .text = layer.content { names.insert(layer.id) }
      }
    }
    names.subtract(painter.masked)
    guard !names.isEmpty else { return [] }
    // The frames that show each text.
    var framesOfText: [String: [JudgedFrame]] = [:]
    for frame in judged {
      let state = try frame.state()
      for name in names {
        guard let layer = state.layer(name), case .text = layer.content, layer.visible,
          layer.effectiveOpacity > 0.5
        else { continue }
        framesOfText[name, default: []].append(frame)
      }
    }
    var fonts = Set<String>()
    for name in names {
      let frames = (framesOfText[name] ?? []).spread(HeaderJudge.fontFrames)
      var votes = 0
      for frame in frames where try isOtherFont(name, try comparison(frame)) { votes += 1 }
      if votes > 0, 2 * votes >= frames.count { fonts.insert(name) }
    }
    return fonts
  }

  /// Whether a frame shows a text in place, but with other glyphs.
  private func isOtherFont(_ name: String, _ comparison: FrameComparison) throws(HeaderKitError)
    -> Bool
  {
    guard let index = comparison.state.layers.firstIndex(where: { $0.id == name }) else {
      return false
    }
    let frame = comparison.bounds(comparison.state.layers[index].frame)
    let without = try comparison.picture { $0[index].visible = false }
    // The frame of a text may be much larger than its ink, and the rest of it may differ.
    guard let expectedInk = Ink(comparison.expected, over: without, within: frame) else {
      return false
    }
    let rect = expectedInk.box(enlargedBy: HeaderJudge.searchMargin).intersection(frame)
    let share = comparison.grossShare(without: without, within: rect)
    guard Double(share.gross) > HeaderJudge.minGlyphShare * Double(share.pixels),
      let recordedInk = Ink(comparison.recorded, over: without, within: rect)
    else { return false }
    let same = HeaderJudge.sameTextRanges
    guard same.ink.contains(Double(recordedInk.pixels) / Double(expectedInk.pixels)),
      same.width.contains(recordedInk.width / expectedInk.width),
      same.height.contains(recordedInk.height / expectedInk.height),
      abs(recordedInk.middleX - expectedInk.middleX) <= HeaderJudge.maxCenterDistance
        * expectedInk.width,
      abs(recordedInk.middleY - expectedInk.middleY) <= HeaderJudge.maxCenterDistance
        * expectedInk.height
    else { return false }
    let reach = max(4, Int((16 / grid.pointsPerPixel).rounded()))
    if let move = comparison.bestMove(without: without, within: frame, reach: reach),
      move.distance.isExplained(to: HeaderJudge.maxRemainingAfterMove)
    {
      return false
    }
    return try comparison.sizeFinding(index) == nil
  }
}

/// The pixels of a text: those that differ grossly from the picture without the text.
private struct Ink {
  private(set) var pixels = 0
  private var left = Int.max
  private var top = Int.max
  private var right = Int.min
  private var bottom = Int.min

  var width: Double { Double(right - left + 1) }
  var height: Double { Double(bottom - top + 1) }
  var middleX: Double { Double(left + right) / 2 }
  var middleY: Double { Double(top + bottom) / 2 }

  /// Returns the bounds of the ink, enlarged on all sides by fractions of its width and height.
  func box(enlargedBy share: (width: Double, height: Double)) -> PixelRect {
    let (across, down) = (Int(share.width * width), Int(share.height * height))
    return PixelRect(
      x: left - across, y: top - down, width: right - left + 1 + 2 * across,
      height: bottom - top + 1 + 2 * down)
  }

  /// Measures the text in a rectangle, or returns `nil` if there is too little ink.
  init?(_ picture: Pixmap, over without: Pixmap, within rect: PixelRect) {
    let pictureBytes = picture.bytes.span
    let behind = without.bytes.span
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX {
        let index = (y * picture.width + x) * 4
        guard
          FrameComparison.differ(pictureBytes, behind, index, by: FrameComparison.grossDifference)
        else { continue }
        pixels += 1
        (left, right) = (min(left, x), max(right, x))
        (top, bottom) = (min(top, y), max(bottom, y))
      }
    }
    guard pixels >= FrameComparison.minPixels else { return nil }
  }
}
