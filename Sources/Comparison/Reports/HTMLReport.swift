import EmbeddedFiles
package import FileAccess
import PortableFoundation
import StrictJSON

/// The report as an HTML page that works offline and is self-contained, unless its pictures are
/// stored as separate files.
///
/// It is written incrementally: `head`, then `item` for each item in order, then `tail`. Pictures
/// are embedded as inert text, and the browser decodes those of an item when it is opened, so
/// hundreds of items load fast. The template is `page.html` of the embedded reports.
package enum HTMLReport {
  package static func head(title: String) -> String {
    template.head.filled(["title": markup(title), "style": EmbeddedFile.reportStyle.text])
  }

  /// Returns the pictures of the item at `index`. `address` returns the URL of a picture. Empty if
  /// the item has no pictures.
  package static func item<Failure: Error>(
    _ pictures: ItemPictures?, index: Int, address: ([UInt8]) throws(Failure) -> String
  ) throws(Failure) -> String {
    guard let pictures, !pictures.moments.isEmpty else { return "" }
    let addresses = try pictures.moments.map { moment throws(Failure) in
      (
        first: try moment.first.map(address), second: try moment.second.map(address),
        difference: try moment.difference.map(address)
      )
    }
    let json = JSONWriter.object { object in
      object.member("leftOut", pictures.leftOut)
      object.objects("moments", zip(pictures.moments, addresses)) { shown, object in
        let (moment, addresses) = shown
        object.member("label", moment.label)
        object.member("state", moment.state.rawValue)
        object.member("same", moment.isSame)
        object.member("pixels", moment.differentPixels)
        object.member("bounds", moment.bounds.map(\.numbers))
        object.member("first", addresses.first)
        if let base = moment.base { object.member("base", base) }
        object.member("second", addresses.second)
        object.member("patch", moment.isPatch)
        object.member("difference", addresses.difference)
      }
    }
    return "<script type=\"application/json\" id=\"item-\(index)\">\(escaped(json))</script>\n"
  }

  /// Returns the list of items and the scripts, which follow the last item.
  package static func tail(_ report: ComparisonReport) -> String {
    template.tail.filled([
      "first": markup(report.first), "second": markup(report.second),
      "metric": markup(report.metric),
      "notes": report.notes.map { "<p class=\"small\">\(markup($0))</p>" }.joined(),
      "summary": markup(report.summary), "report": escaped(index(report)),
      "viewer": EmbeddedFile.reportViewerScript.text, "list": EmbeddedFile.reportListScript.text,
    ])
  }

  /// Returns the data for the list of items and their headings.
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

  static func isWebP(_ picture: [UInt8]) -> Bool { picture.starts(with: "RIFF".utf8) }

  /// A picture of the page, to which moments refer by `#number`.
  static func element(_ picture: [UInt8], number: Int) -> [UInt8] {
    let type = isWebP(picture) ? "webp" : "png"
    let start =
      "<script type=\"text/plain\" id=\"picture-\(number)\" data-type=\"image/\(type)\" "
      + "data-bytes=\"\(picture.count)\">"
    return Array(start.utf8) + DenseText.encoded(picture) + Array("</script>\n".utf8)
  }

  /// Escapes JSON so that it cannot close a script element.
  private static func escaped(_ json: String) -> String { json.replacing("<", with: "\\u003c") }

  private static let template: (head: String, tail: String) = {
    let halves = EmbeddedFile.reportPage.text.split(
      separator: "{{pictures}}\n", omittingEmptySubsequences: false)
    return (String(halves[0]), halves.dropFirst().joined())
  }()
}

/// Writes a page to a file during a comparison. The file appears when it is complete. If the writer
/// is released earlier, it leaves no file.
package final class HTMLReportFile {
  private static let pictures = "pictures"
  private let file: AtomicFile
  private var index = 0
  /// The folder of the page, if its pictures are separate files. They are named by their content,
  /// so that equal pictures are stored once. `nil` embeds the pictures in the page.
  private let folder: String?
  private var stored: Set<String> = []
  /// The numbers of the pictures in the page, by their digest: each is there once.
  private var numbers: [String: Int] = [:]

  /// Starts a page at `path`.
  ///
  /// - Parameter folder: The folder of the page, to store its pictures as separate files.
  /// - Throws: `.cannotCreate` if the file cannot be written.
  package init(_ path: String, title: String, folder: String? = nil) throws(HeaderKitError) {
    file = try AtomicFile(path)
    self.folder = folder
    try file.write(Array(HTMLReport.head(title: title).utf8))
  }

  /// Starts the page `index.html` in a folder, with its pictures as separate files.
  ///
  /// - Throws: `.cannotCreate` if the file cannot be written.
  package convenience init(folder: String, title: String) throws(HeaderKitError) {
    try self.init(HTMLReportFile.page(in: folder), title: title, folder: folder)
  }

  package static func page(in folder: String) -> String { folder + "/index.html" }
  package static func pictures(in folder: String) -> String { folder + "/" + pictures }

  package func add(_ item: ItemPictures?) throws(HeaderKitError) {
    var elements: [UInt8] = []
    let text = try HTMLReport.item(item, index: index) { picture throws(HeaderKitError) in
      if let folder { return try store(picture, in: folder) }
      let digest = ContentDigest(of: picture).hexadecimal
      let number = numbers[digest] ?? numbers.count
      if numbers.updateValue(number, forKey: digest) == nil {
        elements += HTMLReport.element(picture, number: number)
      }
      return "#\(number)"
    }
    try file.write(elements + Array(text.utf8))
    index += 1
  }

  /// Writes the list of items and gives the file its name.
  package func finish(_ report: ComparisonReport) throws(HeaderKitError) {
    try file.write(Array(HTMLReport.tail(report).utf8))
    try file.commit()
    if let folder { removeOthers(HTMLReportFile.pictures(in: folder)) }
  }

  /// Stores a picture and returns its URL relative to the page.
  private func store(_ picture: [UInt8], in folder: String) throws(HeaderKitError) -> String {
    let name =
      String(ContentDigest(of: picture).hexadecimal.prefix(Self.nameLength))
      + (HTMLReport.isWebP(picture) ? ".webp" : ".png")
    if stored.insert(name).inserted {
      try AtomicFile.write(picture, to: HTMLReportFile.pictures(in: folder) + "/" + name)
    }
    return HTMLReportFile.pictures + "/" + name
  }

  /// The number of characters of a picture's name without its extension.
  private static let nameLength = 24

  private static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: ".")
    return parts.count == 2 && ["png", "webp"].contains(parts[1]) && parts[0].count == nameLength
      && parts[0].utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }

  /// Removes the pictures of earlier pages.
  private func removeOthers(_ folder: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where !stored.contains(name) && Self.isName(name) {
      try? FileManager.default.removeItem(atPath: folder + "/" + name)
    }
  }
}
