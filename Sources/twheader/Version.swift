import Rendering

/// The program's version.
enum Version {
  static let text = Engine.version
}
