import EmbeddedFiles
package import FileAccess
import Foundation
import StrictJSON

/// A report as a page of HTML that needs nothing but a browser: no network, and no other file unless its
/// pictures are stored beside it.
///
/// It is written piece by piece: `head`, then `item` for each item in order, then `tail`. Pictures
/// stand in the page as inert text; the browser reads those of one item when it is opened, so that
/// hundreds of items cost nothing until looked at. The page itself is `page.html` of the embedded reports.
package enum HTMLReport {
  package static func head(title: String) -> String {
    template.head.filled(["title": markup(title), "style": EmbeddedFile.reportStyle.text])
  }

  /// The pictures of the item at `index`, where `address` puts them; empty when it has none.
  package static func item<Failure: Error>(
    _ pictures: ItemPictures?, index: Int, address: ([UInt8]) throws(Failure) -> String
  ) throws(Failure) -> String {
    guard let pictures, !pictures.moments.isEmpty else { return "" }
    var addresses: [[String?]] = []
    for moment in pictures.moments {
      var row: [String?] = []
      for png in [moment.first, moment.second, moment.difference] {
        row.append(try png.map(address))
      }
      addresses.append(row)
    }
    let json = JSONWriter.object { object in
      object.member("leftOut", pictures.leftOut)
      object.objects("moments", zip(pictures.moments, addresses)) { shown, object in
        let (moment, row) = shown
        object.member("label", moment.label)
        object.member("state", moment.state.rawValue)
        object.member("same", moment.isSame)
        object.member("pixels", moment.differentPixels)
        object.member("bounds", moment.bounds.map(\.numbers))
        object.member("first", row[0])
        object.member("second", row[1])
        object.member("difference", row[2])
      }
    }
    return "<script type=\"application/json\" id=\"item-\(index)\">\(inert(json))</script>\n"
  }

  /// The list of items and the program, after the last item.
  package static func tail(_ report: ComparisonReport) -> String {
    template.tail.filled([
      "first": markup(report.first), "second": markup(report.second),
      "metric": markup(report.metric),
      "notes": report.notes.map { "<p class=\"small\">\(markup($0))</p>" }.joined(),
      "summary": markup(report.summary), "report": inert(index(report)),
      "viewer": EmbeddedFile.reportViewerScript.text, "list": EmbeddedFile.reportListScript.text,
    ])
  }

  /// What the list and the heads of the items need.
  private static func index(_ report: ComparisonReport) -> String {
    JSONWriter.object { object in
      object.objects("items", report.items) { item, object in
        object.member("name", item.name)
        object.member("kind", item.kind?.rawValue)
        object.member("status", item.status.rawValue)
        object.member("firstSize", item.firstSize.map(\.sides))
        object.member("secondSize", item.secondSize.map(\.sides))
        object.member("pixels", item.differentPixels)
        object.member("ratio", item.differentRatio)
        object.member("antialiased", item.antialiasedPixels)
        object.member("ignored", item.ignoredPixels)
        object.member("bounds", item.bounds.map(\.numbers))
        object.member("details", item.details)
        object.member("problem", item.problem?.description)
        object.member("baseline", item.baseline?.rawValue)
      }
    }
  }

  package static func dataURL(_ png: [UInt8]) -> String {
    "data:image/png;base64," + Data(png).base64EncodedString()
  }

  /// JSON that no end of a script element can stand in.
  private static func inert(_ json: String) -> String { json.replacing("<", with: "\\u003c") }

  private static let template: (head: String, tail: String) = {
    let halves = EmbeddedFile.reportPage.text.components(separatedBy: "{{pictures}}\n")
    return (halves[0], halves.dropFirst().joined())
  }()
}

/// Writes a page to a file while the comparison runs. The file appears when it is complete;
/// dropped before, it leaves nothing.
package final class HTMLReportFile {
  private let file: AtomicFile
  private var index = 0
  /// Nil: pictures stand in the page.
  private let pictures: PictureFolder?

  /// Throws `.cannotCreate` when the place cannot be written.
  ///
  /// - Parameter folder: of the page, if its pictures are to be files beside it.
  package init(_ path: String, title: String, folder: String? = nil) throws(HeaderKitError) {
    file = try AtomicFile(path)
    pictures = folder.map(PictureFolder.init)
    try file.write(Array(HTMLReport.head(title: title).utf8))
  }

  /// A page `index.html` in a folder, with its pictures as files beside it. Throws as the other.
  package convenience init(folder: String, title: String) throws(HeaderKitError) {
    try self.init(HTMLReportFile.page(in: folder), title: title, folder: folder)
  }

  package static func page(in folder: String) -> String { folder + "/index.html" }
  package static func pictures(in folder: String) -> String { folder + "/" + PictureFolder.name }

  package func add(_ item: ItemPictures?) throws(HeaderKitError) {
    let text = try HTMLReport.item(item, index: index) { png throws(HeaderKitError) in
      try pictures?.store(png) ?? HTMLReport.dataURL(png)
    }
    try file.write(Array(text.utf8))
    index += 1
  }

  /// Adds the list and gives the file its name.
  package func finish(_ report: ComparisonReport) throws(HeaderKitError) {
    try file.write(Array(HTMLReport.tail(report).utf8))
    try file.commit()
    pictures?.removeOthers()
  }
}

/// The pictures of a page as files, named by their content: the same picture is there once.
private final class PictureFolder {
  static let name = "pictures"
  private let page: String
  private var stored: Set<String> = []

  init(page: String) { self.page = page }

  /// Writes a picture and returns its address as seen from the page.
  func store(_ png: [UInt8]) throws(HeaderKitError) -> String {
    let name = String(ContentDigest(of: png).hexadecimal.prefix(24)) + ".png"
    let address = PictureFolder.name + "/" + name
    guard stored.insert(name).inserted else { return address }
    try AtomicFile.write(png, to: page + "/" + address)
    return address
  }

  func removeOthers() {
    let folder = page + "/" + PictureFolder.name
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where !stored.contains(name) && PictureFolder.isOwn(name) {
      try? FileManager.default.removeItem(atPath: folder + "/" + name)
    }
  }

  private static func isOwn(_ name: String) -> Bool {
    name.hasSuffix(".png") && name.utf8.count == 28
      && name.dropLast(4).utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }
}
