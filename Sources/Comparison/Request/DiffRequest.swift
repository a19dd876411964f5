import Files
public import Rendering
public import VisualDiff

/// What to compare, and how.
public struct DiffRequest: Hashable, Sendable {
  /// The baseline: a picture, an animation, a folder of them, or a folder of frames.
  public var first: String
  /// What is to be judged: the same, or of another form.
  public var second: String
  /// How two pictures are compared.
  public var pictures = ImageComparison()
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
  public var pairing: FolderPairing?
  /// Manifests of the two animations (`render --frame-manifest`); both or none.
  public var firstManifest: String?
  /// The second animation's manifest.
  public var secondManifest: String?
  /// Which baselines may be written.
  public var update = BaselineUpdate.none
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
}
