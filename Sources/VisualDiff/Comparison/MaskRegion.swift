public import Raster

/// A part of the canvas, for all or some of the time, that a comparison leaves out.
public struct MaskRegion: Hashable, Sendable {
  /// Where: pixels of the union canvas.
  public enum Area: Hashable, Sendable {
    case everywhere
    case rect(PixelRect)
    /// Every pixel that the mask covers at all, its origin top left.
    case mask(CoverageMask)
  }

  /// Where the region lies.
  public var area: Area
  /// When: frames shown at or after this time; nil from the start.
  public var from: Flicks?
  /// When: frames that start before this time; nil to the end.
  public var until: Flicks?

  /// A region in force all the time unless `from` or `until` say otherwise.
  public init(_ area: Area, from: Flicks? = nil, until: Flicks? = nil) {
    self.area = area
    self.from = from
    self.until = until
  }

  /// Whether the region is in force for a picture shown at `time`; a still picture has time 0.
  func isInForce(at time: Flicks) -> Bool {
    if let from, time < from { return false }
    if let until, time >= until { return false }
    return true
  }
}
