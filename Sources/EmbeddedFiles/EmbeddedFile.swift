import CEmbeddedFiles
import Foundation

/// A file that is part of the program, by its path in `Sources/CEmbeddedFiles`.
///
/// Each case has bytes and each file of the folder is a case, which a test holds them to.
package enum EmbeddedFile: String, CaseIterable, Sendable {
  // The built-in header documents, in the order in which users see them.
  case mimicHeader = "Headers/mimic.json"
  case thinkandbuildHeader = "Headers/thinkandbuild.json"
  case stretchHeader = "Headers/stretch.json"
  case contactsHeader = "Headers/contacts.json"
  case xProfileHeader = "Headers/x-profile.json"
  case largeTitleHeader = "Headers/large-title.json"
  case collapsingToolbarHeader = "Headers/collapsing-toolbar.json"
  case quickReturnHeader = "Headers/quick-return.json"
  case parallaxCoverHeader = "Headers/parallax-cover.json"
  case artistHeader = "Headers/artist.json"
  case chatProfileHeader = "Headers/chat-profile.json"
  case storiesProfileHeader = "Headers/stories-profile.json"

  // The pictures and the curve of the demo; the published frames of the self-test.
  case demoAvatar = "Demo/avatar.png"
  case demoBanner = "Demo/banner.jpg"
  case demoSwipe = "Demo/swipe.json"
  case selfTestVectors = "vectors.json"

  // The icons of headers and the rules for fonts.
  case icons = "Scene/icons.json"
  case fontRules = "Scene/fonts.conf"

  // Schemas, with places for what the program knows.
  case curveSchema = "Schemas/curve.json"
  case fitSchema = "Schemas/fit.json"
  case manifestSchema = "Schemas/manifest.json"
  case reportSchema = "Schemas/report.json"
  case sceneSchema = "Schemas/scene.json"
  case styleSchema = "Schemas/style.json"
  case traceSchema = "Schemas/trace.json"

  // A header document to start from, and swipes that have a name.
  case starterHeader = "Starter/header.json"
  case pullAndReleaseCurve = "Curves/pull-and-release.json"
  case collapseCurve = "Curves/collapse.json"
  case flingCurve = "Curves/fling.json"
  case fullTourCurve = "Curves/full-tour.json"
  case hesitateCurve = "Curves/hesitate.json"
  case tapFollowCurve = "Curves/tap-follow.json"
  case swipeTabsCurve = "Curves/swipe-tabs.json"
  case refreshCurve = "Curves/refresh.json"

  // The page of a preview, its style sheet and scripts.
  case previewPage = "Preview/page.html"
  case previewStyle = "Preview/page.css"
  case previewWaitingPage = "Preview/waiting.html"
  case previewExactScript = "Preview/exact.js"
  case previewSpringsScript = "Preview/springs.js"
  case previewEasingScript = "Preview/easing.js"
  case previewCellsScript = "Preview/cells.js"
  case previewTextsScript = "Preview/texts.js"
  case previewLayersScript = "Preview/layers.js"
  case previewContentsScript = "Preview/contents.js"
  case previewHeaderScript = "Preview/header.js"
  case previewAnswersScript = "Preview/answers.js"
  case previewInputsScript = "Preview/inputs.js"
  case previewScrollingScript = "Preview/scrolling.js"
  case previewSimulationScript = "Preview/simulation.js"
  case previewCurvesScript = "Preview/curves.js"
  case previewLiveScript = "Preview/live.js"
  case previewFramesScript = "Preview/frames.js"
  case previewPicturesScript = "Preview/pictures.js"
  case previewShapesScript = "Preview/shapes.js"
  case previewLetteringScript = "Preview/lettering.js"
  case previewChromeScript = "Preview/chrome.js"
  case previewPainterScript = "Preview/painter.js"
  case previewPlayerScript = "Preview/player.js"
  case previewGesturesScript = "Preview/gestures.js"
  case previewPanelScript = "Preview/panel.js"
  case previewMainScript = "Preview/main.js"
  case previewReloadScript = "Preview/reload.js"
  case embeddedElement = "Embed/element.js"

  // The pages of comparisons, fits and batches.
  case reportPage = "Report/page.html"
  case reportStyle = "Report/page.css"
  case reportViewerScript = "Report/viewer.js"
  case reportListScript = "Report/list.js"
  case reportFitPage = "Report/fit.html"
  case reportBatchPage = "Report/batch.html"

  // What one starts from; job files with places in << and >>.
  case starterReadme = "Starter/README.md"
  case starterManifest = "Starter/assets.jsonl"
  case starterLogSwift = "Starter/log-swift.txt"
  case starterLogSwiftUI = "Starter/log-swiftui.txt"
  case starterLogReactNative = "Starter/log-react-native.txt"
  case starterLogCompose = "Starter/log-compose.txt"
  case starterLogAndroid = "Starter/log-android.txt"
  case starterLogWeb = "Starter/log-web.txt"
  case starterLogFlutter = "Starter/log-flutter.txt"
  case jobSlurm = "Jobs/slurm.sh"
  case jobParallel = "Jobs/parallel.sh"
  case jobKubernetes = "Jobs/kubernetes.yaml"
  case jobGitHubActions = "Jobs/github-actions.yaml"
  case jobGitHubRelease = "Jobs/github-release.yaml"

  /// The file, as it stood in the source.
  package var bytes: [UInt8] {
    let file = embedded_file_named(rawValue)
    return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }

  /// The bytes as UTF-8.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The name without folder and extension.
  package var stem: String {
    let name = rawValue.split(separator: "/").last ?? ""
    return String(name.prefix { $0 != "." })
  }

  /// The text with each of its places, `{{name}}`, filled in.
  package func filled(_ values: [String: String]) -> String { text.filled(values) }
}

extension String {
  /// With each of its places, `{{name}}`, filled in; braces in a value are left alone, a place
  /// without a value is left empty.
  ///
  /// - Parameter marks: what stands around a place's name.
  package func filled(
    _ values: [String: String], marks: (start: String, end: String) = ("{{", "}}")
  ) -> String {
    let pieces = components(separatedBy: marks.start)
    return pieces.dropFirst().reduce(into: pieces[0]) { text, piece in
      let halves = piece.components(separatedBy: marks.end)
      text += (values[halves[0]] ?? "") + halves.dropFirst().joined(separator: marks.end)
    }
  }
}
