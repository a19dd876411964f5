import Files
import Rendering
import VisualDiff

/// A report as Markdown, for a step summary or a comment: a table of what does not pass, details
/// folded, and the count of the rest.
public enum MarkdownReport {
  /// Items with a row of their own; GitHub cuts a summary off at 1 MiB.
  package static let mostRows = 200

  /// The text with a line break at the end.
  public static func text(_ report: ComparisonReport) -> String {
    let failing = report.items.filter { $0.status != .same }
    var text = "## Visual comparison: \(code(report.summary))\n\n"
    text += "Baseline \(code(report.first)), judged \(code(report.second)), "
    text += "metric \(code(report.metric)).\n"
    if !report.notes.isEmpty {
      text += "\n" + report.notes.map { "> \(plain($0))" }.joined(separator: "\n") + "\n"
    }
    if failing.isEmpty { return text + "\nEverything is the same.\n" }
    text += "\n| item | status | pixels | ratio | first finding |\n"
    text += "| --- | --- | ---: | ---: | --- |\n"
    for item in failing.prefix(mostRows) {
      let finding = item.problem?.description ?? item.details.first ?? ""
      let status = item.baseline.map { "\(item.status.rawValue), baseline \($0.rawValue)" }
      text += "| \(code(item.name)) | \(status ?? item.status.rawValue) "
      text += "| \(item.differentPixels) | \(percentage(item.differentRatio)) "
      text += "| \(plain(finding)) |\n"
    }
    if failing.count > mostRows {
      text += "\n... and \(failing.count - mostRows) more.\n"
    }
    for item in failing.prefix(mostRows) where item.details.count > 1 {
      text += "\n<details><summary>\(plain(item.name))</summary>\n\n"
      text += item.details.map { "- \(plain($0))" }.joined(separator: "\n")
      text += "\n\n</details>\n"
    }
    return text
  }

  /// Text that no mark of Markdown or HTML in it can change.
  private static func plain(_ text: String) -> String {
    var plain = ""
    for character in oneLine(text) {
      switch character {
      case "<": plain += "&lt;"
      case ">": plain += "&gt;"
      case "&": plain += "&amp;"
      case "|", "\\", "`", "*", "_", "[", "]", "#", "~": plain += "\\\(character)"
      default: plain.append(character)
      }
    }
    return plain
  }

  /// A code span; a backtick in the text asks for a longer fence, a bar for an escape.
  private static func code(_ text: String) -> String {
    let line = oneLine(text).replacing("|", with: "\\|")
    if !line.contains("`") { return "`\(line)`" }
    return "`` \(line) ``"
  }
}
