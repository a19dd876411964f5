import FileAccess
import Foundation
import TestSupport
import Testing

@Suite struct OutputCheckTests {
  /// Combinations of targets and inputs with the expected error. `nil` means success.
  @Test(
    arguments: [
      (["a.gif", "b.gif"], ["in"], nil),
      (["a.gif", "sub/../a.gif"], [], "output twice"),
      (["a.gif", "away/a.gif"], [], "output twice"),
      (["f/", "f/%04d.png"], [], "output twice"),
      (["f/%04d.png", "f/x%04d.png"], [], nil),
      (["f/%04d.png", "f/%03d.png"], [], "output twice"),
      (["f/", "f/0001.png"], [], "output twice"),
      (["f/", "f/1.png"], [], nil),
      (["f/0001.png", "f/"], [], "output twice"),
      (["in.gif"], ["in.gif"], "both input and output"),
      (["in.gif"], ["link.gif"], "both input and output"),
      (["link.gif"], ["in.gif"], "both input and output"),
      (["sub/"], ["sub"], "both input and output"),
      (["sub/"], ["sub/0000.png"], "both input and output"),
      (["sub/"], ["sub/0000.jpg"], nil),
      (["sub/a.gif"], ["sub"], nil),
    ] as [([String], [String], String?)])
  func describesConflicts(targets: [String], inputs: [String], words: String?) throws {
    let folder = try TemporaryFolder()
    try folder.write("in", [])
    try folder.write("in.gif", [])
    try folder.write("sub/0000.png", [])
    for (name, target) in [("away", "."), ("link.gif", "in.gif")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/" + name, withDestinationPath: target)
    }
    let outputs = try targets.map { try OutputTarget(folder.path + "/" + $0) }
    let check = {
      try OutputCheck.check(targets: outputs, inputs: inputs.map { folder.path + "/" + $0 })
    }
    guard let words else { return try check() }
    let error = #expect(throws: HeaderKitError.self) { try check() }
    #expect(error?.code == .usage)
    #expect(error?.reason.description.contains(words) == true)
  }

  @Test(arguments: [
    ("/a/b/c", "/a/b", "c"), ("/a/b", "/a/b/c", ".."), ("/a/x/y", "/a/b/c", "../../x/y"),
    ("/a", "/a", "."), ("/a/bc", "/a/b", "../bc"),
  ])
  func makesPathsRelativeToFolders(path: String, folder: String, relative: String) {
    #expect(FileIdentity.relativePath(of: path, from: folder) == relative)
  }
}
