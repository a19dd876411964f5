import CPreviewAssets
package import Files
import Foundation
import HeaderScene
package import Rendering
package import Scrolling

/// A header as one page of HTML that needs nothing but a browser: no network, no other file. Its
/// scripts are an interpreter of header documents of their own, which a finger or a curve scrolls.
package struct PreviewPage: Sendable {
  /// What is shown.
  package var header = SceneRequest()
  /// What the page plays.
  package var curve = CurveSource.builtIn
  /// How often the header is told the offset while the curve is played.
  package var eventRate = EventRate.standard

  package init() {}

  /// A finished page.
  package struct Result: Sendable {
    package let html: String
    /// What a user should know.
    package let warnings: [String]
    /// The files that were read.
    package let files: [String]
  }

  /// - Parameters:
  ///   - resources: fonts, and what was read for other pages.
  ///   - isServed: whether the page asks its server for changes.
  package func make(
    with resources: Renderer.Resources, isServed: Bool = false
  ) throws(HeaderKitError) -> Result {
    let settings = try SceneResolver(header, shared: resources.shared).outline().settings
    let measurer = RecordingMeasurer(
      SceneTextMeasurer(fonts: resources.fonts, font: settings.font))
    let scene = try SceneResolver(header, shared: resources.shared)
      .resolve(fonts: resources.fonts, measurer: measurer)
    let playback = try CurvePlayback(curve, in: scene.scrollEnvironment, limits: header.limits)
    var data = try PageData(
      scene, fonts: resources.fonts, measurer: measurer, playback: playback,
      rate: eventRate)
    let scripts =
      (0..<preview_script_count()).map { Self.text(preview_script($0)) }
      + (isServed ? [Self.text(preview_reload())] : [])
    let html = Self.filled(
      Self.text(preview_page()),
      [
        "title": markup(scene.outline.name), "style": Self.text(preview_style()),
        "data": Self.inert(try data.json()), "script": scripts.joined(separator: "\n"),
      ])
    return Result(
      html: html, warnings: scene.warnings(fonts: resources.fonts, after: data.composer),
      files: scene.files + curve.files)
  }

  /// JSON that no end of a script element can stand in.
  private static func inert(_ json: String) -> String { json.replacing("<", with: "\\u003c") }

  private static func text(_ asset: preview_asset) -> String {
    String(decoding: UnsafeBufferPointer(start: asset.bytes, count: asset.count), as: UTF8.self)
  }

  /// The template with each `{{name}}` replaced; braces in a value are left alone.
  private static func filled(_ template: String, _ values: [String: String]) -> String {
    let pieces = template.components(separatedBy: "{{")
    return pieces.dropFirst().reduce(into: pieces[0]) { text, piece in
      let halves = piece.components(separatedBy: "}}")
      text += (values[halves[0]] ?? "") + halves.dropFirst().joined(separator: "}}")
    }
  }
}
