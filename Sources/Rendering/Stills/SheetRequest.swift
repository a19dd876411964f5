import Files
public import HeaderModel
public import HeaderScene

/// A contact sheet: one row for each combination of styles, themes and devices, one column for each
/// offset.
public struct SheetRequest: Sendable {
  /// What all rows share.
  public var header = SceneRequest()
  /// Empty: the shared one.
  public var styles: [HeaderStyle] = HeaderStyle.allCases
  /// Empty: each style's own.
  public var themes: [SceneTheme] = []
  /// Names of known devices; empty: each style's own.
  public var devices: [String] = []
  /// Points from rest, fed to each row's header from left to right.
  public var offsets: [Double] = [-60, 0, 20, 40, 60, 80, 110, 140]
  /// Device pixels.
  public var cellWidth = 240
  /// The part of each screen that is shown, from its top, in points.
  public var visibleHeight = 320.0

  /// All four styles in their own look.
  public init() {}
}
