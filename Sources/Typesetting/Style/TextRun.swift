/// One line of text in one style.
public struct TextRun: Hashable, Sendable {
  /// Line breaks, tabs and control characters count as spaces.
  public var text: String
  /// The look of the whole line.
  public var style: TextStyle
  /// Points; a longer text is cut between characters and ends in an ellipsis, or is empty where
  /// not even that fits. Nil: as long as it is.
  public var maximumWidth: Double?

  /// A line; texts of any length are taken (see `Typesetter.shape`).
  public init(_ text: String, style: TextStyle, maximumWidth: Double? = nil) {
    self.text = text
    self.style = style
    self.maximumWidth = maximumWidth
  }
}
