/// How a run of text looks, apart from its colour and place.
public struct TextStyle: Hashable, Sendable {
  /// The first choice; characters it lacks, or all if it is not installed, come from other fonts.
  public var family: String
  /// Points to the em, above 0 and at most `largestPointSize`.
  public var pointSize: Double
  /// A family without such a face is thickened or stays as it is.
  public var weight: FontWeight
  /// Extra space between characters, points; negative tightens.
  public var tracking: Double
  /// A BCP 47 tag ("ja") for letters whose shape depends on the language; nil: no preference.
  public var language: String?

  /// The family nearest to the system font of the original recordings (`TextStyle+SystemLook`);
  /// Debian package `fonts-inter`. "Inter" itself is next where only that is installed.
  public static let defaultFamily = "Inter Display"
  /// Points; above this a style is refused.
  public static let largestPointSize = 2000.0

  /// A style; sizes are checked where it is used.
  public init(
    family: String = TextStyle.defaultFamily, pointSize: Double, weight: FontWeight = .regular,
    tracking: Double = 0, language: String? = nil
  ) {
    self.family = family
    self.pointSize = pointSize
    self.weight = weight
    self.tracking = tracking
    self.language = language
  }
}
