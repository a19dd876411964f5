import FileAccess
import HeaderModel
import PortableMath
import Raster

/// Layers with different content in the recording: list rows with other texts or heights, and
/// backgrounds of another color. They are left out so that the rest can be judged.
extension HeaderJudge {
  /// The maximum number of examined frames.
  private static let contentFrames = 4
  /// The minimum fraction of a list's pixels with a gross difference for its rows to count as
  /// different.
  private static let minRowShare = 0.2
  /// The minimum fraction of a background's pixels that have one common other color.
  private static let minBackgroundShare = 0.6
  /// The maximum difference of a channel value (0...255) between equal colors.
  private static let maxColorDifference = 6
  /// The maximum fraction of the remaining pixels with a gross difference. With more, it is another
  /// header.
  private static let maxRemainder = 0.1

  /// Returns the layers with different content and a message for each. Empty if they do not explain
  /// the misfit.
  func otherContents(_ judged: [JudgedFrame]) throws(HeaderKitError) -> [String: String] {
    let frames = judged.spread(HeaderJudge.contentFrames)
    var votes: [String: (text: String, count: Int)] = [:]
    var comparisons: [FrameComparison] = []
    for frame in frames {
      let comparison = try comparison(frame)
      comparisons.append(comparison)
      for (index, layer) in comparison.state.layers.enumerated()
      where layer.visible && layer.effectiveOpacity > 0.5 && !painter.masked.contains(layer.id) {
        guard let text = try difference(index, layer, comparison) else { continue }
        votes[layer.id] = (text, (votes[layer.id]?.count ?? 0) + 1)
      }
    }
    let differing = votes.filter { 2 * $0.value.count > frames.count }
    guard !differing.isEmpty else { return [:] }
    var (gross, pixels) = (0, 0)
    for comparison in comparisons {
      let mask = LayerMask(Set(differing.keys), in: comparison.state, painter: painter, grid: grid)
      gross += FrameComparison.grossPixels(
        mask.covered(comparison.recorded, by: comparison.expected), comparison.expected,
        within: grid.size.bounds)
      pixels += mask.countedPixels
    }
    guard Double(gross) <= HeaderJudge.maxRemainder * Double(pixels) else { return [:] }
    return differing.mapValues(\.text)
  }

  /// Returns a message for a layer whose content differs, or `nil` if it does not.
  private func difference(
    _ index: Int, _ layer: LayerState, _ comparison: FrameComparison
  ) throws(HeaderKitError) -> String? {
    let rect = comparison.bounds(layer.frame, margin: 0)
    guard comparison.grossPixels(rect) >= FrameComparison.minPixels else { return nil }
    switch layer.content {
    case .list:
      let without = try comparison.picture { $0[index].visible = false }
      let share = comparison.grossShare(without: without, within: rect, isThin: true)
      return Double(share.gross) > HeaderJudge.minRowShare * Double(max(60, share.pixels))
        ? "its content differs from the document's" : nil
    case .rectangle(.color(let color)):
      let documentColor = [color.red, color.green, color.blue].map(Int.init)
      return background(comparison, rect, documentColor).map {
        "\(HeaderJudge.hex($0)), but the document has \(HeaderJudge.hex(documentColor))"
      }
    default: return nil
    }
  }

  /// Returns the color that the recording has for most pixels of `color` in a rectangle, or `nil`
  /// if it has no such color.
  private func background(_ comparison: FrameComparison, _ rect: PixelRect, _ color: [Int])
    -> [Int]?
  {
    let recordedBytes = comparison.recorded.bytes.span
    let expectedBytes = comparison.expected.bytes.span
    // The pixel count and channel sums of each color, quantized to 16 levels per channel.
    var colors = [[Int]](repeating: [0, 0, 0, 0], count: 1 << 12)
    var count = 0
    rect.forEachByteIndex(in: grid.size.width) { index in
      let isBackground = (0..<3).allSatisfy {
        abs(Int(expectedBytes[index + $0]) - color[$0]) < HeaderJudge.maxColorDifference
      }
      guard isBackground else { return }
      count += 1
      let channels = (0..<3).map { Int(recordedBytes[index + $0]) }
      let bin = channels.reduce(0) { $0 << 4 | $1 >> 4 }
      colors[bin][3] += 1
      for channel in 0..<3 { colors[bin][channel] += channels[channel] }
    }
    guard let mostFrequent = colors.max(by: { $0[3] < $1[3] }), count >= 60,
      Double(mostFrequent[3]) > HeaderJudge.minBackgroundShare * Double(count)
    else { return nil }
    let mean = (0..<3).map { (mostFrequent[$0] + mostFrequent[3] / 2) / mostFrequent[3] }
    let isOther = (0..<3).contains { abs(mean[$0] - color[$0]) > FrameComparison.grossDifference }
    return isOther ? mean : nil
  }

  /// A color in hexadecimal notation, such as "#FF8000".
  private static func hex(_ channels: [Int]) -> String {
    "#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}
