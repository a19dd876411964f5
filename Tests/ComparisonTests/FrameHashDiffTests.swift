import CodecInterface
import Comparison
import GIF
import ImageCodecs
import PortableMath
import Raster
import TestSupport
import Testing
import VisualDiff

/// Animations with recorded frame hashes: equal hashes mean equal frames, regardless of the
/// encoding.
@Suite struct FrameHashDiffTests {
  private typealias Frame = (pixmap: Pixmap, milliseconds: Int)

  private let folder: TemporaryFolder
  private let clip: [Frame]

  init() throws {
    folder = try TemporaryFolder()
    clip = try (0..<8).map { (try FrameHashDiffTests.frame($0), 80) }
  }

  /// Returns a scrolled ramp with more colors than a palette of four.
  private static func frame(_ index: Int) throws -> Pixmap {
    let size = try #require(PixelSize(width: 40, height: 24))
    var bytes = Pixmap(size: size, fill: .white).bytes
    for place in 0..<size.area {
      let (x, y) = (place % size.width, place / size.width)
      bytes[place * 4] = UInt8((x * 6 + index * 16) % 256)
      bytes[place * 4 + 1] = UInt8(y * 8)
    }
    return try #require(Pixmap(size: size, bytes: bytes))
  }

  private func spoiled(_ pixmap: Pixmap, at pixel: Int = 500, by step: UInt8 = 1) -> Pixmap {
    var pixmap = pixmap
    pixmap.bytes[pixel * 4 + 2] &-= step
    return pixmap
  }

  /// Returns a copy without blue in 12 x 8 pixels at 8,10.
  private func blotted(_ pixmap: Pixmap) -> Pixmap {
    var pixmap = pixmap
    for place in 10 * 40 + 8..<10 * 40 + 20 {
      for row in 0..<8 { pixmap.bytes[(place + row * 40) * 4 + 2] = 0 }
    }
    return pixmap
  }

  private func bytes(
    _ frames: [Frame], colors: Int, recorded: Bool = true
  ) throws -> [UInt8] {
    let encoder = try GIFEncoder(
      size: frames[0].pixmap.size, options: GIFOptions(effort: 1, colors: colors))
    return try encoded(frames, encoder, recorded: recorded)
  }

  private func encoded(
    _ frames: [Frame], _ encoder: any AnimationEncoder, recorded: Bool
  ) throws -> [UInt8] {
    var encoder = encoder
    var record = FrameHashes()
    var bytes: [UInt8] = []
    for frame in frames {
      let duration = try #require(RationalTime(frame.milliseconds, over: 1000))
      record.append(hash: PixelHash(frame.pixmap).value, duration: duration)
      bytes += try encoder.append(frame.pixmap, duration: duration)
    }
    return try bytes + encoder.finish(recording: recorded ? record : nil)
  }

  private func compare(
    _ first: String, _ second: String, _ change: (inout DiffRequest) -> Void = { _ in }
  ) async throws -> ComparedItem {
    var request = DiffRequest(
      first: folder.path + "/" + first, second: folder.path + "/" + second)
    change(&request)
    return try #require(try await DiffRunner(request).run().items.first)
  }

  /// Compares the clip in 256 colors with `changed` in 4.
  private func compare(
    _ changed: [Frame], _ change: (inout DiffRequest) -> Void = { _ in }
  ) async throws -> ComparedItem {
    try folder.write("old.gif", try bytes(clip, colors: 256))
    try folder.write("new.gif", try bytes(changed, colors: 4))
    return try await compare("old.gif", "new.gif", change)
  }

  @Test func equalHashesMeanEqualFrames() async throws {
    let item = try await compare(clip)
    #expect(item.status == .same)
    #expect(item.frames.count == 8)
    #expect(item.details.isEmpty)
  }

