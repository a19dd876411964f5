import Foundation
import ImageCodecs
import Raster
import Testing

/// A picture in Fixtures/Goldens that a new picture must equal exactly.
struct Golden {
  /// The file name without extension in Fixtures/Goldens.
  let name: String

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/Goldens")

  /// Goldens are recorded only on request, and never in continuous integration.
  static func isRecording(_ environment: [String: String]) -> Bool {
    environment["TWHEADER_RECORD_GOLDENS"] == "1" && environment["CI"] == nil
  }

  /// Compares a picture, or records it on request. A failure writes a picture to the temporary
  /// directory: expected | difference | actual.
  func expect(_ actual: Pixmap, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let url = Self.folder.appending(path: name + ".png")
    if Self.isRecording(ProcessInfo.processInfo.environment) {
      let bytes = try PNGEncoder.encode(actual, options: PNGOptions(level: 9))
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url)
      return
    }
    guard let data = try? Data(contentsOf: url) else {
      Issue.record(
        "\(name): no golden; run scripts/verify/record-goldens, look at the picture and keep it",
        sourceLocation: sourceLocation)
      return
    }
    let expected = try ImageDecoder.decode(bytes: Array(data)).pixmap
    guard let comparison = GoldenComparison(expected: expected, actual: actual) else { return }
    let left = FileManager.default.temporaryDirectory.appending(
      path: "twheader-golden-\(name.replacingOccurrences(of: "/", with: "-")).png")
    try Data(PNGEncoder.encode(comparison.picture())).write(to: left)
    Issue.record(
      "\(name): \(comparison.summary); expected | difference | actual: \(left.path)",
      sourceLocation: sourceLocation)
  }
}
