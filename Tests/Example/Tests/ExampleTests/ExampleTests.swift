import Foundation
import HeaderKit
import HeaderKitTesting
import Testing
import XCTest

/// Writes a still of a built-in header to the folder and returns its path.
private func still(_ name: String, offset: Double, in folder: String) throws -> String {
  var request = StillRequest()
  request.header.style = .named("mimic")
  request.moment = .offsets([offset])
  let path = "\(folder)/\(name).png"
  _ = try StillRenderer(request).write(to: path)
  return path
}

private func makeFolder() throws -> String {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder.path
}

@Suite struct HeaderTests {
  @Test func comparesStillsWithRecordings() async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (rest, moved) = (
      try still("rest", offset: 0, in: folder), try still("moved", offset: 90, in: folder)
    )
    let baseline = folder + "/baseline.png"
    await withKnownIssue("there is no baseline") {
      try await expectAnimation(at: rest, matches: baseline)
    }
    await withKnownIssue("a new baseline must be reviewed") {
      try await expectAnimation(at: rest, matches: baseline, recording: .missing)
    }
    try await expectAnimation(at: rest, matches: baseline)
    await withKnownIssue("the stills differ") {
      try await expectAnimation(at: moved, matches: baseline)
    }
  }

  @Test func comparesTracesWithRecordings() throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var request = TraceRequest()
    request.header.style = .named("mimic")
    request.events = .offsets([0, 40, 90])
    let baseline = folder + "/trace.jsonl"
    withKnownIssue("a new baseline must be reviewed") {
      try expectTrace(of: request, matches: baseline, recording: .missing)
    }
    try expectTrace(of: request, matches: baseline)
    request.events = .offsets([0, 41, 90])
    withKnownIssue("line 2 differs") { try expectTrace(of: request, matches: baseline) }
  }
}

final class HeaderCase: XCTestCase {
  func testADifferenceIsThrown() async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (rest, moved) = (
      try still("rest", offset: 0, in: folder), try still("moved", offset: 90, in: folder)
    )
    try await expectAnimation(at: rest, matches: rest)
    do {
      try await expectAnimation(at: moved, matches: rest)
      XCTFail("the difference was not found")
    } catch let failure as ExpectationFailure {
      XCTAssert(failure.description.contains("different: moved.png"), failure.description)
      XCTAssert(failure.description.contains(".diff.png"), failure.description)
    }
  }
}
