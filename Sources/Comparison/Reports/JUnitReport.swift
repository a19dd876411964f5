import FileAccess

/// The report as JUnit XML, which CI servers show as tests. Each item is a test case. Different and
/// missing items are failures, unreadable ones are errors. An item whose baseline was just written
/// passes with a note.
package enum JUnitReport {
  package struct Case {
    /// The failure or error, with its type and message. `nil` if the test passed.
    package var finding: (kind: Finding, type: String, message: String)?
    /// The text of the failure. For a test that passed, its output.
    package var body = ""
    package let name: String

    package init(_ name: String) { self.name = name }
  }

  package enum Finding: String {
    case failure
    /// The comparison could not be carried out.
    case error
  }

  package static func text(_ report: ComparisonReport) -> String {
    text(
      program: "twheader diff", suite: report.second, className: "twheader.diff",
      report.items.map(testCase))
  }

  private static func testCase(_ item: ComparedItem) -> Case {
    var result = Case(item.name)
    let lines = LineReport.lines(item)
    if item.problem != nil {
      result.finding = (.error, item.status.rawValue, lines[0])
    } else if !item.passes {
      result.finding = (.failure, item.status.rawValue, item.details.first ?? lines[0])
    } else if item.baseline == nil {
      return result
    }
    result.body = (lines + item.writtenPictures).joined(separator: "\n")
    return result
  }

  /// Returns a document with one test suite, in UTF-8.
  package static func text(
    program: String, suite: String, className: String, _ cases: [Case]
  ) -> String {
    func count(_ kind: Finding) -> Int { cases.count { $0.finding?.kind == kind } }
    let counts =
      "tests=\"\(cases.count)\" failures=\"\(count(.failure))\" errors=\"\(count(.error))\""
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"\(markup(program))\" \(counts)>\n"
    text += "  <testsuite name=\"\(markup(suite))\" \(counts)>\n"
    for item in cases {
      text += "    <testcase classname=\"\(markup(className))\" name=\"\(markup(item.name))\""
      let body = markup(item.body)
      if let (kind, type, message) = item.finding {
        let attributes = "message=\"\(markup(message))\" type=\"\(markup(type))\""
        text +=
          ">\n      <\(kind.rawValue) \(attributes)>\(body)</\(kind.rawValue)>\n    </testcase>\n"
      } else if item.body.isEmpty {
        text += "/>\n"
      } else {
        text += ">\n      <system-out>\(body)</system-out>\n    </testcase>\n"
      }
    }
    return text + "  </testsuite>\n</testsuites>\n"
  }
}
