import CodecInterface
import Comparison
import GIF
import ImageCodecs
import PortableMath
import Raster
import TestSupport
import Testing
import VisualDiff

/// Two GIFs of the same twenty frames with one change, encoded at different qualities. The change
/// is reported; palette and dither noise is not.
@Suite struct GIFDiffTests {
  private typealias Frame = (pixmap: Pixmap, centiseconds: Int)

  private let folder: TemporaryFolder
  private var clip: [Frame]

  init() throws {
    folder = try TemporaryFolder()
    clip = try (0..<20).map { (try GIFDiffTests.frame($0), 8) }
  }

  /// Returns a grainy picture that scrolls by 3 pixels per frame, above a flat area.
  private static func frame(_ index: Int) throws -> Pixmap {
    let size = try #require(PixelSize(width: 64, height: 48))
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let column = x + 3 * index
        let grain = (column * 7919 + y * 104_729) % 97 % 31
        let wave = 60 + abs(column % 48 - 24) * 5
        let color =
          y < 32 ? [wave + grain, 170 - wave / 2 + grain, 80 + y + grain] : [250, 250, 250]
        bytes += color.map { UInt8(clamping: $0) } + [255]
      }
    }
    return Pixmap(size: size, bytes: bytes) ?? Pixmap(size: size)
  }

  /// Encodes a GIF.
  private func gif(_ frames: [Frame], quality: Int) throws -> [UInt8] {
    var encoder = try GIFEncoder(
      size: frames[0].pixmap.size, options: GIFOptions(quality: quality, effort: 1))
    var bytes: [UInt8] = []
    for frame in frames {
      bytes += try encoder.append(frame.pixmap, duration: hundredths(frame.centiseconds))
    }
    return try bytes + encoder.finish()
  }

  /// Compares the clip at quality 90 with `changed` at 70.
  private func compare(
    _ changed: [Frame], _ change: (inout DiffRequest) -> Void = { _ in }
  ) async throws -> ComparedItem {
    try folder.write("old.gif", try gif(clip, quality: 90))
    try folder.write("new.gif", try gif(changed, quality: 70))
    var request = DiffRequest(
      first: folder.path + "/old.gif", second: folder.path + "/new.gif")
    change(&request)
    return try #require(try await DiffRunner(request).run().items.first)
  }

  @Test func qualityDoesNotAffectEquality() async throws {
    let item = try await compare(clip)
    #expect(item.status == .same)
    #expect(item.details.isEmpty)
    #expect(item.metric == "quantized")
  }

  /// Noise of lossy compression is not a difference either; a changed frame is.
  @Test func comparesLossyWebPsLikeGIFs() async throws {
    func webP(_ frames: [Frame], quality: Int) throws -> [UInt8] {
      var encoder = try WebPEncoder(
        size: frames[0].pixmap.size, options: WebPOptions(quality: quality))
      var bytes: [UInt8] = []
      for frame in frames {
        bytes += try encoder.append(frame.pixmap, duration: hundredths(frame.centiseconds))
      }
      return try bytes + encoder.finish()
    }
    var changed = clip
    changed.remove(at: 7)
    try folder.write("old.webp", try webP(clip, quality: 80))
    try folder.write("same.webp", try webP(clip, quality: 65))
    try folder.write("new.webp", try webP(changed, quality: 65))
    func compare(_ second: String, strict: Bool = false) async throws -> ComparedItem {
      var request = DiffRequest(
        first: folder.path + "/old.webp", second: folder.path + "/" + second)
      request.strict = strict
      return try #require(try await DiffRunner(request).run().items.first)
    }
    let same = try await compare("same.webp")
    #expect(same.status == .same && same.metric == "quantized", "\(same.details)")
    #expect(try await compare("same.webp", strict: true).status == .different)
    #expect(try await compare("new.webp").details.contains("frame 7 dropped, shown at 0.56 s"))
  }

  @Test func strictComparisonIsExact() async throws {
    let item = try await compare(clip) { $0.strict = true }
    #expect(item.status == .different)
    #expect(item.metric == "exact")
    #expect(item.frames.allSatisfy { $0.state == .changed })
  }

  @Test func reportsRemovedFrames() async throws {
    var changed = clip
    changed.remove(at: 7)
    #expect(
      try await compare(changed).details == [
        "lasts 1.52 s instead of 1.6 s", "frame 7 dropped, shown at 0.56 s",
        "frames 8-19: shifted: 0.08 s earlier",
      ])
  }

  @Test func reportsInsertedFrames() async throws {
    var changed = clip
    changed.insert((try GIFDiffTests.frame(40), 8), at: 7)
    #expect(
      try await compare(changed).details == [
        "lasts 1.68 s instead of 1.6 s", "second's frame 7 inserted at 0.56 s",
        "frames 7-19: shifted: 0.08 s later",
      ])
  }

  @Test func findsOneChangedPixel() async throws {
    var changed = clip
    changed[5].pixmap = clip[5].pixmap.painted(
      PixelRect(x: 40, y: 40, width: 1, height: 1), Color(rgb: 0x9A9A9A))
    let item = try await compare(changed)
    #expect(item.frames.indices.filter { item.frames[$0].state == .changed } == [5])
    #expect(item.bounds == PixelRect(x: 40, y: 40, width: 1, height: 1))
    #expect(item.details == ["frame 5: pixels changed: 1 (0.033 %), within 1 x 1 at 40,40"])
  }

  @Test func reportsLongerHoldsAsTiming() async throws {
    var changed = clip
    changed[5].centiseconds = 48
    #expect(
      try await compare(changed).details == [
        "lasts 2 s instead of 1.6 s", "frame 5: re-timed: 0.48 s instead of 0.08 s",
        "frames 6-19: shifted: 0.4 s later",
      ])
  }

  @Test func gifWithoutLoopCountPlaysOnce() async throws {
    let frames = try (0..<3).map { (try dotted(dotX: $0), 4) }
    var encoder = try GIFEncoder(
      size: frames[0].0.size, options: GIFOptions(quality: 100, loop: .plays(1)))
    var bytes: [UInt8] = []
    for frame in frames { bytes += try encoder.append(frame.0, duration: hundredths(4)) }
    bytes += try encoder.finish()
    #expect(!bytes.contains(Array("NETSCAPE".utf8)))
    try folder.write("old.gif", bytes)
    try folder.write("new.apng", frames, plays: 1)
    let request = DiffRequest(
      first: folder.path + "/old.gif", second: folder.path + "/new.apng")
    let details = try await DiffRunner(request).run().items[0].details
    #expect(!details.contains { $0.hasPrefix("plays") })
  }

  @Test func usesTheRequestedMetric() async throws {
    let item = try await compare(clip) { $0.pictures.metric = .ciede2000(largestAllowed: 1) }
    #expect(item.metric == "ciede2000")
    #expect(item.status == .different)
  }

  @Test func comparesGIFWithAPNGExactly() async throws {
    try folder.write("old.apng", clip.map { ($0.pixmap, $0.centiseconds) })
    let item = try await compare(clip) { $0.first = folder.path + "/old.apng" }
    #expect(item.metric == "exact")
    #expect(item.status == .different)
  }

  @Test func theReportNamesTheMetricOfItsItems() async throws {
    try folder.write("a/x.gif", try gif(clip, quality: 90))
    try folder.write("b/x.gif", try gif(clip, quality: 70))
    let request = DiffRequest(first: folder.path + "/a", second: folder.path + "/b")
    #expect(try await DiffRunner(request).run().metric == "quantized")
    try folder.write("a/y.png", dotted())
    try folder.write("b/y.png", dotted(dotX: 5))
    #expect(try await DiffRunner(request).run().metric == "exact")
  }

  @Test func pageShowsDifferencesOfTheMetric() async throws {
    var changed = clip
    changed[5].pixmap = clip[5].pixmap.painted(
      PixelRect(x: 40, y: 40, width: 8, height: 8), .black)
    try folder.write("old.gif", try gif(clip, quality: 90))
    try folder.write("new.gif", try gif(changed, quality: 70))
    var request = DiffRequest(
      first: folder.path + "/old.gif", second: folder.path + "/new.gif")
    request.keepsPictures = true
    request.framesOnPage = 1
    var pictures: ItemPictures?
    _ = try await DiffRunner(request).run { pictures = $1 }
    let moment = try #require(pictures?.moments.first)
    #expect(moment.label == "frame 5, 0.4 s")
    let heat = try #require(moment.difference)
    let map = try ImageDecoder.decode(bytes: heat).pixmap
    // Transparent means equal: the grainy part has only dither.
    for pixel in 0..<30 * 64 { #expect(map.bytes[pixel * 4 + 3] == 0) }
    #expect(map.bytes.contains { $0 != 0 })
  }
}

private func hundredths(_ count: Int) -> RationalTime { RationalTime(centiseconds: count) ?? .zero }

extension Pixmap {
  /// Returns a copy with a rectangle in one color.
  fileprivate func painted(_ rect: PixelRect, _ color: Color) -> Pixmap {
    var bytes = bytes
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX {
        let pixel = (y * width + x) * 4
        bytes.replaceSubrange(pixel..<pixel + 4, with: [color.red, color.green, color.blue, 255])
      }
    }
    return Pixmap(size: size, bytes: bytes) ?? self
  }
}
