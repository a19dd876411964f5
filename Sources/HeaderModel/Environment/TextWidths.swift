/// What the texts measure in the fonts at hand, in points; the model itself knows no fonts.
///
/// thinkandbuild's texts stand in frames of fixed width and need none of these.
public struct TextWidths: Hashable, Sendable {
  /// mimic: the title at its point size.
  public var title: Double
  /// mimic: the subtitle at its point size.
  public var subtitle: Double
  /// mimic: the name at its point size.
  public var name: Double
  /// contacts: width of the name per point of size, as its size follows the offset.
  public var namePerPoint: Double

  /// Widths in points; what a style has no use for may be left at 0.
  public init(
    title: Double = 0, subtitle: Double = 0, name: Double = 0, namePerPoint: Double = 0
  ) {
    self.title = title
    self.subtitle = subtitle
    self.name = name
    self.namePerPoint = namePerPoint
  }
}
