/// Every word of a scene.
public struct SceneTexts: Hashable, Sendable {
  /// The title that arrives in the bar.
  public var title: String
  /// mimic: the line under it.
  public var subtitle: String
  /// The profile's name.
  public var name: String
  /// thinkandbuild: the line under the name.
  public var handle: String
  /// The button's label.
  public var follow: String
  /// mimic: the bar's left item.
  public var cancel: String
  /// mimic: the section header's equal parts, 1...5.
  public var segments: [String]
  /// A row's text; `{n}` stands for its number from 1.
  public var row: String
  /// The status bar's left text.
  public var carrier: String
  /// The status bar's time.
  public var time: String
  /// stretch: the simulator window's title.
  public var window: String

  package static let keys:
    [(name: String, path: any WritableKeyPath<SceneTexts, String> & Sendable)] = [
      ("title", \.title), ("subtitle", \.subtitle), ("name", \.name), ("handle", \.handle),
      ("follow", \.follow), ("cancel", \.cancel), ("row", \.row), ("carrier", \.carrier),
      ("time", \.time), ("window", \.window),
    ]

  /// The text of row `index` (0-based).
  package func row(_ index: Int) -> String {
    row.split(separator: "{n}", omittingEmptySubsequences: false)
      .joined(separator: String(index + 1))
  }
}
