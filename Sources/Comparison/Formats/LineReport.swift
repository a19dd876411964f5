import Files
import Rendering

/// A report as plain text: a line for each item, details indented below.
public enum LineReport {
  /// The lines of one item.
  public static func lines(_ item: ComparedItem, showsDetails: Bool = true) -> [String] {
    var head = "\(item.status.rawValue): \(oneLine(item.name))"
    if let problem = item.problem { head += ": \(problem.description)" }
    switch item.status {
    case .missing: head += ": the baseline has no counterpart"
    case .added: head += ": no baseline"
    case .same, .different, .unreadable: break
    }
    if let baseline = item.baseline { head += " (baseline \(baseline.rawValue))" }
    return [head] + (showsDetails ? item.details.map { "  " + oneLine($0) } : [])
  }

  /// The whole report with its summary as the last line.
  public static func text(_ report: ComparisonReport) -> String {
    let itemLines = report.items.flatMap { lines($0) }
    let all = itemLines + report.notes + [report.summary]
    return all.joined(separator: "\n") + "\n"
  }
}

/// Control characters as spaces.
package func oneLine(_ text: String) -> String {
  String(
    String.UnicodeScalarView(
      text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? " " : $0 }))
}
