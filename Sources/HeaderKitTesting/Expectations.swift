public import HeaderKit
public import PortableFoundation
public import Testing

/// Expects an animation, a picture or a folder of them to match its baseline.
///
/// A difference is recorded as an issue of the current test, with pictures attached. In XCTest, and
/// outside of tests, an ``ExpectationFailure`` with the paths of the pictures is thrown instead.
///
///     @Test func theHeaderCollapses() async throws {
///       try await expectAnimation(at: "out/header.gif", matches: "Tests/Baselines/header.gif")
///     }
///
/// - Parameters:
///   - recording: The baselines to write. `nil` uses the environment variable `TWHEADER_RECORD`:
///     `missing`, `changed` or `all`, and writes none if it is not set. A test that writes a
///     baseline fails, so that the baseline is reviewed.
///   - adjust: Changes the options of the comparison.
/// - Throws: `HeaderKitError` if the files cannot be compared.
public func expectAnimation(
  at path: String, matches baseline: String, recording: BaselineUpdate? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  adjust: (inout DiffRequest) -> Void = { _ in }
) async throws {
  let expectation = Expectation(baseline, recording, sourceLocation)
  guard try expectation.hasBaseline() else { return }
  let folder = FileManager.default.temporaryDirectory.path + "/expected-" + UUID().uuidString
  var request = DiffRequest(first: baseline, second: path)
  adjust(&request)
  request.update = expectation.recording
  request.pictureFolder = request.pictureFolder ?? folder
  let report = try await DiffRunner(request).run()
  guard report.exitStatus() != 0 else { return }
  let lines = report.items.filter { $0.status != .same || $0.baseline != nil }
    .flatMap { LineReport.lines($0) }
  try expectation.fail(
    ([report.summary] + lines).joined(separator: "\n"),
    pictures: report.items.flatMap(\.writtenPictures), in: folder)
}

/// Expects the trace of a header to match a file of JSON Lines, as printed by `twheader trace`.
///
/// - Parameters:
///   - request: The header and its events.
///   - recording: As for ``expectAnimation(at:matches:recording:sourceLocation:adjust:)``.
/// - Throws: `HeaderKitError` if the header cannot be traced or a file cannot be read.
public func expectTrace(
  of request: TraceRequest, matches baseline: String, recording: BaselineUpdate? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let expectation = Expectation(baseline, recording, sourceLocation)
  guard try expectation.hasBaseline() else { return }
  let lines = try request.run().map(\.jsonLine)
  let old = FileManager.default.contents(atPath: baseline)
    .map { String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init) }
  guard old != lines else { return }
  if expectation.recording.writes(old == nil ? .added : .different) {
    try TextOutput.write(lines.map { $0 + "\n" }.joined(), to: baseline)
    return try expectation.fail("\(baseline) was recorded; look at it, and run the test again")
  }
  let index = zip(lines, old ?? []).prefix { $0 == $1 }.count
  func line(_ lines: [String]) -> String { index < lines.count ? lines[index] : "nothing" }
  try expectation.fail(
    "\(baseline), line \(index + 1): expected \(line(old ?? []))\nbut got \(line(lines))")
}

/// The error for a difference if Swift Testing cannot record an issue.
public struct ExpectationFailure: LocalizedError, CustomStringConvertible {
  /// The differences, and the paths of pictures that show them.
  public let description: String
  /// The same text as `description`.
  public var errorDescription: String? { description }
}

/// The baseline of a test, the baselines it may write, and its source location for failures.
private struct Expectation {
  let baseline: String
  let recording: BaselineUpdate
  let sourceLocation: SourceLocation

  init(_ baseline: String, _ recording: BaselineUpdate?, _ sourceLocation: SourceLocation) {
    self.baseline = baseline
    self.sourceLocation = sourceLocation
    let environment = ProcessInfo.processInfo.environment
    self.recording =
      recording
      ?? (environment["TWHEADER_RECORD"].flatMap(BaselineUpdate.init(rawValue:)) ?? .none)
      .permitted(environment: environment)
  }

  /// Returns whether a comparison is possible. Fails the test if the baseline is missing and may
  /// not be written.
  func hasBaseline() throws -> Bool {
    guard !FileManager.default.fileExists(atPath: baseline), recording == .none else { return true }
    try fail("\(baseline) is missing; record it with TWHEADER_RECORD=missing")
    return false
  }

  /// Fails the test: records an issue, or throws `ExpectationFailure` outside of Swift Testing.
  ///
  /// - Parameters:
  ///   - pictures: The paths of pictures to attach.
  ///   - folder: The temporary folder of the pictures, removed after they are attached. `nil` if
  ///     there is none.
  func fail(_ message: String, pictures: [String] = [], in folder: String? = nil) throws {
    guard Test.current != nil else {
      throw ExpectationFailure(description: ([message] + pictures).joined(separator: "\n"))
    }
    for path in pictures {
      let bytes = FileManager.default.contents(atPath: path).map(Array.init) ?? []
      let name = URL(fileURLWithPath: path).lastPathComponent
      Attachment<[UInt8]>.record(bytes, named: name, sourceLocation: sourceLocation)
    }
    if let folder { try? FileManager.default.removeItem(atPath: folder) }
    Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
  }
}
