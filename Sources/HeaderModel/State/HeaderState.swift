/// Everything a painter needs to know of the header after one scroll event: exact values in points,
/// before any rounding to device pixels. What a style does not have is nil.
public struct HeaderState: Hashable, Sendable {
  /// Points from rest, as fed.
  public var offset: Double
  /// The scroll view's own content offset, in points.
  public var contentOffset: Double
  public var style: HeaderStyle
  public var variant: HeaderVariant
  public var phase: HeaderPhase
  public var header: Banner
  public var blur: Blur
  public var avatar: Avatar
  public var title: Title?
  public var subtitle: Label?
  public var name: Label?
  public var handle: Label?
  public var follow: PointRect?
  public var sectionHeader: SectionHeader?
  public var rows: Rows?
  /// mimic: the white part under the banner, with name and follow button.
  public var subheader: PointRect?
  /// stretch, variant `table`: the white head of the table that carries the avatar.
  public var tableHeader: PointRect?
  /// stretch, variant `scroll`: the coloured block at the end of the content.
  public var spacer: PointRect?
  /// thinkandbuild: the heart icon.
  public var heart: PointRect?
  /// contacts: the plain ground from the top of the screen to the header's bottom.
  public var background: PointRect?
  /// Bottom to top.
  public var paintOrder: [PaintedPart]

  /// The picture behind everything, clipped to `rect`.
  public struct Banner: Hashable, Sendable {
    public var rect: PointRect
    /// The lower edge of `rect`.
    public var bottom: Double
    /// The part of the banner picture that the whole of `rect` shows, in pixels of the picture; nil
    /// for a style without a banner picture (contacts).
    public var sourceCrop: PointRect?
  }

  /// How the banner is blurred.
  public enum Blur: Hashable, Sendable {
    /// The sharp picture.
    case none
    /// The blurred picture over the sharp one, at opacity `alpha` in 0...1.
    case crossfade(alpha: Double)
    /// The picture of step 1...10 of the blur ladder instead of the sharp one; radius in points.
    case ladder(step: Int, radius: Double)
    /// A system blur of fixed look over the sharp picture (mimic, variants `first` and `doc`).
    case systemLight
  }

  public struct Avatar: Hashable, Sendable {
    public var rect: PointRect
    public var cornerRadius: Double
    public var borderWidth: Double
    /// Whether the avatar is painted after the banner.
    public var aboveHeader: Bool
    /// How the picture fills `rect`.
    public var fit: PictureFit
  }

  public struct Title: Hashable, Sendable {
    /// On screen; for a header that is pulled down: scaled along with it.
    public var rect: PointRect
    /// What lies outside is not seen.
    public var clip: PointRect
    /// Title adjustment (mimic) or label translation (thinkandbuild), in points.
    public var shift: Double
    /// Whether any of `rect` lies inside `clip`.
    public var visible: Bool
    /// Size of the text at scale 1, in points.
    public var pointSize: Double
    /// What the text is enlarged by: 1, or more while thinkandbuild's header is pulled down.
    public var scale: Double
  }

  /// A line of text at a place; its width is the measured one.
  public struct Label: Hashable, Sendable {
    public var rect: PointRect
    public var visible: Bool
    /// Points.
    public var pointSize: Double
  }

  public struct SectionHeader: Hashable, Sendable {
    public var rect: PointRect
    /// Whether it is held at the bar instead of moving with the rows.
    public var stuck: Bool
  }

  public struct Rows: Hashable, Sendable {
    /// Top of row 0 on screen, in points.
    public var firstTop: Double
    /// Distance from row to row, in points.
    public var pitch: Double
    public var count: Int
  }
}
