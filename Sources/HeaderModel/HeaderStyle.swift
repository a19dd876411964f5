/// The four scroll systems.
public enum HeaderStyle: String, CaseIterable, Hashable, Sendable {
  case mimic, thinkandbuild, stretch, contacts
}
