import Foundation

/// The project's examples, from which valid inputs are made.
enum Fixtures {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures")

  static func url(_ path: String) -> URL { root.appendingPathComponent(path) }

  /// Returns the files of a folder with an extension, sorted by name. `kind` is a required prefix.
  static func files(_ folder: String, _ type: String, _ kind: String = "") throws -> [[UInt8]] {
    let urls = try FileManager.default.contentsOfDirectory(
      at: url(folder), includingPropertiesForKeys: nil)
    return try urls.filter { $0.pathExtension == type }
      .filter { kind.isEmpty || $0.deletingPathExtension().pathExtension == kind }.sorted {
        $0.path < $1.path
      }
      .map { [UInt8](try Data(contentsOf: $0)) }
  }
}

/// A folder for a run that is removed afterwards. After a crash it remains in the temporary
/// directory.
final class ScratchFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("twheader-fuzz-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: url.appendingPathComponent(name))
    return path(name)
  }

  /// Copies a file or folder of the fixtures under its own name.
  func copy(_ fixture: String) throws {
    let source = Fixtures.url(fixture)
    try FileManager.default.copyItem(
      at: source, to: url.appendingPathComponent(source.lastPathComponent))
  }
}
