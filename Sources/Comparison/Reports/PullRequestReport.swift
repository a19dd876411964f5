package import FileAccess
import PortableMath
import Raster

/// What a pull request shows of a comparison: a step's summary, one comment, and the comment's small pictures.
package struct PullRequestReport {
  /// The first line of a comment, by which the next run finds the one to replace.
  package static let marker = "<!-- twheader report -->"
  package static let mostItems = 20
  /// Pixels; three pictures stand side by side in a comment.
  static let mostWidth = 240
  /// Pixels, so that a long page stays a small picture.
  static let mostHeight = 480
  /// GitHub refuses a comment of more than 65,536 characters.
  static let mostCharacters = 60_000
  static let parts = ["expected", "actual", "diff"]

  private let report: ComparisonReport
  private let pictures: WebAddress?
  private let page: WebAddress?
  private let failing: [ComparedItem]

  /// - Parameters:
  ///   - pictures: where the folder's pictures will be seen; without it the comment has none.
  ///   - page: where the whole report is seen.
  package init(_ report: ComparisonReport, pictures: WebAddress?, page: WebAddress?) {
    self.report = report
    self.pictures = pictures
    self.page = page
    failing = report.items.filter { $0.status != .same }
  }

  /// Writes `summary.md`, `comment.md` and `pictures/1-expected.png` ... to a folder, which is made where it is missing.
  ///
  /// Throws `.noInput` and `.badData` for pictures that the report names and that cannot be read.
  package func write(to folder: String, limits: RenderLimits) throws(HeaderKitError) {
    try TemporaryFiles.makeFolder(folder, for: folder)
    let tree = try FolderTree(folder)
    var shown: [[String: Int]] = []
    for (index, item) in failing.prefix(Self.mostItems).enumerated() {
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
    // Those of an earlier report are no part of this one; whatever else is there is the user's.
    for index in 0..<Self.mostItems {
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

  /// - Parameter shown: of each item that has a row, the widths of its pictures by their parts.
  private func comment(_ shown: [[String: Int]]) -> String {
    var text = "\(Self.marker)\n### Headers: \(MarkdownReport.plain(report.summary))\n"
    let more = page.map { "\n[The whole report](\($0.text))\n" } ?? ""
    guard !failing.isEmpty else { return text + "\nEverything is as it was.\n" + more }
    text += "\n| | before | after | difference |\n| --- | --- | --- | --- |\n"
    var rows = 0
    for (index, item) in failing.prefix(Self.mostItems).enumerated() {
      let row = row(item, index: index, widths: shown[index])
      guard text.count + row.count < Self.mostCharacters else { break }
      text += row
      rows += 1
    }
    if rows < failing.count { text += "\n... and \(failing.count - rows) more.\n" }
    return text + more
  }

  private func row(_ item: ComparedItem, index: Int, widths: [String: Int]) -> String {
    let findings = item.problem.map { [$0.description] } ?? Array(item.details.prefix(3))
    let said =
      [MarkdownReport.code(item.name) + " " + item.status.rawValue]
      + findings.map {
        // The pictures say more than the end of a long line.
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
      1, Double(mostWidth) / Double(picture.width), Double(mostHeight) / Double(picture.height))
    guard share < 1,
      let size = PixelSize(
        width: max(1, Int((Double(picture.width) * share).rounded())),
        height: max(1, Int((Double(picture.height) * share).rounded())))
    else { return picture }
    return picture.resized(source: DeviceRect(picture.size.bounds), to: size, filter: .area)
  }
}

/// An address that can stand in Markdown and HTML as it is.
package struct WebAddress: Hashable, Sendable {
  /// Without a slash at its end.
  package let text: String

  /// Nil for what is no http address, or has a character that Markdown or HTML would read.
  package init?(_ text: String) {
    guard text.hasPrefix("https://") || text.hasPrefix("http://"),
      text.allSatisfy({
        $0.isASCII && ($0.isLetter || $0.isNumber || "-._~:/?#@!$&'+,;=%".contains($0))
      })
    else { return nil }
    self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}
