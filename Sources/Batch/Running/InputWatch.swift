import Foundation

/// Notices that files have changed, by their times and sizes.
///
/// A manifest that cannot be loaded is watched together with every input that it names and with those
/// of its last good state: whatever is saved next, the manifest is loaded again.
package struct InputWatch: Sendable {
  private struct Stamp: Hashable {
    let modified: Date?
    let bytes: Int?
    /// An editor that saves by renaming makes another file.
    let number: Int?

    init(_ path: String) {
      let facts = try? FileManager.default.attributesOfItem(atPath: path)
      modified = facts?[.modificationDate] as? Date
      bytes = facts?[.size] as? Int
      number = facts?[.systemFileNumber] as? Int
    }
  }

  private let stamps: [String: Stamp]

  /// Watches a manifest and the inputs of its items.
  package init(_ manifest: Manifest) {
    self.init(paths: [manifest.path] + manifest.items.flatMap(\.inputs.paths))
  }

  /// Watches these files, which need not exist.
  package init(paths: some Sequence<String>) {
    stamps = Dictionary(uniqueKeysWithValues: Set(paths).map { ($0, Stamp($0)) })
  }

  /// The same files and `paths`, as they are now.
  package func adding(_ paths: some Sequence<String>) -> InputWatch {
    InputWatch(paths: Array(stamps.keys) + paths)
  }

  package var hasChanged: Bool { stamps.contains { Stamp($0) != $1 } }
}
