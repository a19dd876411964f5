import Files

/// This renderer.
public enum Engine {
  /// Its version: the same version makes the same bytes of the same inputs.
  public static let version = "0.1.3"
}
