import Foundation

/// Folders of outputs whose names come from items.
enum OutputFolder {
  /// Makes the folder that `path` lies in.
  static func create(for path: String) throws(HeaderKitError) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw HeaderKitError(
        .cannotCreate, subject: folder, reason: "cannot be created",
        hint: "check the permissions of the folders above it")
    }
  }
}
