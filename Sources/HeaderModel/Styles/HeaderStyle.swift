/// The four scroll systems.
public enum HeaderStyle: String, CaseIterable, Hashable, Sendable {
  /// Constraint priorities over a table ("Mimic Twitter Profile UI").
  case mimic
  /// Layer transforms over a scroll view (the Think & Build article).
  case thinkandbuild
  /// The same transforms in a storyboard layout ("SwiftStretchHeaderEffect").
  case stretch
  /// A header whose height constraint follows the offset ("Mockup of iOS Contacts app animation").
  case contacts
}

extension HeaderStyle {
  /// The style's variants, its default first.
  public var variants: [HeaderVariant] {
    switch self {
    case .mimic: [.final, .first, .doc]
    case .thinkandbuild: [.article]
    case .stretch: [.table, .scroll]
    case .contacts: [.storyboard, .recording]
    }
  }

  /// The first of `variants`.
  public var defaultVariant: HeaderVariant {
    switch self {
    case .mimic: .final
    case .thinkandbuild: .article
    case .stretch: .table
    case .contacts: .storyboard
    }
  }

  /// The screen of the style's project; contacts was drawn on one and recorded on another.
  public func defaultDevice(for variant: HeaderVariant) -> Device {
    switch self {
    case .mimic: .iPhoneSE
    case .thinkandbuild, .stretch: .iPhone8
    case .contacts: variant == .recording ? .iPhone12ProMax : .iPhone11
    }
  }

  /// Size of the banner picture that came with the style's project; contacts has no banner.
  package var projectBannerSize: PictureSize {
    switch self {
    case .mimic: PictureSize(width: 1266, height: 527)
    case .thinkandbuild, .stretch, .contacts: PictureSize(width: 800, height: 450)
    }
  }
}

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
