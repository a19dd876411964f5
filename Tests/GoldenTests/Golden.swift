import Foundation
import ImageCodecs
import Raster
import Testing

/// A picture kept in Fixtures/Goldens, that a picture made now has to equal pixel by pixel.
struct Golden {
  /// File name without extension, below Fixtures/Goldens.
  let name: String

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/Goldens")

  /// On constraint only, and never where nobody looks at what is recorded.
  static func isRecording(_ environment: [String: String]) -> Bool {
    environment["TWHEADER_RECORD_GOLDENS"] == "1" && environment["CI"] == nil
  }

  /// Compares, or records where that was asked for; what differs is left as a picture in the
  /// temporary folder: expected | difference | actual.
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
