import Comparison
import Files
import Foundation
import Rendering

/// Notices that files have changed, by their times and sizes.
public struct InputWatch: Sendable {
  private struct Stamp: Hashable {
    let modified: Date?
    let bytes: Int?
  }

  private let stamps: [String: Stamp]

  /// Looks at the manifest and all inputs of its items.
  public init(_ manifest: Manifest) {
    self.init(paths: [manifest.path] + manifest.items.flatMap(\.inputs.paths))
  }

  /// Looks at these files, which need not exist.
  public init(paths: [String]) {
    stamps = InputWatch.look(Set(paths))
  }

  /// Whether one of the files is no longer as it was.
  public var hasChanged: Bool { InputWatch.look(Set(stamps.keys)) != stamps }

  private static func look(_ paths: Set<String>) -> [String: Stamp] {
    var stamps: [String: Stamp] = [:]
    for path in paths {
      let facts = try? FileManager.default.attributesOfItem(atPath: path)
      stamps[path] = Stamp(
        modified: facts?[.modificationDate] as? Date, bytes: facts?[.size] as? Int)
    }
    return stamps
  }
}
