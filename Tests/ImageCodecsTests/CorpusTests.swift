@testable import CodecInterface
@testable import ImageCodecs
import Raster
import TestSupport
import Testing

struct CorpusTests {
  @Test func corpusExists() {
    #expect(Corpus.good.count >= 120)
    #expect(Corpus.bad.count >= 85)
  }

  @Test(arguments: Corpus.good)
  func goodFilesDecodeToTheirReferencePixels(item: Corpus.Item) throws {
    let image = try ImageDecoder.decode(bytes: item.bytes())
    let reference =
      try item.hasCompanion(".still.rgba")
      ? item.companion(".still.rgba")
      : Array(item.companion(".rgba").prefix(image.pixmap.bytes.count))
    #expect(image.pixmap.bytes == reference)
  }

  @Test(arguments: Corpus.good)
  func everyFrameOfGoodFilesIsComposited(item: Corpus.Item) throws {
    let animation = try AnimationDecoder.decode(bytes: item.bytes())
    #expect(animation.frames.flatMap(\.pixmap.bytes) == (try item.companion(".rgba")))
  }

  @Test(arguments: Corpus.good)
  func goodFilesCanBeInspected(item: Corpus.Item) throws {
    let bytes = try item.bytes()
    let description = try ImageInspector.inspect(bytes: bytes)
    let animation = try AnimationDecoder.decode(bytes: bytes)
    #expect(description.size == animation.size)
    #expect(description.kind == animation.kind)
    #expect(description.frames.map(\.duration) == animation.frames.map(\.duration))
    #expect(description.loopCount == animation.loopCount)
    let isOpaque = animation.frames.allSatisfy(\.pixmap.hasOnlyOpaquePixels)
    #expect(isOpaque || description.hasAlpha)
  }

  @Test(arguments: Corpus.bad)
  func badFilesAreRejectedWithTheirError(item: Corpus.Item) throws {
    let expected = String(decoding: try item.companion(".error"), as: UTF8.self)
    let bytes = try item.bytes()
    let error = #expect(throws: CodecError.self) {
      if item.name.hasPrefix("animated") {
        _ = try AnimationDecoder.decode(bytes: bytes)
      } else {
        _ = try ImageDecoder.decode(bytes: bytes)
      }
    }
    let found = try #require(error)
    #expect("\(found.kind)\n\(found)\n" == expected)
  }

  @Test(arguments: Corpus.bad)
  func badFilesAreRejectedAsAnimationsToo(item: Corpus.Item) throws {
    let bytes = try item.bytes()
    #expect(throws: CodecError.self) { try AnimationDecoder.decode(bytes: bytes) }
  }

  /// A GIF truncated between two blocks still has the complete frames before the cut.
  @Test(arguments: Corpus.good)
  func everyTruncationIsRejectedOrCausesAWarning(item: Corpus.Item) throws {
    let bytes = try item.bytes()
    // The rest of the file, or its absence, does not matter after the trailer.
    if ["bytes-behind-end", "no-end", "garbage-behind-frame"].contains(item.name) { return }
    for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 97)) {
      let cut = Array(bytes.prefix(count))
      if item.isGIF, let image = try? ImageDecoder.decode(bytes: cut) {
        #expect(image.warnings.count == 1, "\(count) of \(bytes.count) bytes")
        continue
      }
      #expect(throws: CodecError.self, "\(count) of \(bytes.count) bytes") {
        try ImageDecoder.decode(bytes: cut)
      }
    }
  }
}
