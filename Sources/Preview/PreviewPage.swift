import EmbeddedFiles
package import FileAccess
import Foundation
import HeaderModel
import HeaderScene
package import Rendering
package import Scrolling
import StrictJSON

/// A header as one page of HTML that needs nothing but a browser: no network, no other file. Its
/// scripts are an interpreter of header documents of their own, which a finger or a curve scrolls.
package struct PreviewPage: Sendable {
  package var header = SceneRequest()
  package var curve = CurveSource.builtIn
  package var eventRate = EventRate.standard

  package init() {}

  package struct Result: Sendable {
    package let warnings: [String]
    package let files: [String]
    fileprivate let title: String
    /// JSON, without the pictures.
    fileprivate let data: String
    fileprivate let pictures: [String]

    /// - Parameter edition: of a page that asks its server for newer ones; nil: it asks nobody.
    package func html(edition: Int? = nil) -> String {
      EmbeddedFile.previewPage.filled([
        "title": markup(title), "style": EmbeddedFile.previewStyle.text, "data": json(),
        "edition": edition.map { " data-edition=\"\($0)\"" } ?? "",
        "script": PreviewPage.scripts { edition != nil || $0 != .previewReloadScript },
      ])
    }

    /// A script that defines an element for other pages, and holds this header for it.
    ///
    /// - Parameter name: by which the element asks for it.
    package func element(named name: String) -> String {
      let element = EmbeddedFile.embeddedElement.filled([
        "data": json(), "name": PreviewPage.inert(JSONWriter.literal(name).dropFirst().dropLast()),
      ])
      let parts: [EmbeddedFile] = [.previewPanelScript, .previewMainScript, .previewReloadScript]
      let code = PreviewPage.scripts { !parts.contains($0) } + element
      // Without comments and the spaces that lines begin with.
      let lines = code.split(separator: "\n").map { $0.drop { $0 == " " } }
      return "(() => {\n\"use strict\";\n"
        + lines.filter { !$0.hasPrefix("//") && $0 != "\"use strict\";" }.joined(separator: "\n")
        + "\n})();\n"
    }

    /// What the page's scripts are given.
    ///
    /// - Parameter before: an edition whose pictures the page has; those stand by their places in it.
    func json(after before: Result? = nil) -> String {
      var places: [String: Int] = [:]
      for (place, picture) in (before?.pictures ?? []).enumerated() { places[picture] = place }
      let list = pictures.map { picture in places[picture].map(String.init) ?? "\"\(picture)\"" }
      return data.dropLast() + ", \"pictures\":[" + list.joined(separator: ",") + "]}"
    }
  }

  /// - Parameter resources: fonts, and what earlier editions of the page were made of.
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

  /// What a server shows while there is no page, and why there is none.
  static func waiting(_ reason: String) -> String {
    EmbeddedFile.previewWaitingPage.filled([
      "style": EmbeddedFile.previewStyle.text, "error": markup(reason),
      "script": EmbeddedFile.previewReloadScript.text,
    ])
  }

  /// In the order of the files: each uses those before it.
  private static func scripts(_ isNeeded: (EmbeddedFile) -> Bool) -> String {
    EmbeddedFile.allCases.filter { file in
      file.rawValue.hasPrefix("Preview/") && file.rawValue.hasSuffix(".js") && isNeeded(file)
    }.map(\.text).joined(separator: "\n")
  }

  /// JSON that no end of a script element can stand in.
  private static func inert(_ json: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.utf8.count + 1024)
    for byte in json.utf8 {
      if byte == UInt8(ascii: "<") { bytes += "\\u003c".utf8 } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
