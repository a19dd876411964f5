import EmbeddedFiles
import FileAccess
import Foundation
import ImageCodecs
import PortableMath
import Raster
import StrictJSON

/// A frame of the recording beside the header's picture of it, as PNG files.
public struct FitPicture: Hashable, Sendable {
  /// The frame's index.
  public var frame: Int
  /// The recording, in the pixels that were compared.
  public var recorded: [UInt8]
  /// The header as its document has it, in the same pixels.
  public var expected: [UInt8]

  /// The most of frames that do not deviate.
  static let most = 40

  init(frame: Int, recorded: Pixmap, expected: Pixmap) throws(HeaderKitError) {
    self.frame = frame
    do {
      self.recorded = try PNGEncoder.encode(recorded)
      self.expected = try PNGEncoder.encode(expected)
    } catch {
      throw HeaderKitError(error, subject: .place("report"), writing: true)
    }
  }
}

extension FitReport {
  /// The report as a page of HTML that needs nothing but a browser: frames beside the header's,
  /// offsets over time, differences over offsets.
  public var page: String {
    EmbeddedFile.reportFitPage.filled([
      "title": markup("\(recording): \(verdict.badge)"), "style": EmbeddedFile.reportStyle.text,
      "header": markup(header), "recording": markup(recording),
      "hue": isGood ? "s-same" : "s-different", "verdict": markup(verdict.badge),
      "summary": markup(summary), "findings": findings,
      "report": pageData.replacing("<", with: "\\u003c"),
    ])
  }

  private var findings: String {
    var text = ""
    if let reason = verdict.reason { text += "<p>\(markup(reason))</p>\n" }
    for note in remarks { text += "<p>\(markup(note))</p>\n" }
    if !deviations.isEmpty {
      text += "<h2>What differs</h2>\n<ul>\n"
      for deviation in deviations {
        text += "<li><b>\(markup(deviation.layer))</b> \(markup(deviation.explanation))</li>\n"
      }
      text += "</ul>\n"
    }
    if !constants.isEmpty {
      text += "<h2>Constants</h2>\n<ul>\n"
      for constant in constants { text += "<li>\(markup(constant.line))</li>\n" }
      text += "</ul>\n"
    }
    return text
  }

  private var pageData: String {
    JSONWriter.object { object in
      object.member("duration", duration)
      object.array("deviations") { list in
        for deviation in deviations {
          list.object { $0.member("frames", deviation.frames.map(Double.init)) }
        }
      }
      writeFrames(&object)
      object.array("pictures") { list in
        for picture in pictures {
          list.object { object in
            object.member("frame", Double(picture.frame))
            object.member("recorded", FitReport.address(picture.recorded))
            object.member("expected", FitReport.address(picture.expected))
          }
        }
      }
    }
  }

  private static func address(_ png: [UInt8]) -> String {
    "data:image/png;base64," + Data(png).base64EncodedString()
  }
}
