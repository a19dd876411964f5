@testable import Batch
import Foundation
import TestSupport
import Testing

/// Conflicting outputs of a manifest are rejected before rendering.
@Suite struct OutputConflictTests {
  private let file: BatchManifestFile

  init() throws { file = try BatchManifestFile() }

  private func problems(_ first: String, _ second: String) throws -> [String] {
    let moments = [first, second].map {
      $0.contains("%") || !$0.hasSuffix(".png") ? "" : ", \"offset\": 1"
    }
    return try file.problems(
      [
        #"{"id": "a", "curve": "still.json", "scale": 1, "outputs": {"path": "\#(first)"\#(moments[0])}}"#,
        #"{"id": "b", "curve": "still.json", "scale": 1, "outputs": {"path": "\#(second)"\#(moments[1])}}"#,
      ], outputFolder: file.folder.path + "/out")
  }

  @Test(arguments: [
    ("f/%04d.png", "f/0001.png"), ("f/%04d.png", "f/12345.png"), ("f/%d.png", "f/7.png"),
    ("f/", "f/0003.png"), ("f/%d.png", "f/%04d.png"), ("f/", "f/%04d.png"), ("f/%d.png", "f/"),
    ("f/a1-%04d.png", "f/a1-0009.png"), ("f/%d1.png", "f/01.png"), ("f/%d1.png", "f/11.png"),
    ("x.gif", "x.gif/y.gif"), ("x.gif", "x.gif/z/%d.png"), ("a/x.gif", "a/x.gif/y/z.gif"),
    ("x.gif", "./x.gif"), ("x.gif", "X.gif"), ("f/%d.png", "F/7.png"), ("x.gif", "X.gif/y.gif"),
    ("d/\u{E9}.gif", "D/\u{C9}.gif"),
  ])
  func rejectsOverwritingPathsInBothOrders(first: String, second: String) throws {
    for (one, other) in [(first, second), (second, first)] {
      let problems = try problems(one, other)
      #expect(problems.count == 1, "\(one), \(other): \(problems)")
      #expect(problems.first?.contains("(first at line 1, outputs") == true, "\(problems)")
    }
  }

  @Test(arguments: [
    ("f/%04d.png", "f/001.png"), ("f/%04d.png", "g/0001.png"), ("f/a%d.png", "f/b1.png"),
    ("f/a1-%04d.png", "f/a2-%04d.png"), ("f/%d.png", "f/x/1.png"), ("x.gif", "x.gif2/y.gif"),
    ("x.gif", "x/y.gif"), ("f/a1-%04d.png", "f/a2-0001.png"),
  ])
  func acceptsDistinctPaths(first: String, second: String) throws {
    #expect(try problems(first, second) == [])
    #expect(try problems(second, first) == [])
  }

  @Test func reportsNamesThatDifferOnlyInCase() throws {
    #expect(
      try problems("x.gif", "X.gif").first?.contains("X.gif differs from x.gif only in case")
        == true)
    let ids = try file.problems([
      #"{"id": "A", "curve": "still.json", "outputs": "1.gif"}"#,
      #"{"id": "a", "curve": "still.json", "outputs": "2.gif"}"#,
    ])
    #expect(ids.count == 1)
    #expect(
      ids.first?.contains("the id a differs from A only in case (first at line 1") == true,
      "\(ids)")
  }

  @Test func treatsLinksToInputsAsInputs() throws {
    try file.folder.write("out/y", [UInt8]())
    try FileManager.default.createSymbolicLink(
      atPath: file.folder.path + "/dots-link.png", withDestinationPath: "out/x.png")
    try file.folder.write("out/x.png", dotted())
    let problems = try file.problems(
      [#"{"id": "a", "banner": "dots-link.png", "outputs": "x.png", "offset": 1}"#],
      outputFolder: file.folder.path + "/out")
    #expect(problems.count == 1)
    #expect(problems.first?.contains("x.png is both input and output") == true)
  }

  @Test func acceptsAThousandPatternsInOneFolder() throws {
    let manifest = try file.load(
      [
        #"{"id": "i{scale}-{holdFirst}", "curve": "still.json", "outputs": ["f/{id}-%04d.png"], "#
          + #""matrix": {"scale": [1, 2], "holdFirst": [\#((1...500).map(String.init).joined(separator: ", "))]}}"#
      ], outputFolder: file.folder.path + "/out")
    #expect(manifest.items.count == 1000)
  }
}
