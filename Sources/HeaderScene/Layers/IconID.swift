/// An icon's mask that a scene has drawn: its place in the scene's list.
public struct IconID: Hashable, Sendable {
  package let index: Int
}
