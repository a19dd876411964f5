/// Where in its life the header is.
public enum HeaderPhase: String, CaseIterable, Hashable, Sendable {
  case pulledDown, expanded, collapsing, minified, titleArriving, complete
}
