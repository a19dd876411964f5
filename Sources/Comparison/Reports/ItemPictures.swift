import CodecInterface
import FileAccess
import ImageCodecs
public import PortableMath
import Raster
import VisualDiff

/// The pictures of an item for the HTML report, as lossless WebP data. Pictures with a side above
/// 16,383 pixels are PNG data.
public struct ItemPictures: Hashable, Sendable {
  /// The pictures of one frame. A still has one moment, an animation several.
  public struct Moment: Hashable, Sendable {
    /// The label, for example `frame 12, 0.4 s`.
    public var label: String
    /// The outcome of the comparison for the frame.
    public var state: ComparedFrame.State
    /// The picture of the baseline, or `nil` if it has none.
    public var first: [UInt8]?
    /// The index of an earlier moment, if `first` contains only the pixels that differ from that
    /// moment's baseline and is transparent elsewhere. `nil` if `first` is whole.
    public var base: Int?
    /// The actual picture. `nil` if there is none or it equals the picture of the baseline.
    public var second: [UInt8]?
    /// Whether `second` contains only the pixels that differ from `first` and is transparent
    /// elsewhere.
    public var isPatch: Bool
    /// The colors of the differing pixels, transparent elsewhere. `nil` if there is nothing to
    /// compare.
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
      difference: [UInt8]?, differentPixels: Int = 0, bounds: PixelRect? = nil, isSame: Bool,
      isPatch: Bool = false, base: Int? = nil
    ) {
      self.isPatch = isPatch
      self.base = base
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
  /// Creates the pictures of a single moment.
  init(_ moment: Moment, baseline: Pixmap?) throws(HeaderKitError) {
    var builder = ItemPicturesBuilder(leftOut: 0)
    try builder.append(moment, baseline: baseline)
    self = builder.pictures
  }

  /// The first moment with the most different pixels. Equal frames come last.
  var worst: Moment? {
    func weight(_ moment: Moment) -> Int { moment.isSame ? -1 : moment.differentPixels }
    return moments.max { weight($0) < weight($1) }
  }

  /// Returns the pictures of a moment as PNG data, for a folder of pictures: the baseline, the
  /// actual picture, and a heat map of the differences over the baseline. `nil` for each that does
  /// not exist.
  func files(
    of moment: Moment
  ) throws(HeaderKitError) -> (expected: [UInt8]?, actual: [UInt8]?, diff: [UInt8]?) {
    let before = try baseline(of: moment)
    var after = moment.isSame ? before : try moment.second.map(PageImage.decode)
    if moment.isPatch, let whole = before, let patch = after { after = whole.covered(by: patch) }
    let mask = try moment.difference.map(PageImage.decode)
    let heat = before.flatMap { before in mask.map { DifferenceMap.heatMap($0, over: before) } }
    return (
      try before.map(PageImage.encodePNG), try after.map(PageImage.encodePNG),
      try heat.map(PageImage.encodePNG)
    )
  }

  /// Returns the picture of a moment's baseline, composed of all patches that it is stored in.
  /// `nil` if the moment has no baseline.
  func baseline(of moment: Moment) throws(HeaderKitError) -> Pixmap? {
    guard let first = try moment.first.map(PageImage.decode) else { return nil }
    guard let base = moment.base else { return first }
    return try baseline(of: moments[base])?.covered(by: first)
  }
}

/// Collects the pictures of an item, moment by moment.
struct ItemPicturesBuilder {
  private(set) var pictures: ItemPictures
  /// The complete baseline of the last moment, and the number of pictures that it is stored in: 1
  /// for a complete picture, plus 1 for each patch. `nil` if there is none.
  private var last: (picture: Pixmap, length: Int)?

  /// The maximum number of pictures that a baseline is stored in. The page decodes all of them.
  static let maxChainLength = 8
  /// The minimum fraction of pixels that must equal the last baseline for a baseline to be stored
  /// as a patch. A patch with few equal pixels saves nothing, because it also stores which pixels
  /// are transparent.
  private static let minSharedPart = 0.3

  init(leftOut: Int) { pictures = ItemPictures(moments: [], leftOut: leftOut) }

