import FileAccess
import ImageCodecs
public import PortableMath
import Raster
import VisualDiff

/// The pictures of an item that a page shows, as PNG data.
public struct ItemPictures: Hashable, Sendable {
  /// One moment: a picture has one, an animation several.
  public struct Moment: Hashable, Sendable {
    /// What to call it: `frame 12, 0.4 s`.
    public var label: String
    /// What became of the frame.
    public var state: ComparedFrame.State
    /// The baseline's picture, nil where it has none.
    public var first: [UInt8]?
    /// The judged picture; nil where there is none, and where it equals the baseline's.
    public var second: [UInt8]?
    /// The heat map, nil where nothing is to be compared.
    public var difference: [UInt8]?
    /// Pixels that differ; 0 where there is nothing to compare.
    public var differentPixels = 0
    /// The rectangle around them.
    public var bounds: PixelRect?
    /// Whether `second` is nil because it is the same picture as `first`.
    public var isSame: Bool

    /// A moment; `differentPixels` and `bounds` are set where they are known.
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

  /// In order of time.
  public var moments: [Moment]
  /// Moments left out so that the page stays small.
  public var leftOut: Int

  /// The moments of an item.
  public init(moments: [Moment], leftOut: Int) {
    self.moments = moments
    self.leftOut = leftOut
  }
}

extension ItemPictures {
  /// The first of those in which most pixels differ; frames that are the same last.
  var worst: Moment? {
    func weight(_ moment: Moment) -> Int { moment.isSame ? -1 : moment.differentPixels }
    return moments.max { weight($0) < weight($1) }
  }
}

extension ItemPictures.Moment {
  /// - Parameters:
  ///   - map: nil where nothing is to be compared.
  ///   - found: what was measured where something is.
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
  /// Compressed quickly rather than well.
  static func encode(_ pixmap: Pixmap) throws(HeaderKitError) -> [UInt8] {
    try HeaderKitError.coding(
      .place("report"), writing: true, PNGEncoder.encode(pixmap, options: PNGOptions(level: 1)))
  }
}
