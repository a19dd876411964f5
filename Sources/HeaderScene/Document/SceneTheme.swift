/// The system's two appearances.
public enum SceneTheme: String, CaseIterable, Hashable, Sendable {
  case light, dark
}
