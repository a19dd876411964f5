import EmbeddedFiles
import FileAccess
import ImageCodecs
import PortableFoundation
import Raster
import StrictJSON

/// A frame of the recording and the header's picture of it, as PNG data.
public struct FitPicture: Hashable, Sendable {
  /// The frame's index.
  public var frame: Int
  /// The recorded picture, on the grid of the comparison.
  public var recorded: [UInt8]
  /// The header's picture according to its document, on the same grid.
  public var expected: [UInt8]

  /// The maximum number of pictures of frames that do not deviate.
  static let maxSampled = 40

  init(frame: Int, recorded: Pixmap, expected: Pixmap) throws(HeaderKitError) {
    func encoded(_ picture: Pixmap) throws(HeaderKitError) -> [UInt8] {
      try HeaderKitError.coding(.location("report"), writing: true, PNGEncoder.encode(picture))
    }
    self.frame = frame
    self.recorded = try encoded(recorded)
    self.expected = try encoded(expected)
  }
}

extension FitReport {
  /// The report as a self-contained HTML page with pictures of recorded and expected frames,
  /// offsets over time, and differences over offsets.
  public var page: String {
    EmbeddedFile.reportFitPage.filled([
      "title": markup("\(recording): \(verdict.badge)"), "style": EmbeddedFile.reportStyle.text,
      "header": markup(header), "recording": markup(recording),
      "hue": isGood ? "s-same" : "s-different", "verdict": markup(verdict.badge),
      "summary": markup(summary), "findings": sections,
      "report": pageData.replacing("<", with: "\\u003c"),
    ])
  }

  /// The reason, the remarks, the differences and the constants as HTML.
  private var sections: String {
    var text = ""
    for note in [verdict.reason].compactMap({ $0 }) + remarks { text += "<p>\(markup(note))</p>\n" }
    func list(_ title: String, _ items: [String]) {
      guard !items.isEmpty else { return }
      text += "<h2>\(title)</h2>\n<ul>\n" + items.map { "<li>\($0)</li>\n" }.joined() + "</ul>\n"
    }
    list(
      "Differences",
      deviations.map { "<b>\(markup($0.layer))</b> \(markup($0.explanation))" })
    list("Constants", constants.map { markup($0.line) })
    return text
  }

  private var pageData: String {
    JSONWriter.object { object in
      object.member("duration", duration)
      object.objects("deviations", deviations) { deviation, object in
        object.member("frames", deviation.frames.map(Double.init))
      }
      writeFrames(&object)
      object.objects("pictures", pictures) { picture, object in
        object.member("frame", Double(picture.frame))
        object.member("recorded", FitReport.address(picture.recorded))
        object.member("expected", FitReport.address(picture.expected))
      }
    }
  }

  private static func address(_ png: [UInt8]) -> String {
    "data:image/png;base64," + Data(png).base64EncodedString()
  }
}
