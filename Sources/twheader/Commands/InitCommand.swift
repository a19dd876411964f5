public import ArgumentParser
import EmbeddedFiles
import FileAccess
import HeaderKit
import HeaderModel
import PortableFoundation
public import Scrolling
import StrictJSON

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Create a header, scene and curve to start from.",
    discussion: """
      twheader init my-header
          Writes a small header document, a scene, a curve, images and a manifest.
      twheader init my-header --style x-profile
          Starts from a copy of a built-in header.

      Then, in that folder:

      twheader render --scene scene.json --curve curve.json --crop header --width 480
          Renders the header to capture.gif.
      """)

  @Argument(help: "Folder to write to") var folder = "."

  @Option(
    help: "Built-in header to copy [default: a small document]",
    completion: .list(BuiltInHeader.all.map(\.name)))
  var style: String?

  @Flag(help: "Replace existing files") var force = false
  @OptionGroup var verbosity: VerbosityOptions

  func run() async throws {
    let header = style.flatMap { BuiltInHeader($0) }
    if let style, header == nil {
      let nearest = NearestName(to: style, among: BuiltInHeader.all.map(\.name))
      throw UsageError("--style: unknown style \"\(style)\"; \(nearest.remedy)")
    }
    var path = folder.isEmpty ? "." : folder
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    let starter = try StarterFolder(header: header)
    try starter.write(to: path, replaces: force)
    verbosity.note("\(path): \(starter.files.count) files; README.md explains each key")
  }
}

struct CurveNewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a scroll curve to start from.",
    discussion: """
      twheader curve new -o swipe.json
          Writes the full tour as a document to edit.
      twheader curve new fling
          Prints a fling.

      Swipes, which --curve also accepts:
      \(NamedCurve.allCases.map { "\($0.rawValue): \($0.summary)" }.joined(separator: "\n"))
      """)

  @Argument(help: "Swipe") var swipe = NamedCurve.fullTour

  @Option(name: .shortAndLong, help: "Output file [default: standard output]")
  var output: String?

  @Flag(help: "Replace existing files") var force = false

  func run() async throws { try TextOutput.write(swipe.document(), toNew: output, replaces: force) }
}

extension NamedCurve: ExpressibleByArgument {}

/// The files of `twheader init`: a header, a scene, a curve, images, a manifest and a README.
struct StarterFolder {
  let files: [(name: String, bytes: [UInt8])]

  /// - Parameter header: The built-in header to copy. `nil` uses a small document.
  init(header: BuiltInHeader?) throws {
    let text = header.map(\.text) ?? Array(StarterDocument.text(name: "starter").utf8)
    let document = try HeaderDocument.parse(text, file: "header.json")
    let curve = NamedCurve.fullTour.document(schema: "curve.schema.json")
    files = [
      ("README.md", EmbeddedFile.starterReadme.bytes), ("header.json", text),
      ("scene.json", Array(StarterFolder.scene(document).utf8)),
      ("curve.json", Array(curve.utf8)), ("assets.jsonl", EmbeddedFile.starterManifest.bytes),
      ("banner.jpg", EmbeddedFile.demoBanner.bytes), ("avatar.png", EmbeddedFile.demoAvatar.bytes),
      // Schemas for completion in editors.
      ("curve.schema.json", Array(try SchemaName.curve.text.utf8)),
      ("scene.schema.json", Array(try SchemaName.scene.text.utf8)),
      (StarterDocument.schemaFile, Array(try SchemaName.style.text.utf8)),
    ]
  }

  /// Writes all files. If one exists and `replaces` is false, it writes none and throws.
  func write(to folder: String, replaces: Bool) throws(HeaderKitError) {
    let paths = files.map { folder == "." ? $0.name : folder + "/" + $0.name }
    if !replaces, let taken = paths.first(where: { FileManager.default.fileExists(atPath: $0) }) {
      throw HeaderKitError(
        .cannotCreate, subject: .file(taken), reason: "already exists",
        remedy: "name another folder, or pass \(.replacesFiles) to overwrite it")
    }
    var written: [AtomicFile] = []
    for (file, path) in zip(files, paths) {
      written.append(try AtomicFile(path))
      try written.last?.write(file.bytes)
    }
    try TemporaryFiles.naming { () throws(HeaderKitError) in
      for file in written { try file.commit() }
    }
  }

  /// Returns a scene with the header's own texts, ready to edit. It leaves out texts with styled
  /// runs, and texts whose number determines the number of rows.
  private static func scene(_ document: HeaderDocument) -> String {
    let counts = Set(document.constants.map(\.name))
    let texts = document.textNames.filter { !counts.contains($0 + "Count") }.compactMap { name in
      document.plainText(name).map { rows in
        let words = rows.map { JSONWriter.literal($0) }.joined(separator: ", ")
        return "    \(JSONWriter.literal(name)): " + (rows.count == 1 ? words : "[\(words)]")
      }
    }
    return """
      {
        "$schema": "scene.schema.json",
        "version": 1,
        "style": "header.json",
        "theme": "\(document.isDark ? "dark" : "light")",
        "banner": "banner.jpg",
        "avatar": "avatar.png",
        "texts": {
      \(texts.joined(separator: ",\n"))
        },
        "constants": {}
      }

      """
  }
}
