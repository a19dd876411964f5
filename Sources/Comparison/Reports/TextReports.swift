import FileAccess
import VisualDiff

/// The report as plain text: a line for each item, with indented details.
package enum LineReport {
  package static func lines(_ item: ComparedItem, showsDetails: Bool = true) -> [String] {
    var head = "\(item.status.rawValue): \(item.name.onOneLine)"
    if let problem = item.problem?.description {
      let naming = problem.hasPrefix(item.name + ":") ? "\(item.status.rawValue): " : head + ": "
      head = naming + problem
    }
    switch item.status {
    case .missing: head += ": the baseline has no counterpart"
    case .added: head += ": no baseline"
    case .same, .different, .unreadable: break
    }
    if let baseline = item.baseline { head += " (baseline \(baseline.rawValue))" }
    return [head] + (showsDetails ? item.details.map { "  " + $0.onOneLine } : [])
  }

  /// Returns the whole report. The last line is the summary.
  package static func text(_ report: ComparisonReport) -> String {
    let itemLines = report.items.flatMap { lines($0) }
    let all = itemLines + report.notes + [report.summary]
    return all.joined(separator: "\n") + "\n"
  }
}

/// The report as Markdown for a job summary or a comment: a table of the items that do not pass,
/// and their details in collapsed sections.
package enum MarkdownReport {
  /// The maximum number of rows. GitHub truncates a job summary at 1 MiB.
  package static let maxRows = 200

  package static func text(_ report: ComparisonReport) -> String {
    let failing = report.items.filter { $0.status != .same }
    var text = "## Visual comparison: \(code(report.summary))\n\n"
    text += "Baseline \(code(report.first)), judged \(code(report.second)), "
    text += "metric \(code(report.metric)).\n"
    if !report.notes.isEmpty {
      text += "\n" + report.notes.map { "> \(plain($0))" }.joined(separator: "\n") + "\n"
    }
    if failing.isEmpty { return text + "\nNo differences.\n" }
    text += "\n| item | status | pixels | ratio | first finding |\n"
    text += "| --- | --- | ---: | ---: | --- |\n"
    for item in failing.prefix(maxRows) {
      let finding = item.problem?.description ?? item.details.first ?? ""
      let status = item.baseline.map { "\(item.status.rawValue), baseline \($0.rawValue)" }
      text += "| \(code(item.name)) | \(status ?? item.status.rawValue) "
      text += "| \(item.differentPixels) | \(percentage(item.differentRatio)) "
      text += "| \(plain(finding)) |\n"
    }
    if failing.count > maxRows { text += "\n... and \(failing.count - maxRows) more.\n" }
    for item in failing.prefix(maxRows) where item.details.count > 1 {
      text += "\n<details><summary>\(plain(item.name))</summary>\n\n"
      text += item.details.map { "- \(plain($0))" }.joined(separator: "\n")
      text += "\n\n</details>\n"
    }
    return text
  }

  /// Escapes all Markdown and HTML markup.
  static func plain(_ text: String) -> String {
    var plain = ""
    for character in text.onOneLine {
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

  /// Returns a code span. A backtick in the text requires a longer delimiter, a vertical bar an
  /// escape.
  static func code(_ text: String) -> String {
    let line = text.onOneLine.replacing("|", with: "\\|")
    if !line.contains("`") { return "`\(line)`" }
    return "`` \(line) ``"
  }
}

/// The report as workflow commands of GitHub Actions: an annotation for each item that does not
/// pass.
package enum AnnotationReport {
  /// The maximum number of annotations. GitHub shows 10 per step and silently drops the others.
  package static let maxErrors = 10

  /// Returns the lines for standard output, each with a newline. Empty if all items pass.
  package static func text(_ report: ComparisonReport) -> String {
    let failing = report.items.filter { !$0.passes }
    var lines = failing.prefix(maxErrors).map { item -> String in
      let file = item.secondPath ?? item.firstPath ?? item.name
      let finding = item.problem?.description ?? item.details.first ?? LineReport.lines(item)[0]
      return
        "::error file=\(property(file)),title=\(property("\(item.status.rawValue): \(item.name)"))"
        + "::\(message(finding))"
    }
    if failing.count > maxErrors {
      lines.append("::error title=twheader diff::\(message("in all: \(report.summary)"))")
    }
    for note in report.notes { lines.append("::warning title=twheader diff::\(message(note))") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Escapes as in github.com/actions/toolkit, packages/core, command.ts.
  private static func message(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    message(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
