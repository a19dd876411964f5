import EmbeddedFiles
package import FileAccess
import Foundation
package import HeaderModel
import Scrolling
package import StrictJSON

/// What one starts from: a curve, a scene, a header, pictures, a manifest, and words about them.
package struct StarterFolder {
  /// A file of the folder.
  package struct File {
    /// Within the folder.
    package let name: String
    package let bytes: [UInt8]

    init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

    init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  package let files: [File]

  /// - Parameters:
  ///   - header: a built-in header whose document is copied; nil: a small one of one's own.
  ///   - schemas: by the names `curve`, `scene` and `style`, for editors.
  package init(header: BuiltInHeader?, schemas: [String: String]) throws(JSONError) {
    let text = header.map(\.text) ?? Array(StarterDocument.text(name: "starter").utf8)
    let document = try HeaderDocument.parse(text, file: "header.json")
    var files = [
      File("README.md", StarterFolder.readme),
      File("header.json", text),
      File("scene.json", StarterFolder.scene(document)),
      File("curve.json", NamedCurve.fullTour.document(schema: "curve.schema.json")),
      File("assets.jsonl", StarterFolder.manifest),
      File("banner.jpg", EmbeddedFile.demoBanner.bytes),
      File("avatar.png", EmbeddedFile.demoAvatar.bytes),
    ]
    for (key, name) in [
      ("curve", "curve.schema.json"), ("scene", "scene.schema.json"),
      ("style", StarterDocument.schemaFile),
    ] {
      if let schema = schemas[key] { files.append(File(name, schema)) }
    }
    self.files = files
  }

  /// Writes all files, or none where one is there already and nothing may be replaced.
  package func write(to folder: String, replaces: Bool) throws(HeaderKitError) {
    let paths = files.map { folder == "." ? $0.name : folder + "/" + $0.name }
    if !replaces, let taken = paths.first(where: { FileManager.default.fileExists(atPath: $0) }) {
      throw HeaderKitError(
        .cannotCreate, subject: .file(taken), reason: "exists already",
        remedy: "name another folder, or replace it with \(.replacesFiles)")
    }
    var written: [WrittenFile] = []
    for (file, path) in zip(files, paths) { written.append(try WrittenFile(path, file.bytes)) }
    try TemporaryFiles.naming { () throws(HeaderKitError) in
      for file in written { try file.commit() }
    }
  }

  /// A file that is complete and has not got its name.
  private final class WrittenFile {
    private var file: AtomicFile

    init(_ path: String, _ bytes: [UInt8]) throws(HeaderKitError) {
      file = try AtomicFile(path)
      try file.write(bytes)
    }

    func commit() throws(HeaderKitError) { try file.commit() }
  }

  /// Every text of the header with its own words, to be changed. Texts of several weights are left
  /// out, and one that rows are counted by: a scene has as many rows as it has texts for them.
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

  private static let manifest = """
    {"defaults": {"scene": "scene.json", "curve": "curve.json", "scale": 1}}
    {"id": "header-{theme}", "matrix": {"theme": ["light", "dark"]}}
    {"id": "poster", "offset": 0}

    """

  private static let readme = """
    # A header that moves

        twheader render --scene scene.json --curve curve.json --crop header --width 480 -o header.gif
        twheader still --scene scene.json --offset 80 -o still.png
        twheader batch run assets.jsonl --out-dir out

    ## scene.json: what is shown

    - `style`: a built-in header's name (`twheader style list`) or a header document, here `header.json`
    - `device`, `theme`: the screen (`iphone-15-pro`, or `390x844@3`) and `light` or `dark`
    - `banner`, `avatar`: PNG, JPEG, WebP or GIF files beside this one
    - `texts`: the words of the header; `colors` and `constants` set its colours and numbers

    ## curve.json: how it is scrolled

    - `gestures`: what a finger does, one after the other; each entry starts where the one before ended
    - `hold`: seconds in which nothing moves
    - `drag`: points that the content is moved `by` (negative: pulled down), `duration` in seconds, `easing`
    - `release`: the finger lets go, at `velocity` in points a second
    - `scrollTo`: an `offset` that is reached in `duration`, as by a tap on the status bar
    - `physics`: how slowly a fling ends; `fps`: frames a second

    `twheader curve new fling` prints another swipe, `twheader curve lint curve.json` checks this one.

    ## header.json: the header itself

    - `constants`: numbers with a name; `values`: expressions with a name
    - `memory` and `onScroll`: what stays from event to event, and what changes it
    - `layers`: what is drawn, from the bottom to the top; their properties are expressions of `offset`,
      which is 0 at rest and negative when pulled down

    `twheader style check header.json` checks it.

    ## assets.jsonl: many at once

    A line for each output; the line with `defaults` holds for all of them, a `matrix` makes one for each
    combination.

    The `*.schema.json` files complete the keys in an editor.

    """
}