  @Test func comparesPixelsWithoutFrameHashes() async throws {
    try folder.write("old.gif", try bytes(clip, colors: 256, recorded: false))
    try folder.write("new.gif", try bytes(clip, colors: 4))
    #expect(try await compare("old.gif", "new.gif").status == .different)
  }

  @Test func strictComparisonIgnoresFrameHashes() async throws {
    #expect(try await compare(clip) { $0.strict = true }.status == .different)
  }

  @Test func findsChangesBelowTheNoise() async throws {
    var changed = clip
    changed[5].pixmap = spoiled(clip[5].pixmap)
    try folder.write("old.gif", try bytes(clip, colors: 256))
    try folder.write("new.gif", try bytes(changed, colors: 256))
    let item = try await compare("old.gif", "new.gif")
    #expect(item.status == .different)
    #expect(item.frames.indices.filter { item.frames[$0].state == .changed } == [5])
    #expect(
      item.details == ["frame 5: changed before encoding, by less than the files show"])
  }

  @Test func measuresAreaOfChanges() async throws {
    var changed = clip
    changed[2].pixmap = blotted(clip[2].pixmap)
    try folder.write("old.gif", try bytes(clip, colors: 256))
    try folder.write("new.gif", try bytes(changed, colors: 256))
    let item = try await compare("old.gif", "new.gif")
    #expect(item.frames.indices.filter { item.frames[$0].state == .changed } == [2])
    let bounds = try #require(item.bounds)
    // The means of neighborhoods extend two pixels further.
    #expect((6...8).contains(bounds.x) && (8...10).contains(bounds.y))
    #expect((20...22).contains(bounds.maxX) && (18...20).contains(bounds.maxY))
  }

  @Test func reportsDroppedAndInsertedFrames() async throws {
    var changed = clip
    changed.remove(at: 3)
    #expect(
      try await compare(changed).details == [
        "lasts 0.56 s instead of 0.64 s", "frame 3 dropped, shown at 0.24 s",
        "frames 4-7: shifted: 0.08 s earlier",
      ])
  }

  @Test func usesTimesBeforeRounding() async throws {
    var changed = clip
    changed[7].milliseconds = 83
    #expect(
      try await compare(changed).details == [
        "lasts 0.643 s instead of 0.64 s", "frame 7: re-timed: 0.083 s instead of 0.08 s",
      ])
  }

  @Test func masksHideChanges() async throws {
    var changed = clip
    changed[5].pixmap = spoiled(clip[5].pixmap, by: 200)
    try folder.write("old.gif", try bytes(clip, colors: 256))
    try folder.write("new.gif", try bytes(changed, colors: 256))
    let mask = DiffMask(.rect(PixelRect(x: 18, y: 10, width: 5, height: 5)))
    #expect(try await compare("old.gif", "new.gif").status == .different)
    #expect(try await compare("old.gif", "new.gif") { $0.masks = [mask] }.status == .same)
  }

  @Test func toleranceCountsPixels() async throws {
    var changed = clip
    changed[5].pixmap = spoiled(clip[5].pixmap)
    try folder.write("old.gif", try bytes(clip, colors: 256))
    try folder.write("new.gif", try bytes(changed, colors: 256))
    let item = try await compare("old.gif", "new.gif") { $0.tolerance.differentPixels = 5 }
    #expect(item.status == .same)
  }

  @Test func comparesGIFWithItsSourceFrames() async throws {
    try folder.write("old.gif", try bytes(clip, colors: 4))
    for (index, frame) in clip.enumerated() {
      try folder.write("frames/\(index).png", frame.pixmap)
    }
    #expect(try await compare("old.gif", "frames").status == .same)
    #expect(try await compare("frames", "old.gif").status == .same)
    try folder.write("frames/6.png", spoiled(clip[6].pixmap))
    let item = try await compare("frames", "old.gif")
    #expect(item.frames.indices.filter { item.frames[$0].state == .changed } == [6])
  }

  @Test func comparesGIFWithAnimatedPNG() async throws {
    try folder.write("old.gif", try bytes(clip, colors: 4))
    for recorded in [true, false] {
      let encoder = try APNGEncoder(size: clip[0].pixmap.size)
      try folder.write("new.apng", try encoded(clip, encoder, recorded: recorded))
      #expect(try await compare("old.gif", "new.apng").status == .same)
    }
  }

  private func webP(_ frames: [Frame], quality: Int, recorded: Bool = true) throws -> [UInt8] {
    let encoder = try WebPEncoder(
      size: frames[0].pixmap.size, options: WebPOptions(quality: quality, effort: 1))
    return try encoded(frames, encoder, recorded: recorded)
  }

  @Test func webPQualitiesAreEqualUnlessStrict() async throws {
    try folder.write("old.webp", try webP(clip, quality: 90))
    try folder.write("new.webp", try webP(clip, quality: 40))
    #expect(try await compare("old.webp", "new.webp").status == .same)
    #expect(try await compare("old.webp", "new.webp") { $0.strict = true }.status == .different)
    // Without a record, compression noise is distinguished from changes like palette noise.
    try folder.write("new.webp", try webP(clip, quality: 40, recorded: false))
    #expect(try await compare("old.webp", "new.webp").status == .same)
    var changed = clip
    changed[2].pixmap = blotted(clip[2].pixmap)
    try folder.write("new.webp", try webP(changed, quality: 40, recorded: false))
    #expect(try await compare("old.webp", "new.webp").status == .different)
  }

  @Test func findsChangedFrameInWebP() async throws {
    var changed = clip
    changed[2].pixmap = blotted(clip[2].pixmap)
    try folder.write("old.webp", try webP(clip, quality: 90))
    try folder.write("new.webp", try webP(changed, quality: 80))
    let item = try await compare("old.webp", "new.webp")
    #expect(item.frames.indices.filter { item.frames[$0].state == .changed } == [2])
    let blot = PixelRect(x: 8, y: 10, width: 12, height: 8)
    #expect(item.bounds?.intersection(blot) == blot)
  }

  @Test func comparesWebPWithItsSourceFrames() async throws {
    for (index, frame) in clip.enumerated() {
      try folder.write("frames/\(index).png", frame.pixmap)
    }
    for quality in [60, 100] {
      try folder.write("old.webp", try webP(clip, quality: quality))
      #expect(try await compare("frames", "old.webp").status == .same)
    }
  }

  @Test func ignoresRecordsOfOtherAnimations() async throws {
    var changed = clip
    changed[5].pixmap = blotted(clip[5].pixmap)
    let recorded = try bytes(clip, colors: 256)
    let plain = try bytes(clip, colors: 256, recorded: false)
    let other = try bytes(changed, colors: 256, recorded: false)
    try folder.write("old.gif", recorded)
    try folder.write("new.gif", other.dropLast() + recorded[(plain.count - 1)...])
    #expect(try await compare("old.gif", "new.gif").status == .different)
  }

  @Test func paletteDoesNotAffectEquality() async throws {
    try folder.write("old.gif", try bytes([clip[0]], colors: 256))
    try folder.write("new.gif", try bytes([clip[0]], colors: 4))
    let item = try await compare("old.gif", "new.gif")
    #expect(item.status == .same)
    #expect(item.kind == .picture)
  }

  @Test func pagesShowTheFilesFrames() async throws {
    var changed = clip
    changed[5].pixmap = spoiled(clip[5].pixmap)
    try folder.write("old.gif", try bytes(clip, colors: 256))
    try folder.write("new.gif", try bytes(changed, colors: 256))
    var request = DiffRequest(first: folder.path + "/old.gif", second: folder.path + "/new.gif")
    request.keepsPictures = true
    var labels: [String] = []
    _ = try await DiffRunner(request).run { _, pictures throws(Never) in
      labels = pictures?.moments.filter { !$0.isSame }.map(\.label) ?? []
    }
    #expect(labels == ["frame 5, 0.4 s"])
  }
}
