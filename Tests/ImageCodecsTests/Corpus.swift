@testable import CodecInterface
import Foundation
@testable import ImageCodecs
import Testing

/// The picture files in Fixtures/Corpus, described in the README there.
struct Corpus {
  /// A file of the corpus.
  struct Item: CustomTestStringConvertible, Sendable {
    let url: URL

    var name: String { url.deletingPathExtension().lastPathComponent }
    var testDescription: String { url.pathComponents.suffix(3).joined(separator: "/") }
    var isPNG: Bool { url.pathExtension == "png" }
    var isGIF: Bool { url.pathExtension == "gif" }

    func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }

    /// Returns the bytes of the file next to this one with the same name plus `suffix`.
    func companion(_ suffix: String) throws -> [UInt8] {
      let base = url.deletingPathExtension()
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: base.path + suffix)))
    }

    func hasCompanion(_ suffix: String) -> Bool {
      FileManager.default.fileExists(atPath: url.deletingPathExtension().path + suffix)
    }
  }

  static let good = ["png", "jpeg", "gif"].flatMap { items("\($0)/good") }
  static let bad = ["png", "jpeg", "gif"].flatMap { items("\($0)/bad") }

  static func item(_ path: String) -> Item { Item(url: root.appendingPathComponent(path)) }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/Corpus")

  private static func items(_ folder: String) -> [Item] {
    let url = root.appendingPathComponent(folder)
    let files =
      (try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)) ?? []
    return files.filter { ["png", "jpg", "gif"].contains($0.pathExtension) }
      .sorted { $0.path < $1.path }.map { Item(url: $0) }
  }
}
