package import FileAccess
import PortableMath
import Raster

/// The report for a pull request: a job summary, one comment, and small pictures for the comment.
package struct PullRequestReport {
  /// The first line of the comment. The next run uses it to find and replace the comment.
  package static let marker = "<!-- twheader report -->"
  package static let maxItems = 20
  /// The maximum width of a picture in pixels. Three of them fit side by side in a comment.
  static let maxWidth = 240
  /// The maximum height of a picture in pixels, for long pages.
  static let maxHeight = 480
  /// The maximum length of the comment. GitHub rejects comments of more than 65,536 characters.
  static let maxCharacters = 60_000
  static let parts = ["expected", "actual", "diff"]

  private let report: ComparisonReport
  private let pictures: WebAddress?
  private let page: WebAddress?
  private let failing: [ComparedItem]

  /// - Parameters:
  ///   - pictures: The URL under which the folder's pictures will be published. `nil` for a comment
  ///     without pictures.
  ///   - page: The URL of the full report, or `nil` for no link.
  package init(_ report: ComparisonReport, pictures: WebAddress?, page: WebAddress?) {
    self.report = report
    self.pictures = pictures
    self.page = page
    failing = report.items.filter { $0.status != .same }
  }

  /// Writes `summary.md`, `comment.md` and `pictures/1-expected.png` etc. to a folder. Creates the
  /// folder if necessary.
  ///
  /// - Throws: `.noInput` or `.badData` if a picture named in the report cannot be read.
  package func write(to folder: String, limits: RenderLimits) throws(HeaderKitError) {
    try TemporaryFiles.makeFolder(folder, for: folder)
    let tree = try FolderTree(folder)
    var shown: [[String: Int]] = []
    for (index, item) in failing.prefix(Self.maxItems).enumerated() {
      var widths: [String: Int] = [:]
      for part in Self.parts {
        guard let path = item.writtenPictures.first(where: { $0.hasSuffix(".\(part).png") })
        else { continue }
        let small = try Self.reduced(path, limits: limits)
        try AtomicFile.write(PageImage.encode(small), to: Self.name(index, part), in: tree)
        widths[part] = small.width
      }
      shown.append(widths)
    }
    // Removes pictures of an earlier report. Other files in the folder belong to the user.
    for index in 0..<Self.maxItems {
      for part in Self.parts where index >= shown.count || shown[index][part] == nil {
        try tree.remove(Self.name(index, part))
      }
    }
    try AtomicFile.write(Array(MarkdownReport.text(report).utf8), to: "summary.md", in: tree)
    try AtomicFile.write(Array(comment(shown).utf8), to: "comment.md", in: tree)
  }

  private static func name(_ index: Int, _ part: String) -> String {
    "pictures/\(index + 1)-\(part).png"
  }

  /// - Parameter shown: For each row, the widths of its pictures by their part names.
  private func comment(_ shown: [[String: Int]]) -> String {
    var text = "\(Self.marker)\n### Headers: \(MarkdownReport.plain(report.summary))\n"
    let more = page.map { "\n[Full report](\($0.text))\n" } ?? ""
    guard !failing.isEmpty else { return text + "\nNo differences.\n" + more }
    text += "\n| | before | after | difference |\n| --- | --- | --- | --- |\n"
    var rows = 0
    for (index, item) in failing.prefix(Self.maxItems).enumerated() {
      let row = tableRow(item, index: index, widths: shown[index])
      guard text.count + row.count < Self.maxCharacters else { break }
      text += row
      rows += 1
    }
    if rows < failing.count { text += "\n... and \(failing.count - rows) more.\n" }
    return text + more
  }

  private func tableRow(_ item: ComparedItem, index: Int, widths: [String: Int]) -> String {
    let findings = item.problem.map { [$0.description] } ?? Array(item.details.prefix(3))
    let said =
      [MarkdownReport.code(item.name) + " " + item.status.rawValue]
      + findings.map {
        // Long details are cut, because the pictures show more.
        MarkdownReport.plain(String($0.prefix(300)))
      }
    var row = "| " + said.joined(separator: "<br>")
    for part in Self.parts {
      row += " | "
      guard let pictures, let width = widths[part] else { continue }
      let address = "\(pictures.text)/\(index + 1)-\(part).png"
      row += "<img src=\"\(address)\" width=\"\(width)\" alt=\"\(part)\">"
    }
    return row + " |\n"
  }

  private static func reduced(
    _ path: String, limits: RenderLimits
  ) throws(HeaderKitError) -> Pixmap {
    let picture = try PictureFile.decode(
      InputFile.read(path, limit: limits.inputBytes), subject: path, limits: limits)
    let share = min(
      1, Double(maxWidth) / Double(picture.width), Double(maxHeight) / Double(picture.height))
    guard share < 1,
      let size = PixelSize(
        width: max(1, Int((Double(picture.width) * share).rounded())),
        height: max(1, Int((Double(picture.height) * share).rounded())))
    else { return picture }
    return picture.resized(source: DeviceRect(picture.size.bounds), to: size, filter: .area)
  }
}

/// A URL that needs no escaping in Markdown or HTML.
package struct WebAddress: Hashable, Sendable {
  /// The URL without a trailing slash.
  package let text: String

  /// `nil` if the text is not an HTTP URL or contains a character with a meaning in Markdown or
  /// HTML.
  package init?(_ text: String) {
    guard text.hasPrefix("https://") || text.hasPrefix("http://"),
      text.allSatisfy({
        $0.isASCII && ($0.isLetter || $0.isNumber || "-._~:/?#@!$&'+,;=%".contains($0))
      })
    else { return nil }
    self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}
