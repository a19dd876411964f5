import Files
import Rendering

/// A report as workflow commands of GitHub Actions: an annotation for each item that does not
/// pass.
public enum AnnotationReport {
  /// Commands GitHub shows of one step; the rest would be dropped without a word.
  package static let mostErrors = 10

  /// Lines for standard output, each with a line break; empty when all passes.
  public static func text(_ report: ComparisonReport) -> String {
    let failing = report.items.filter { !$0.passes }
    var lines = failing.prefix(mostErrors).map { item -> String in
      let file = item.secondPath ?? item.firstPath ?? item.name
      let finding =
        item.problem?.description ?? item.details.first ?? LineReport.lines(item)[0]
      return
        "::error file=\(property(file)),title=\(property("\(item.status.rawValue): \(item.name)"))"
        + "::\(message(finding))"
    }
    if failing.count > mostErrors {
      lines.append("::error title=twheader diff::\(message("in all: \(report.summary)"))")
    }
    for note in report.notes { lines.append("::warning title=twheader diff::\(message(note))") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Escapes of github.com/actions/toolkit, packages/core, command.ts.
  private static func message(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    message(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
