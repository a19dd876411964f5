import Foundation
import PortableMath
import Scrolling
import StrictJSON
import Testing

/// All documents in Fixtures/Curves.
@Suite struct CurveFixtureTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/Curves")

  static func documents(_ kind: String) -> [URL] {
    let all = try? FileManager.default.contentsOfDirectory(
      at: folder.appending(path: kind), includingPropertiesForKeys: nil)
    return (all ?? []).filter { $0.pathExtension == "json" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  private func bytes(_ url: URL) throws -> [UInt8] {
    Array(try Data(contentsOf: url))
  }

  @Test func fixtureFoldersExist() {
    #expect(Self.documents("valid").count >= 10)
    #expect(Self.documents("invalid").count >= 70)
  }

  @Test(arguments: documents("valid"))
  func validDocumentsPlay(url: URL) throws {
    let curve = try ScrollCurve.parse(try bytes(url), file: url.lastPathComponent)
    let environment = ScrollEnvironment(viewportHeight: 568, largestOffset: 900, scale: 2)
    let motion = ScrollMotion(curve, in: environment)
    let timeline = FrameTimeline(duration: motion.duration)
    let events = motion.events(rate: .standard, frames: PlaybackOptions())
    #expect(!events.isEmpty)
    #expect(events.allSatisfy { $0.offset.isFinite && $0.time <= motion.duration })
    #expect(timeline.frames.last?.time == motion.duration)
  }

  @Test(arguments: documents("invalid"))
  func invalidCurvesReportReason(url: URL) throws {
    let expected = try String(
      contentsOf: url.deletingPathExtension().appendingPathExtension("error"), encoding: .utf8)
    let document = try bytes(url)
    let error = #expect(throws: JSONError.self) {
      _ = try ScrollCurve.parse(document, file: url.lastPathComponent)
    }
    #expect(error.map { "\($0)\n" } == expected)
  }

  @Test func errorFilesHaveDocuments() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.appending(path: "invalid").path)
    let errors = files.filter { $0.hasSuffix(".error") }.map { $0.dropLast(6) }
    let documents = files.filter { $0.hasSuffix(".json") }.map { $0.dropLast(5) }
    #expect(Set(errors) == Set(documents))
  }
}
