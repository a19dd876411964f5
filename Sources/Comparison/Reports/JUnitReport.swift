import FileAccess

/// A report as JUnit XML, which CI servers show as tests: a test case for each item; what differs
/// and what is missing fails, what cannot be read is an error, what was just written to the
/// baseline passes with a note.
package enum JUnitReport {
  /// The document, UTF-8.
  package static func text(_ report: ComparisonReport) -> String {
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
      result.outcome = .failure(type: item.status.rawValue, message: item.details.first ?? lines[0])
    } else if item.baseline == nil {
      return result
    }
    result.body = (lines + item.writtenPictures).joined(separator: "\n")
    return result
  }
}

/// JUnit's XML as CI servers read it: one suite of test cases.
package struct JUnitDocument {
  package struct Case {
    package let name: String
    package var outcome = Outcome.passed
    /// The text of the outcome; for a case that passes, its output.
    package var body = ""

    package init(name: String, outcome: Outcome = .passed, body: String = "") {
      self.name = name
      self.outcome = outcome
      self.body = body
    }
  }

  package enum Outcome: Hashable {
    case passed
    case failure(type: String, message: String)
    /// It could not be decided.
    case error(type: String, message: String)
  }

  package let program: String
  package let suite: String
  package let className: String
  package var cases: [Case]

  package init(program: String, suite: String, className: String, cases: [Case]) {
    self.program = program
    self.suite = suite
    self.className = className
    self.cases = cases
  }

  /// The document, UTF-8.
  package var text: String {
    let failures = cases.count { if case .failure = $0.outcome { true } else { false } }
    let errors = cases.count { if case .error = $0.outcome { true } else { false } }
    let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"\(markup(program))\" \(counts)>\n"
    text += "  <testsuite name=\"\(markup(suite))\" \(counts)>\n"
    for item in cases { text += element(item) }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  private func element(_ item: Case) -> String {
    let start = "    <testcase classname=\"\(markup(className))\" name=\"\(markup(item.name))\""
    let inside: String
    switch item.outcome {
    case .passed where item.body.isEmpty: return start + "/>\n"
    case .passed: inside = "<system-out>\(markup(item.body))</system-out>"
    case .failure(let type, let message): inside = finding("failure", type, message, item.body)
    case .error(let type, let message): inside = finding("error", type, message, item.body)
    }
    return "\(start)>\n      \(inside)\n    </testcase>\n"
  }

  private func finding(
    _ name: String, _ type: String, _ message: String, _ body: String
  ) -> String {
    "<\(name) message=\"\(markup(message))\" type=\"\(markup(type))\">\(markup(body))</\(name)>"
  }
}
