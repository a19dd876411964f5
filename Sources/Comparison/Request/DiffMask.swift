import Files
import ImageCodecs
public import Numerics
import Raster
import Rendering
import VisualDiff

/// A part that a comparison leaves out, as a user names it.
public struct DiffMask: Hashable, Sendable {
  /// What is left out.
  public enum Area: Hashable, Sendable {
    /// Pixels of the union canvas.
    case rect(PixelRect)
    /// A picture file: what is painted in it (neither transparent nor black) is left out.
    case picture(path: String)
    /// Wherever the manifests of both animations have this layer.
    case layer(name: String)
  }

  /// What is left out.
  public var area: Area
  /// From this moment on; nil from the start.
  public var from: RationalTime?
  /// Up to, not including, this moment; nil to the end.
  public var until: RationalTime?

  /// A part that is left out all the time unless `from` or `until` say otherwise.
  public init(_ area: Area, from: RationalTime? = nil, until: RationalTime? = nil) {
    self.area = area
    self.from = from
    self.until = until
  }

  /// `x,y,width,height`, `layer:NAME` or the path of a picture, each with `@FROM-UNTIL` in seconds
  /// behind it if it does not hold all the time; either end may be empty.
  /// Nil for what is none of these.
  public init?(_ text: String) {
    var area = Substring(text)
    if let at = text.lastIndex(of: "@"), let range = DiffMask.range(text[text.index(after: at)...])
    {
      area = text[..<at]
      from = range.from
      until = range.until
    }
    guard !area.isEmpty else { return nil }
    if area.hasPrefix("layer:") {
      let name = area.dropFirst("layer:".count)
      guard !name.isEmpty else { return nil }
      self.area = .layer(name: String(name))
      return
    }
    let sides = area.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    if sides.contains(where: { $0 != nil }) {
      let limit = 1 << 30
      guard sides.count == 4, let x = sides[0], let y = sides[1], let width = sides[2],
        let height = sides[3], abs(x) < limit, abs(y) < limit, (1..<limit).contains(width),
        (1..<limit).contains(height)
      else { return nil }
      self.area = .rect(PixelRect(x: x, y: y, width: width, height: height))
      return
    }
    self.area = .picture(path: String(area))
  }

  /// `0.5-1.2`, `0.5-`, `-1.2`: seconds.
  private static func range(_ text: Substring) -> (from: RationalTime?, until: RationalTime?)? {
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, ends.contains(where: { !$0.isEmpty }) else { return nil }
    var times: [RationalTime?] = []
    for end in ends {
      guard !end.isEmpty else {
        times.append(nil)
        continue
      }
      guard let seconds = Double(end), seconds.isFinite, (0...1e6).contains(seconds)
      else { return nil }
      times.append(RationalTime(nearest: seconds))
    }
    return (times[0], times[1])
  }
}
