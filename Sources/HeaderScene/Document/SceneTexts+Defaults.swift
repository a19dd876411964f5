package import HeaderModel

extension SceneTexts {
  /// The words of a style's own recordings.
  package static func standard(_ style: HeaderStyle) -> SceneTexts {
    var texts = SceneTexts(
      title: "My Handle", subtitle: "2 666 Tweets", name: "My Display Name", handle: "@handle",
      follow: "Follow", cancel: "Cancel", segments: ["Tweets", "Photos", "Favorites"],
      row: "Item {n}", carrier: "Carrier", time: "10:31 PM", window: "iPhone 8 (13.4.1)")
    switch style {
    case .mimic:
      break
    case .thinkandbuild:
      texts.title = "Yari D'areglia"
      texts.name = "Yari D'areglia"
      texts.handle = "@bitwaker"
      texts.follow = "Follow me"
    case .stretch:
      texts.row = "Test Cell"
      texts.time = "9:41 AM"
    case .contacts:
      texts.name = "Robert Ryan"
      texts.row = "Field {n}"
      texts.time = "9:41"
    }
    return texts
  }
}
