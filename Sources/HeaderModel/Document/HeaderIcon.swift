/// The built-in icons, by the names that documents use.
public enum HeaderIcon: String, CaseIterable, Hashable, Sendable {
  case magnifier, heart, wifi, cellular, battery, bolt, record
  case back, forward, chevronDown, close, plus, checkmark, gear, share, bell, bookmark, star
  case person, home, menu, more, play, pause, camera, envelope, calendar, location, link, verified
  case reply, retweet, chart, shuffle, skipBack, skipForward

  /// In the order in which they are told to users.
  package static let names = allCases.map(\.rawValue)
}
