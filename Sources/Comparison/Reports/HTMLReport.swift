import CReportAssets
package import Files
import Foundation
import Numerics
import Raster
import Rendering
import StrictJSON

/// A report as one page of HTML that needs nothing but a browser: no network, no other file.
///
/// It is written piece by piece: `head`, then `item` for each item in order, then `tail`. Pictures
/// stand in the page as inert text; the browser reads those of one item when it is opened, so that
/// hundreds of items cost nothing until looked at. The page itself is `page.html` of CReportAssets.
package enum HTMLReport {
  /// Everything before the first item.
  package static func head(title: String) -> String {
    filled(template.head, ["title": markup(title), "style": text(report_style())])
  }

  /// The pictures of the item at `index`; empty when it has none.
  package static func item(_ pictures: ItemPictures?, index: Int) -> String {
    guard let pictures, !pictures.moments.isEmpty else { return "" }
    let json = JSONWriter.object { object in
      object.member("leftOut", pictures.leftOut)
      object.array("moments") { moments in
        for moment in pictures.moments {
          moments.object { object in
            object.member("label", moment.label)
            object.member("state", moment.state.rawValue)
            object.member("same", moment.isSame)
            object.member("pixels", moment.differentPixels)
            object.member("bounds", moment.bounds.map(numbers))
            object.member("first", moment.first.map(base64))
            object.member("second", moment.second.map(base64))
            object.member("difference", moment.difference.map(base64))
          }
        }
      }
    }
    return "<script type=\"application/json\" id=\"item-\(index)\">\(inert(json))</script>\n"
  }

  /// The list of items and the program, after the last item.
  package static func tail(_ report: ComparisonReport) -> String {
    filled(
      template.tail,
      [
        "first": markup(report.first), "second": markup(report.second),
        "metric": markup(report.metric),
        "notes": report.notes.map { "<p class=\"small\">\(markup($0))</p>" }.joined(),
        "summary": markup(report.summary), "report": inert(index(report)),
        "viewer": text(report_viewer()), "list": text(report_list()),
      ])
  }

  /// What the list and the heads of the items need.
  private static func index(_ report: ComparisonReport) -> String {
    JSONWriter.object { object in
      object.array("items") { items in
        for item in report.items {
          items.object { object in
            object.member("name", item.name)
            object.member("kind", item.kind?.rawValue)
            object.member("status", item.status.rawValue)
            object.member(
              "firstSize", item.firstSize.map { [Double($0.width), Double($0.height)] })
            object.member(
              "secondSize", item.secondSize.map { [Double($0.width), Double($0.height)] })
            object.member("pixels", item.differentPixels)
            object.member("ratio", item.differentRatio)
            object.member("antialiased", item.antialiasedPixels)
            object.member("ignored", item.ignoredPixels)
            object.member("bounds", item.bounds.map(numbers))
            object.member("details", item.details)
            object.member("problem", item.problem?.description)
            object.member("baseline", item.baseline?.rawValue)
          }
        }
      }
    }
  }

  private static func numbers(_ rect: PixelRect) -> [Double] {
    [Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height)]
  }

  private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// JSON that no end of a script element can stand in.
  private static func inert(_ json: String) -> String { json.replacing("<", with: "\\u003c") }
}

extension HTMLReport {
  /// The page before and after the pictures.
  private static let template: (head: String, tail: String) = {
    let halves = text(report_page()).components(separatedBy: "{{pictures}}\n")
    return (halves[0], halves.dropFirst().joined())
  }()

  private static func text(_ asset: report_asset) -> String {
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

/// Writes a page to a file while the comparison runs. The file appears when it is complete;
/// dropped before, it leaves nothing.
package final class HTMLReportFile {
  private var file: AtomicFile
  private var index = 0

  /// Throws `.cannotCreate` when the place cannot be written.
  package init(_ path: String, title: String) throws(HeaderKitError) {
    try ParentFolder.create(for: path)
    var file = try AtomicFile(path)
    try file.write(Array(HTMLReport.head(title: title).utf8))
    self.file = file
  }

  /// Adds the next item's pictures.
  package func add(_ pictures: ItemPictures?) throws(HeaderKitError) {
    try file.write(Array(HTMLReport.item(pictures, index: index).utf8))
    index += 1
  }

  /// Adds the list and gives the file its name.
  package func finish(_ report: ComparisonReport) throws(HeaderKitError) {
    try file.write(Array(HTMLReport.tail(report).utf8))
    try file.commit()
  }
}
