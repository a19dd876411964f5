import CEmbeddedFiles

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

  // The pictures and the curve of the demo; the published frames of the self-test.
  case demoAvatar = "Demo/avatar.png"
  case demoBanner = "Demo/banner.jpg"
  case demoSwipe = "Demo/swipe.json"
  case selfTestVectors = "vectors.json"

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

  // The pages of comparisons, fits and batches.
  case reportPage = "Report/page.html"
  case reportStyle = "Report/page.css"
  case reportViewerScript = "Report/viewer.js"
  case reportListScript = "Report/list.js"
  case reportFitPage = "Report/fit.html"
  case reportBatchPage = "Report/batch.html"

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
}
