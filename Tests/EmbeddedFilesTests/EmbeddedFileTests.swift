import EmbeddedFiles
import Foundation
import Testing

@Suite struct EmbeddedFileTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL.path
  private static let folder = root + "/Sources/CEmbeddedFiles/"

  @Test(arguments: EmbeddedFile.allCases)
  func embeddedBytesEqualTheSource(_ file: EmbeddedFile) throws {
    let path =
      file == .selfTestVectors
      ? Self.root + "/Fixtures/vectors.json" : Self.folder + file.rawValue
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(!bytes.isEmpty && file.bytes == Array(bytes))
  }

  @Test func embedsEveryFileOfTheFolder() throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: Self.folder)
      .filter { $0.contains(".") && !$0.hasSuffix(".c") && !$0.hasSuffix(".h") }
    #expect(
      Set(names) == Set(EmbeddedFile.allCases.map(\.rawValue)).subtracting(["vectors.json"]))
  }

  @Test func embedsEveryFileNamedInSource() throws {
    let source = try String(
      contentsOfFile: Self.root + "/Sources/EmbeddedFiles/EmbeddedFile.swift", encoding: .utf8)
    let names = source.matches(of: /= EmbeddedFile\("([^"]+)"\)/).map { String($0.1) }
    #expect(names.count > 20)
    for name in names { #expect(EmbeddedFile(rawValue: name) != nil, "\(name)") }
  }

  @Test func fillsTemplatesOnce() {
    let filled = "<{{a}}|{{b}}|{{a}}>{{none}}}} }".filled(["a": "{{b}}", "b": "2}}"])
    #expect(filled == "<{{b}}|2}}|{{b}}>}} }")
    #expect("plain".filled(["a": "1"]) == "plain")
    #expect("".filled([:]) == "")
  }
}

/// Texts with placeholders.
@Suite struct TextPlacesTests {
  /// Each placeholder is replaced once, even if its value looks like one. One without a value
  /// becomes empty.
  @Test(arguments: [
    ("<{{a}}|{{b}}|{{a}}>{{none}}}} }", "<{{b}}|2}}|{{b}}>}} }"), ("plain", "plain"), ("", ""),
    ("{{a}}{{a}}", "{{b}}{{b}}"), ("{a} {{c}}", "{a} "),
  ])
  func fillsEveryPlaceholderOnce(text: String, filled: String) {
    #expect(text.filled(["a": "{{b}}", "b": "2}}"]) == filled)
  }

  @Test func fillsFilesLikeTexts() {
    let page = EmbeddedFile.previewWaitingPage
    let values = ["title": "one", "text": "two", "reason": "three", "style": ""]
    #expect(page.filled(values) == page.text.filled(values))
    #expect(EmbeddedFile(rawValue: "Headers/mimic.json")?.stem == "mimic")
    #expect(EmbeddedFile(rawValue: "Headers/none.json") == nil)
    #expect(EmbeddedFile.allCases.allSatisfy { !$0.stem.isEmpty && !$0.text.isEmpty })
  }
}
