import Files
import Rendering

/// A report as JUnit XML, which CI servers show as tests: a test case for each item; what differs
/// and what is missing fails, what cannot be read is an error, what was just written to the
/// baseline passes with a note.
public enum JUnitReport {
  /// The document, UTF-8.
  public static func text(_ report: ComparisonReport) -> String {
    JUnitDocument(
      program: "twheader diff", suite: report.second, className: "twheader.diff",
      cases: report.items.map(testCase)
    ).text
  }

  private static func testCase(_ item: ComparedItem) -> JUnitDocument.Case {
    var result = JUnitDocument.Case(name: item.name)
    let lines = LineReport.lines(item)
    if item.problem != nil {
      result.outcome = .error(type: item.status.rawValue, message: lines[0])
    } else if !item.passes {
      result.outcome = .failure(
        type: item.status.rawValue, message: item.details.first ?? lines[0])
    } else if item.baseline == nil {
      return result
    }
    result.body = (lines + item.writtenPictures).joined(separator: "\n")
    return result
  }
}
