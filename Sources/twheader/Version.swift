import TwitterHeaderKit

/// The program's version.
enum Version {
  static let text = Engine.version
}
