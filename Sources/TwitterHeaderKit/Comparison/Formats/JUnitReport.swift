/// A report as JUnit XML, which CI servers show as tests: a test case for each item; what differs
/// and what is missing fails, what cannot be read is an error, what was just written to the
/// baseline passes with a note.
public enum JUnitReport {
  /// The document, UTF-8.
  public static func text(_ report: ComparisonReport) -> String {
    let errors = report.count(.unreadable)
    let failures = report.items.count { !$0.passes } - errors
    let counts = "tests=\"\(report.items.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"twheader diff\" \(counts)>\n"
    text += "  <testsuite name=\"\(escaped(report.second))\" \(counts)>\n"
    for item in report.items { text += testCase(item) }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  private static func testCase(_ item: ComparedItem) -> String {
    let start =
      "    <testcase classname=\"twheader.diff\" name=\"\(escaped(item.name))\""
    let lines = LineReport.lines(item)
    let message = escaped(item.details.first ?? lines[0])
    let body = escaped((lines + item.writtenPictures).joined(separator: "\n"))
    if item.problem != nil {
      return "\(start)>\n      <error message=\"\(escaped(lines[0]))\">\(body)</error>\n"
        + "    </testcase>\n"
    }
    if !item.passes {
      return "\(start)>\n      <failure message=\"\(message)\" type=\"\(item.status.rawValue)\">"
        + "\(body)</failure>\n    </testcase>\n"
    }
    if item.baseline != nil {
      return "\(start)>\n      <system-out>\(body)</system-out>\n    </testcase>\n"
    }
    return start + "/>\n"
  }

  /// Text for an element or an attribute; what XML 1.0 cannot say becomes U+FFFD.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\t": escaped += "&#\(scalar.value);"
      case _ where scalar.value < 32 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
