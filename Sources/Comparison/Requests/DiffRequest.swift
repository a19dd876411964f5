public import FileAccess
public import VisualDiff

/// A request to compare files or folders, with all options.
public struct DiffRequest: Hashable, Sendable {
  /// The path of the baseline: a picture, an animation, a folder of them, or a folder of frames.
  public var first: String
  /// The path of the actual file or folder. Its format may differ from that of the baseline.
  public var second: String
  /// The metric and masks for two pictures. Two GIFs or lossy WebPs use the metric for quantized
  /// pictures instead of `exact`, unless `strict` is set.
  public var pictures = ImageComparison()
  /// Whether GIFs and lossy WebPs are compared like other formats: pixel by pixel, with frames
  /// paired by equality. Otherwise encoding differences are ignored: frames are paired by
  /// similarity, and times may differ by 0.01 s, to which GIF rounds. Has no effect with frame
  /// manifests or if a side is lossless.
  public var strict = false
  /// Masks in addition to those of `pictures`.
  public var masks: [DiffMask] = []
  /// The allowed difference per picture or frame.
  public var tolerance = ComparisonTolerance()
  /// The allowed difference of frame times. If a side has no times (a still or a folder of frames),
  /// only the order of frames is compared.
  public var timing = TimingPolicy.exact
  /// Whether each of two folders is one animation. Otherwise their files are paired by relative
  /// paths.
  public var takesFoldersAsAnimations = false
  /// The pairs of files of two folders, or `nil` for all pictures in them.
  package var pairing: FolderPairing?
  /// The path of the baseline's frame manifest (`render --frame-manifest`). Both sides need one, or
  /// neither.
  public var firstManifest: String?
  /// The path of the actual animation's frame manifest.
  public var secondManifest: String?
  /// The baselines that may be written.
  public var update = BaselineUpdate.none
  /// Whether to remove baselines without an actual file. Requires that all baselines may be
  /// written.
  public var prunesBaselines = false
  /// The folder for pictures of the differences: `NAME.expected.png`, `NAME.actual.png` and
  /// `NAME.diff.png`. `nil` writes none.
  public var pictureFolder: String?
  /// Whether results include pictures for a page.
  public var keepsPictures = false
  /// The maximum number of frames per animation on a page. Changed frames are preferred, and the
  /// frame with the most different pixels is always among them. Must be at least 1. A third of it
  /// if more than ten items are compared.
  public var framesOnPage = 48
  /// The maximum number of items compared concurrently. Must be at least 1. `nil` uses the
  /// processor count.
  public var jobs: Int?
  /// The limits of input files.
  public var limits = RenderLimits()

  /// Creates a request for an exact comparison that writes nothing.
  public init(first: String, second: String) {
    self.first = first
    self.second = second
  }

  /// Returns the maximum number of frames per animation on a page if `items` items are compared.
  func framesOnPage(comparing items: Int) -> Int {
    items > 10 ? (framesOnPage + 2) / 3 : framesOnPage
  }

  /// Returns the request with the metric for lossy animations without manifests.
  func quantized() -> DiffRequest {
    guard pictures.metric == .exact else { return self }
    var request = self
    request.pictures.metric = .quantized
    return request
  }

  /// Whether every different pixel counts, so that frames with different hashes differ.
  var comparesEverything: Bool {
    let countsPixels = pictures.metric == .exact || pictures.metric == .quantized
    return countsPixels && pictures.masks.isEmpty && tolerance == ComparisonTolerance()
  }

  /// The layers that are masked at all times.
  var maskedLayers: Set<String> {
    Set(masks.filter { $0.from == nil && $0.until == nil }.compactMap(\.layer))
  }

  package var needsPictures: Bool { keepsPictures || pictureFolder != nil }
}

/// The baselines that a comparison may write.
public enum BaselineUpdate: String, CaseIterable, Hashable, Sendable {
  /// Writes no baselines. The default.
  case none
  /// Writes baselines that do not exist.
  case missing
  /// Writes baselines that do not exist or differ.
  case changed
  /// Writes all baselines, including those whose pixels are the same.
  case all

  /// Returns the permitted update. In CI that is `none` unless `inCI` is set, so that a CI job
  /// cannot turn a difference into its own baseline by mistake. CI is detected by the variable
  /// `CI`, unless it is empty, `0` or `false`.
  public func permitted(environment: [String: String], inCI: Bool = false) -> BaselineUpdate {
    let isCI = !["", "0", "false"].contains(environment["CI"] ?? "")
    return isCI && !inCI ? .none : self
  }

  package func writes(_ status: ComparedItem.Status) -> Bool {
    switch status {
    case .added: self != .none
    case .different: self == .changed || self == .all
    case .same: self == .all
    case .missing, .unreadable: false
    }
  }
}
