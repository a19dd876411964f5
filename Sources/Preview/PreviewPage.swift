import EmbeddedFiles
package import FileAccess
import HeaderModel
import HeaderScene
import PortableFoundation
package import Rendering
package import Scrolling
import StrictJSON

/// A header as a self-contained HTML page, without network access or other files. Its scripts
/// contain an interpreter of header documents in JavaScript. The user or a curve scrolls the
/// header.
package struct PreviewPage: Sendable {
  package var header = SceneRequest()
  package var curve = CurveSource.builtIn
  package var eventRate = EventRate.standard

  package init() {}

  /// A page, or a revision of it after its files have changed.
  package struct Result: Sendable {
    package let warnings: [String]
    /// The paths of all input files.
    package let files: [String]
    fileprivate let title: String
    /// The page's data as JSON, without the pictures.
    fileprivate let data: String
    /// The pictures as data URIs.
    fileprivate let pictures: [String]

    /// Returns the page as HTML.
    ///
    /// - Parameter revision: The revision of a page that polls its server for newer ones, or `nil`
    ///   for a page without a server.
    package func html(revision: Int? = nil) -> String {
      EmbeddedFile.previewPage.filled([
        "title": markup(title), "style": EmbeddedFile.previewStyle.text, "data": json(),
        "revision": revision.map { " data-revision=\"\($0)\"" } ?? "",
        "script": PreviewPage.scripts { revision != nil || $0 != .previewReloadScript },
      ])
    }

    /// Returns a script that defines a custom element for other pages and contains this header for
    /// it.
    ///
    /// - Parameter name: The name by which the element refers to the header.
    package func element(named name: String) -> String {
      let element = EmbeddedFile.embeddedElement.filled([
        "data": json(), "name": PreviewPage.inert(JSONWriter.literal(name).dropFirst().dropLast()),
      ])
      let parts: [EmbeddedFile] = [.previewPanelScript, .previewMainScript, .previewReloadScript]
      let code = PreviewPage.scripts { !parts.contains($0) } + element
      // Remove comments and indentation.
      let lines = code.split(separator: "\n").map { $0.drop { $0 == " " } }
      return "(() => {\n\"use strict\";\n"
        + lines.filter { !$0.hasPrefix("//") && $0 != "\"use strict\";" }.joined(separator: "\n")
        + "\n})();\n"
    }

    /// Returns the data for the page's scripts, with the pictures.
    ///
    /// - Parameter before: The revision whose pictures the page already has, or `nil` if it has
    ///   none. A picture of that revision is represented by its index there, any other by its URI.
    func json(after before: Result? = nil) -> String {
      var indices: [String: Int] = [:]
      for (index, picture) in (before?.pictures ?? []).enumerated() { indices[picture] = index }
      let list = pictures.map { picture in indices[picture].map(String.init) ?? "\"\(picture)\"" }
      return data.dropLast() + ", \"pictures\":[" + list.joined(separator: ",") + "]}"
    }
  }

  /// Makes the page.
  ///
  /// - Parameter resources: Fonts and the results of earlier revisions.
  package func make(with resources: PageResources) throws(HeaderKitError) -> Result {
    let inputs = resources.inputs(limits: header.limits)
    let settings = try SceneResolver(header, shared: inputs).outline().settings
    let measurer = RecordingMeasurer(SceneTextMeasurer(fonts: resources.fonts, font: settings.font))
    let scene = try SceneResolver(header, shared: inputs)
      .resolve(fonts: resources.fonts, measurer: measurer)
    let playback = try CurvePlayback(
      curve, under: scene.header, scale: scene.device.scale, rate: eventRate, limits: header.limits)
    let data = try PageData(
      scene, fonts: resources.fonts, measurer: measurer, playback: playback, eventRate: eventRate)
    var pictures = PictureTable(resources)
    let json = data.json(&pictures)
    return Result(
      warnings: scene.warnings(fonts: resources.fonts, after: data.composer),
      files: scene.files + curve.files, title: scene.outline.name, data: Self.inert(json),
      pictures: try pictures.packed())
  }

  /// Returns the HTML page shown before the first revision, with the reason that there is none yet.
  static func waiting(_ reason: String) -> String {
    EmbeddedFile.previewWaitingPage.filled([
      "style": EmbeddedFile.previewStyle.text, "error": markup(reason),
      "script": EmbeddedFile.previewReloadScript.text,
    ])
  }

  /// Returns the needed scripts in the order of `EmbeddedFile.allCases`. Each uses only earlier
  /// ones.
  private static func scripts(_ isNeeded: (EmbeddedFile) -> Bool) -> String {
    EmbeddedFile.allCases.filter { file in
      file.rawValue.hasPrefix("Preview/") && file.rawValue.hasSuffix(".js") && isNeeded(file)
    }.map(\.text).joined(separator: "\n")
  }

  /// Escapes JSON so that it cannot end a script element.
  private static func inert(_ json: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.utf8.count + 1024)
    for byte in json.utf8 {
      if byte == UInt8(ascii: "<") { bytes += "\\u003c".utf8 } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