  /// Adds a moment and sets its `first` and `base`. The baseline is stored as a patch over the last
  /// moment's baseline if enough pixels are the same.
  ///
  /// - Parameter baseline: The complete picture of the baseline, or `nil` if there is none.
  mutating func append(
    _ moment: ItemPictures.Moment, baseline: Pixmap?
  ) throws(HeaderKitError) {
    var moment = moment
    var length = 1
    if let baseline, let last, last.length < Self.maxChainLength,
      let (patch, shared) = baseline.patch(over: last.picture), shared >= Self.minSharedPart
    {
      moment.first = try PageImage.encode(patch)
      moment.base = pictures.moments.count - 1
      length = last.length + 1
    } else {
      moment.first = try baseline.map(PageImage.encode)
    }
    last = baseline.map { ($0, length) }
    pictures.moments.append(moment)
  }
}

extension ItemPictures.Moment {
  /// Creates a moment without the picture of its baseline.
  ///
  /// - Parameters:
  ///   - map: The map of differences, or `nil` if there is nothing to compare.
  ///   - found: The measured difference, or `nil` if there is nothing to compare.
  init(
    _ label: String, _ state: ComparedFrame.State, _ first: Pixmap?, _ second: Pixmap?,
    map: DifferenceMap? = nil, _ found: ImageDifference? = nil, isSame: Bool = false
  ) throws(HeaderKitError) {
    let patch = first.flatMap { second?.patch(over: $0)?.patch }
    self.init(
      label: label, state: state, first: nil,
      second: try (patch ?? second).map(PageImage.encode),
      difference: try map.map { map throws(HeaderKitError) in try PageImage.encode(map.mask) },
      differentPixels: found?.differentPixels ?? 0, bounds: found?.bounds, isSame: isSame,
      isPatch: patch != nil)
  }
}

extension Pixmap {
  /// Returns a picture with the pixels that differ from `first` and transparent pixels elsewhere,
  /// and the fraction of equal pixels in 0...1. `nil` if the sizes differ or one of the pictures is
  /// not opaque.
  fileprivate func patch(over first: Pixmap) -> (patch: Pixmap, shared: Double)? {
    guard size == first.size, isOpaque, first.isOpaque else { return nil }
    var patch = bytes
    var shared = 0
    for pixel in stride(from: 0, to: patch.count, by: 4)
    where bytes[pixel] == first.bytes[pixel] && bytes[pixel + 1] == first.bytes[pixel + 1]
      && bytes[pixel + 2] == first.bytes[pixel + 2]
    {
      for channel in 0..<4 { patch[pixel + channel] = 0 }
      shared += 1
    }
    return Pixmap(size: size, bytes: patch).map { ($0, Double(shared) / Double(size.area)) }
  }

  /// Returns the picture with `patch`, which must have the same size, composited over it.
  fileprivate func covered(by patch: Pixmap) -> Pixmap {
    var whole = self
    whole.draw(patch, x: 0, y: 0, opacity: 255, clip: patch.size.bounds)
    return whole
  }
}

enum PageImage {
  static func encode(_ pixmap: Pixmap) throws(HeaderKitError) -> [UInt8] {
    guard max(pixmap.width, pixmap.height) <= WebPEncoder.longestSide else {
      return try encodePNG(pixmap)
    }
    return try HeaderKitError.coding(.location("report"), writing: true, try webP(pixmap))
  }

  /// Encodes without loss, with effort 3 of 9: for frames of animations it needs no more bytes than
  /// the default effort, 5, and less time.
  private static func webP(_ pixmap: Pixmap) throws(CodecError) -> [UInt8] {
    var encoder = try WebPEncoder(
      size: pixmap.size, options: WebPOptions(quality: 100, effort: 3))
    _ = try encoder.append(pixmap, duration: 1)
    return try encoder.finish(recording: nil)
  }

  /// Encodes with compression level 1, the fastest.
  static func encodePNG(_ pixmap: Pixmap) throws(HeaderKitError) -> [UInt8] {
    try HeaderKitError.coding(
      .location("report"), writing: true, PNGEncoder.encode(pixmap, options: PNGOptions(level: 1)))
  }

  static func decode(_ bytes: [UInt8]) throws(HeaderKitError) -> Pixmap {
    try HeaderKitError.coding(.location("report"), ImageDecoder.decode(bytes: bytes).pixmap)
  }
}
