import Foundation

/// Folders that outputs lie in.
package enum ParentFolder {
  /// Makes the folder that `path` lies in.
  package static func create(for path: String) throws(HeaderKitError) {
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
