/// The revisions and arrangements of a style; each style's first listed one is its default.
public enum HeaderVariant: String, CaseIterable, Hashable, Sendable {
  /// mimic: ladder blur, guarded finish | its first commit: system blur, unguarded finish | as the
  /// prose has it: no finish rule.
  case final, first, doc
  /// stretch: the table view | the plain scroll view.
  case table, scroll
  /// contacts: the storyboard's device | the recording's.
  case storyboard, recording
  /// thinkandbuild: the article.
  case article
}
