@testable import Batch
import FileAccess
import Foundation
import TestSupport
import Testing

/// Manifests in a temporary folder with their inputs.
struct BatchManifestFile {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write("still.json", #"{"version": 1, "keyframes": [{"time": 0, "offset": 30}]}"#)
    try write(
      "tiny.json",
      #"{"version": 1, "keyframes": [{"time": 0, "offset": 0}, {"time": 0.2, "offset": 90}]}"#)
    try folder.write("dots.png", dotted())
  }

  func write(_ name: String, _ text: String) throws {
    try folder.write(name, Array(text.utf8))
  }

  /// Loads a manifest with these lines.
  func load(_ lines: [String], outputFolder: String? = nil) throws -> Manifest {
    try write("manifest.jsonl", lines.joined(separator: "\n"))
    return try Manifest.load(folder.path + "/manifest.jsonl", outputFolder: outputFolder)
  }

  /// Returns the manifest's problems without the file's name.
  func problems(_ lines: [String], outputFolder: String? = nil) throws -> [String] {
    do {
      _ = try load(lines, outputFolder: outputFolder)
      return []
    } catch let error as ManifestError {
      return error.problems.map { problem in
        problem.message.description.replacing(folder.path + "/", with: "")
          .replacing(/^manifest.jsonl:/, with: "")
      }
    }
  }

  /// Returns the path of a manifest in the fixtures.
  static func fixture(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fixtures/Manifests/\(name)").standardizedFileURL.path
  }
}
