public import FileAccess
public import VisualDiff

/// What to compare, and how.
public struct DiffRequest: Hashable, Sendable {
  /// The baseline: a picture, an animation, a folder of them, or a folder of frames.
  public var first: String
  /// What is to be judged: the same, or in another format.
  public var second: String
  /// How two pictures are compared. Two GIFs or lossy WebPs are compared by the metric for quantised pictures in
  /// place of `exact`; see `strict`.
  public var pictures = ImageComparison()
  /// Whether GIFs and lossy WebPs are compared like everything else: pixel by pixel, frames paired by
  /// equal pixels. Otherwise what their encoders make of the same frames is no difference: frames
  /// are paired by likeness and times may differ by the hundredth of a second that GIF
  /// rounds to. Where there are frame manifests, or a side is lossless, it makes no difference.
  public var strict = false
  /// What is left out, besides the masks of `pictures`.
  public var masks: [DiffMask] = []
  /// How much a picture or a frame may differ.
  public var tolerance = ComparisonTolerance()
  /// How closely animations keep time. Where a side has no times (a still picture, a folder of
  /// frames), only the order counts.
  public var timing = TimingPolicy.exact
  /// Whether two folders are each one animation rather than items paired by path.
  public var takesFoldersAsAnimations = false
  /// Which files of two folders are compared; nil for all pictures that they hold.
  package var pairing: FolderPairing?
  /// Manifests of the two animations (`render --frame-manifest`); both or none.
  public var firstManifest: String?
  /// The second animation's manifest.
  public var secondManifest: String?
  /// Which baselines may be written.
  public var update = BaselineUpdate.none
  /// Whether baselines without a counterpart are removed, where all baselines may be written.
  public var prunesBaselines = false
  /// Where the pictures of what differs go: `NAME.expected.png`, `NAME.actual.png`,
  /// `NAME.diff.png`; nil for nowhere.
  public var pictureFolder: String?
  /// Whether items carry pictures for a page.
  public var keepsPictures = false
  /// How many frames of an animation a page shows at most; changed ones come first. 1...
  public var framesOnPage = 48
  /// How many items are compared at a time; nil for as many as there are processors. 1...
  public var jobs: Int?
  /// What reading may cost.
  public var limits = RenderLimits()

  /// An exact comparison that writes nothing.
  public init(first: String, second: String) {
    self.first = first
    self.second = second
  }

  /// The request as it holds for two lossy animations without manifests.
  func quantized() -> DiffRequest {
    guard pictures.metric == .exact else { return self }
    var request = self
    request.pictures.metric = .quantized
    return request
  }

  /// Whether every difference of a pixel counts, so that frames of unequal hashes differ.
  var comparesEverything: Bool {
    let countsPixels = pictures.metric == .exact || pictures.metric == .quantized
    return countsPixels && pictures.masks.isEmpty && tolerance == ComparisonTolerance()
  }

  /// The layers that masks leave out all the time.
  var maskedLayers: Set<String> {
    Set(masks.filter { $0.from == nil && $0.until == nil }.compactMap(\.layer))
  }

  package var needsPictures: Bool { keepsPictures || pictureFolder != nil }
}

/// Which baselines a comparison may write.
public enum BaselineUpdate: String, CaseIterable, Hashable, Sendable {
  /// None: only compare. The default.
  case none
  /// Those that do not exist yet.
  case missing
  /// Those that do not exist yet and those that differ.
  case changed
  /// Every one, also those whose pixels are the same.
  case all

  /// What may be done: nothing where the environment says `CI` (set, and neither empty, `0` nor
  /// `false`) unless that is meant, so that a build server never turns a difference into its own
  /// baseline by mistake.
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
