import FileAccess
import ImageCodecs
public import PortableMath
import Raster
import VisualDiff

/// The pictures of an item for the HTML report, as PNG data.
public struct ItemPictures: Hashable, Sendable {
  /// The pictures of one frame. A still has one moment, an animation several.
  public struct Moment: Hashable, Sendable {
    /// The label, for example `frame 12, 0.4 s`.
    public var label: String
    /// The outcome for the frame.
    public var state: ComparedFrame.State
    /// The picture of the baseline, or `nil` if it has none.
    public var first: [UInt8]?
    /// The actual picture. `nil` if there is none or it equals that of the baseline.
    public var second: [UInt8]?
    /// The heat map of the differences, or `nil` if there is nothing to compare.
    public var difference: [UInt8]?
    /// The number of different pixels. 0 if there is nothing to compare.
    public var differentPixels = 0
    /// The bounding box of the differences, or `nil` without differences.
    public var bounds: PixelRect?
    /// Whether `second` is `nil` because it equals `first`.
    public var isSame: Bool

    /// Creates a moment. `differentPixels` and `bounds` are optional.
    public init(
      label: String, state: ComparedFrame.State, first: [UInt8]?, second: [UInt8]?,
      difference: [UInt8]?, differentPixels: Int = 0, bounds: PixelRect? = nil, isSame: Bool
    ) {
      self.label = label
      self.state = state
      self.first = first
      self.second = second
      self.difference = difference
      self.differentPixels = differentPixels
      self.bounds = bounds
      self.isSame = isSame
    }
  }

  /// The moments in chronological order.
  public var moments: [Moment]
  /// The number of moments left out to limit the size of the page.
  public var leftOut: Int

  /// Creates the pictures of an item.
  public init(moments: [Moment], leftOut: Int) {
    self.moments = moments
    self.leftOut = leftOut
  }
}

extension ItemPictures {
  /// The first moment with the most different pixels. Equal frames come last.
  var worst: Moment? {
    func weight(_ moment: Moment) -> Int { moment.isSame ? -1 : moment.differentPixels }
    return moments.max { weight($0) < weight($1) }
  }
}

extension ItemPictures.Moment {
  /// - Parameters:
  ///   - map: The map of differences, or `nil` if there is nothing to compare.
  ///   - found: The measured difference, if there is one.
  init(
    _ label: String, _ state: ComparedFrame.State, _ first: Pixmap?, _ second: Pixmap?,
    map: DifferenceMap? = nil, _ found: ImageDifference? = nil, isSame: Bool = false
  ) throws(HeaderKitError) {
    let heat = map.flatMap { map in first.map(map.heatMap) }
    self.init(
      label: label, state: state, first: try first.map(PageImage.encode),
      second: try second.map(PageImage.encode), difference: try heat.map(PageImage.encode),
      differentPixels: found?.differentPixels ?? 0, bounds: found?.bounds, isSame: isSame)
  }
}

enum PageImage {
  /// Encodes a PNG fast, at the expense of its size.
  static func encode(_ pixmap: Pixmap) throws(HeaderKitError) -> [UInt8] {
    try HeaderKitError.coding(
      .place("report"), writing: true, PNGEncoder.encode(pixmap, options: PNGOptions(level: 1)))
  }
}
