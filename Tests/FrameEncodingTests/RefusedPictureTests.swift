import FileAccess
import Foundation
import FrameEncoding
import GIF
import TestSupport
import Testing

/// Damaged pictures as frames of an animation.
@Suite struct RefusedPictureTests {
  private static let corpus = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/Corpus")

  /// Every picture that the decoders refuse ends with one line about the file, and no output
  /// remains.
  @Test(arguments: ["png", "jpeg", "gif"])
  func rejectsInvalidPictures(kind: String) throws {
    let folder = Self.corpus.appending(path: "\(kind)/bad").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let place = try TemporaryFolder()
    var count = 0
    for name in names where !name.hasSuffix(".error") && !name.hasSuffix(".md") {
      var request = EncodeRequest()
      request.inputs = ["\(folder)/\(name)"]
      request.encoding.gif.effort = 1
      let target = try OutputTarget(place.path + "/out.gif")
      let error = #expect(throws: HeaderKitError.self, "\(name)") {
        _ = try FrameSequenceEncoder(request).encode(to: [target])
      }
      #expect(error?.code == .badData, "\(name)")
      let text = error?.description ?? ""
      #expect(text.hasPrefix("\(folder)/\(name): "), "\(text)")
      #expect(!text.contains("\n"), "\(text)")
      count += 1
    }
    #expect(count > 10)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
  }
}
