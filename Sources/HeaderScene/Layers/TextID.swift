/// A line of text that a scene has shaped: its place in the scene's list.
public struct TextID: Hashable, Sendable {
  package let index: Int
}
