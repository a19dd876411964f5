import EmbeddedFiles
import Foundation
import Testing

@Suite struct EmbeddedFileTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL.path
  private static let folder = root + "/Sources/CEmbeddedFiles/"

  @Test(arguments: EmbeddedFile.allCases)
  func hasTheBytesOfItsSource(_ file: EmbeddedFile) throws {
    let path =
      file == .selfTestVectors
      ? Self.root + "/Fixtures/vectors.json" : Self.folder + file.rawValue
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(!bytes.isEmpty && file.bytes == Array(bytes))
  }

  @Test func everyFileOfTheFolderIsEmbedded() throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: Self.folder)
      .filter { $0.contains(".") && !$0.hasSuffix(".c") && !$0.hasSuffix(".h") }
    #expect(
      Set(names) == Set(EmbeddedFile.allCases.map(\.rawValue)).subtracting(["vectors.json"]))
  }

  @Test func aTemplateIsFilledOnce() {
    let filled = "<{{a}}|{{b}}|{{a}}>{{none}}}} }".filled(["a": "{{b}}", "b": "2}}"])
    #expect(filled == "<{{b}}|2}}|{{b}}>}} }")
    #expect("plain".filled(["a": "1"]) == "plain")
    #expect("".filled([:]) == "")
  }
}
