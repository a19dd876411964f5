/// A font that texts may be set in.
public struct InstalledFont: Hashable, Sendable {
  /// The file.
  public let path: String
  /// Its names, English and others.
  public let families: [String]
  /// The font's own revision, in 1/65536.
  public let version: Int
}
