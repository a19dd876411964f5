@testable import CodecInterface
@testable import GIF
@testable import ImageCodecs
import PortableMath
import Raster
import Testing

struct GIFReaderTests {
  private func reader(_ name: String) throws -> GIFReader {
    try GIFReader(bytes: Corpus.item("gif/good/\(name).gif").bytes())
  }

  @Test func describesFramesOfTheFile() throws {
    let reader = try reader("disposal")
    #expect(reader.globalPaletteCount == 4)
    var found: [GIFFrameDescription] = []
    while let description = try reader.nextDescription() { found.append(description) }
    #expect(
      found.map(\.control.duration)
        == [4, 0, 65_535, 7, 10, 10, 10].map { RationalTime(centiseconds: $0) })
    #expect(
      found.map(\.control.disposal) == [
        .keep, .clear, .restorePrevious, .restorePrevious, .keep, .clear, .keep,
      ])
    #expect(found.map(\.storedDisposal) == [1, 2, 3, 3, 0, 2, 1])
    #expect(found.map(\.transparentIndex) == [nil, 1, nil, nil, 0, nil, nil])
    #expect(found[1].control.rect == PixelRect(x: 1, y: 1, width: 4, height: 3))
    #expect(found.allSatisfy { $0.minimumCodeSize == 2 && $0.localPaletteCount == 0 })
  }

  @Test func readingAndSkippingGiveTheSameDescription() throws {
    for item in Corpus.good where item.isGIF {
      let first = try GIFReader(bytes: item.bytes())
      let second = try GIFReader(bytes: item.bytes())
      while try first.next() != nil {
        let description = try second.nextDescription()
        #expect(description == first.description)
      }
      let end = try second.nextDescription()
      #expect(end == nil)
    }
  }

  @Test func framesAndOverheadAddUpToTheFile() throws {
    let item = Corpus.item("gif/good/local-palettes.gif")
    let reader = try GIFReader(bytes: item.bytes())
    var sum = 0
    while let description = try reader.nextDescription() { sum += description.control.byteCount }
    // Header 6, screen 7, palette of 4 colors 12, trailer 1.
    #expect(sum == (try item.bytes().count) - 6 - 7 - 12 - 1)
  }

  @Test(
    arguments: [
      ("disposal", 0), ("disposal-reserved", 4), ("first-frame-partial", 65_536),
      ("local-palettes", nil),
    ] as [(String, Int?)])
  func loopCountsAreRead(name: String, count: Int?) throws {
    let reader = try reader(name)
    while try reader.next() != nil {}
    let found = reader.loopCount
    #expect(found == count)
  }

  @Test func commentsAreJoined() throws {
    let reader = try reader("comments")
    while try reader.nextDescription() != nil {}
    let comment = reader.comment
    #expect(comment == "made by hand" + String(repeating: " and by rule", count: 30))
  }

  @Test func readerEndsAfterTheLastFrame() throws {
    var reader = try AnimationReader(bytes: Corpus.item("gif/good/local-palettes.gif").bytes())
    for _ in 0..<3 {
      let frame = try reader.next()
      #expect(frame != nil)
    }
    for _ in 0..<3 {
      let frame = try reader.next()
      #expect(frame == nil)
    }
  }

  @Test func stillPictureIsOneFrameAnimation() throws {
    let bytes = try Corpus.item("jpeg/good/baseline-420.jpg").bytes()
    let animation = try AnimationDecoder.decode(bytes: bytes)
    #expect(
      animation.frames == [
        AnimationFrame(pixmap: try ImageDecoder.decode(bytes: bytes).pixmap, duration: .zero)
      ])
    #expect(animation.loopCount == nil)
  }
}
