import FileAccess
import Foundation
import ImageCodecs
import Testing

/// The commands in README.md and in guide pages create the pictures on the pages.
///
/// The pictures contain text, so they are rendered with pinned fonts (`scripts/fonts`).
@Suite struct ReadmePictureTests {
  private static let root = URL(fileURLWithPath: Fixtures.path).deletingLastPathComponent()
  private static let guide = root.appending(path: "Sources/HeaderKit/HeaderKit.docc")

  @Test func readmeCommandsMakeThePictures() async throws {
    let directory = try TemporaryDirectory()
    var script = directory.program
    script.executable = Self.root.appending(path: "scripts/docs/page-pictures")
    let outcome = try await script.run(
      [directory.full("made"), Twheader.executable.path], seconds: 900)
    #expect(outcome.status == 0, "\(outcome.errors)")

    let names = try FileManager.default.contentsOfDirectory(atPath: Fixtures.path + "/Readme")
    #expect(made("Readme", in: directory) == names.sorted())
    for name in names {
      try expectSamePicture(
        directory.data("made/Readme/" + name), Fixtures.data("Readme/" + name), name: name)
    }
    let pictures = made("Guide", in: directory)
    #expect(pictures.contains("anatomy.png"))
    for name in pictures {
      try expectSamePicture(
        directory.data("made/Guide/" + name), Data(contentsOf: Self.guide.appending(path: name)),
        name: name)
    }
  }

  /// Returns the sorted names of the files in a folder of pictures.
  private func made(_ folder: String, in directory: TemporaryDirectory) -> [String] {
    let prefix = "made/\(folder)/"
    return directory.contents.filter { $0.hasPrefix(prefix) && !$0.hasSuffix("/") }
      .map { String($0.dropFirst(prefix.count)) }
  }

  private func expectSamePicture(_ made: Data, _ kept: Data, name: String) throws {
    let same =
      if name.hasSuffix(".gif") {
        try AnimationDecoder.decode(bytes: Array(made))
          == AnimationDecoder.decode(bytes: Array(kept))
      } else {
        try ImageDecoder.decode(bytes: Array(made)).pixmap
          == ImageDecoder.decode(bytes: Array(kept)).pixmap
      }
    #expect(same, "\(name): run scripts/docs/page-pictures, look at the pictures and keep them")
  }

  /// Blocks run as pasted: the reader's values are variables, not words to replace.
  @Test func guideBlocksHaveNoPlaceholders() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.guide.path)
    let pages = files.filter { $0.hasSuffix(".md") }.map { Self.guide.appending(path: $0) }
    var blocks = 0
    for page in pages + [Self.root.appending(path: "README.md")] {
      let text = try String(contentsOf: page, encoding: .utf8)
      for block in text.matches(of: /(?ms)^```\w+\n(.*?)^```/) {
        blocks += 1
        for word in ["OWNER/", "/OWNER", "YOUR_", "<owner>", "{owner}"] {
          #expect(!block.1.contains(word), "\(page.lastPathComponent): \(word)")
        }
      }
    }
    #expect(blocks > 80)
  }

  /// All relative links lead to existing files.
  @Test(arguments: ["README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md"])
  func documentLinksExist(document: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: document), encoding: .utf8)
    for link in text.matches(of: /\]\(([^)#]+)[^)]*\)/) where !link.1.hasPrefix("http") {
      let target = Self.root.appending(path: String(link.1))
      #expect(FileManager.default.fileExists(atPath: target.path), "\(document): \(link.1)")
    }
  }

  /// The landing page links to all pages of the guide, and all links lead to existing pages and
  /// pictures.
  @Test func guideLinksExist() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.guide.path)
    let pages = Set(files.filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) })
    for page in pages {
      let text = try String(contentsOf: Self.guide.appending(path: page + ".md"), encoding: .utf8)
      let links = Set(text.matches(of: /<doc:([^>]+)>/).map { String($0.1) })
      #expect(links.isSubset(of: pages), "\(page): \(links.subtracting(pages))")
      if page == "HeaderKit" { #expect(links == pages.subtracting(["HeaderKit"])) }
      let pictures = Set(text.matches(of: /!\[[^\]]*\]\(([\w.-]+)\)/).map { String($0.1) })
      #expect(pictures.isSubset(of: files), "\(page): \(pictures.subtracting(files))")
    }
  }
}
