import CodecInterface
import Comparison
import GIF
import PortableMath
import Raster
import TestSupport
import Testing

/// Files that are damaged but readable.
@Suite struct DamagedFileTests {
  private let folder: TemporaryFolder
  private let gif: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    let frames = try (0..<3).map { try dotted(dotX: $0) }
    var encoder = try GIFEncoder(size: frames[0].size)
    var bytes: [UInt8] = []
    for frame in frames {
      bytes += try encoder.append(frame, duration: try #require(RationalTime(1, over: 25)))
    }
    gif = try bytes + encoder.finish()
  }

  private func warnings(_ change: (inout DiffRequest) -> Void = { _ in }) async throws -> [String] {
    var request = DiffRequest(first: folder.path + "/old.gif", second: folder.path + "/new.gif")
    change(&request)
    let item = try #require(try await DiffRunner(request).run().items.first)
    #expect(item.status == .same)
    return item.warnings
  }

  @Test(arguments: [true, false]) func reportsDamagedSideOnce(isFirst: Bool) async throws {
    try folder.write("old.gif", isFirst ? gif.dropLast() : gif)
    try folder.write("new.gif", isFirst ? gif : gif.dropLast())
    let found = try await warnings()
    #expect(found.count == 1)
    #expect(found[0].hasPrefix(folder.path + (isFirst ? "/old.gif: " : "/new.gif: ")))
  }

  @Test func reportsDamageOnBothSides() async throws {
    try folder.write("old.gif", Array(gif.dropLast()))
    try folder.write("new.gif", Array(gif.dropLast()))
    #expect(try await warnings().count == 1)
  }

  @Test func intactFilesHaveNoWarnings() async throws {
    try folder.write("old.gif", gif)
    try folder.write("new.gif", gif)
    #expect(try await warnings().isEmpty)
  }
}
