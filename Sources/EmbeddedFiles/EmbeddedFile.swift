import CEmbeddedFiles
import PortableFoundation

/// A file that is embedded in the program, identified by its path in `Sources/CEmbeddedFiles`.
///
/// A test checks that the constants and the files of the folder correspond.
package struct EmbeddedFile: RawRepresentable, CaseIterable, Hashable, Sendable {
  package let rawValue: String

  /// `nil` if the program has no such file.
  package init?(rawValue: String) {
    guard embedded_file_named(rawValue).count > 0 else { return nil }
    self.rawValue = rawValue
  }

  private init(_ path: String) { rawValue = path }

  /// All files. Header documents are in the order of `twheader style list`, and each script follows
  /// the scripts that it depends on.
  package static let allCases = (0..<embedded_file_count()).map { index in
    EmbeddedFile(String(cString: embedded_file_at(index).name))
  }

  package static let demoAvatar = EmbeddedFile("Demo/avatar.png")
  package static let demoBanner = EmbeddedFile("Demo/banner.jpg")
  package static let demoSwipe = EmbeddedFile("Demo/swipe.json")
  package static let selfTestVectors = EmbeddedFile("vectors.json")
  package static let icons = EmbeddedFile("Scene/icons.json")
  package static let fontRules = EmbeddedFile("Scene/fonts.conf")
  package static let curveSchema = EmbeddedFile("Schemas/curve.json")
  package static let fitSchema = EmbeddedFile("Schemas/fit.json")
  package static let manifestSchema = EmbeddedFile("Schemas/manifest.json")
  package static let reportSchema = EmbeddedFile("Schemas/report.json")
  package static let sceneSchema = EmbeddedFile("Schemas/scene.json")
  package static let styleSchema = EmbeddedFile("Schemas/style.json")
  package static let traceSchema = EmbeddedFile("Schemas/trace.json")
  package static let starterHeader = EmbeddedFile("Starter/header.json")
  package static let previewPage = EmbeddedFile("Preview/page.html")
  package static let previewStyle = EmbeddedFile("Preview/page.css")
  package static let previewWaitingPage = EmbeddedFile("Preview/waiting.html")
  package static let previewPanelScript = EmbeddedFile("Preview/panel.js")
  package static let previewMainScript = EmbeddedFile("Preview/main.js")
  package static let previewReloadScript = EmbeddedFile("Preview/reload.js")
  package static let embeddedElement = EmbeddedFile("Embed/element.js")
  package static let reportPage = EmbeddedFile("Report/page.html")
  package static let reportStyle = EmbeddedFile("Report/page.css")
  package static let reportViewerScript = EmbeddedFile("Report/viewer.js")
  package static let reportListScript = EmbeddedFile("Report/list.js")
  package static let reportFitPage = EmbeddedFile("Report/fit.html")
  package static let reportBatchPage = EmbeddedFile("Report/batch.html")
  package static let starterReadme = EmbeddedFile("Starter/README.md")
  package static let starterManifest = EmbeddedFile("Starter/assets.jsonl")
  package static let jobSlurm = EmbeddedFile("Jobs/slurm.sh")
  package static let jobParallel = EmbeddedFile("Jobs/parallel.sh")
  package static let jobKubernetes = EmbeddedFile("Jobs/kubernetes.yaml")
  package static let jobGitHubActions = EmbeddedFile("Jobs/github-actions.yaml")
  package static let jobGitHubRelease = EmbeddedFile("Jobs/github-release.yaml")

  /// The contents of the file.
  package var bytes: [UInt8] {
    let file = embedded_file_named(rawValue)
    return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }

  /// The contents as UTF-8 text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The file name without folder and extension.
  package var stem: String {
    let name = rawValue.split(separator: "/").last ?? ""
    return String(name.prefix { $0 != "." })
  }

  /// Returns the text with each placeholder `{{name}}` replaced by its value.
  package func filled(_ values: [String: String]) -> String { text.filled(values) }
}

extension String {
  /// Returns the string with each placeholder `{{name}}` replaced by its value, or removed if it
  /// has none. Braces in values are unchanged.
  ///
  /// - Parameter marks: The delimiters of placeholders.
  package func filled(
    _ values: [String: String], marks: (start: String, end: String) = ("{{", "}}")
  ) -> String {
    let pieces = split(separator: marks.start, omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(into: String(pieces[0])) { text, piece in
      let halves = piece.split(separator: marks.end, omittingEmptySubsequences: false)
      text += (values[String(halves[0])] ?? "") + halves.dropFirst().joined(separator: marks.end)
    }
  }
}
