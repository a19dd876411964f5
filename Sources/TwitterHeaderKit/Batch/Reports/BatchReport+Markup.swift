extension BatchReport {
  /// JUnit's XML, as continuous integration reads it: a test case an item.
  public var junit: String {
    let counts =
      "tests=\"\(entries.count)\" failures=\"\(count(.failed))\" errors=\"\(count(.missing))\""
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="twheader batch" \(counts)>
        <testsuite name="batch" \(counts) skipped="0">

      """
    for entry in entries {
      let name = "    <testcase classname=\"batch\" name=\"\(Self.escaped(entry.id))\""
      switch entry.state {
      case .done: text += name + "/>\n"
      case .failed:
        let status = entry.error?.code.rawValue ?? 1
        let message = Self.escaped(entry.error?.description ?? "failed")
        text += name + ">\n      <failure type=\"status \(status)\" message=\"\(message)\"/>\n"
        text += "    </testcase>\n"
      case .missing:
        text += name + ">\n      <error type=\"missing\" message=\"no attempt finished it\"/>\n"
        text += "    </testcase>\n"
      }
    }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  /// One page that needs no other file.
  public var html: String {
    var text = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>twheader batch</title><style>
      body { font: 14px system-ui, sans-serif; margin: 2em }
      table { border-collapse: collapse }
      td, th { padding: .3em .8em; border-bottom: 1px solid #ccc; text-align: left }
      .failed, .missing { background: #fdd }
      </style></head><body>
      <h1>\(count(.done)) of \(entries.count) items done</h1>
      <p>\(count(.failed)) failed, \(count(.missing)) missing</p>
      <table><tr><th>item</th><th>state</th><th>frames</th><th>bytes</th><th>outputs</th></tr>

      """
    for entry in entries {
      let told =
        entry.error?.description ?? entry.outputs.map(\.path).joined(separator: ", ")
      let cells = [
        entry.id, entry.state.rawValue, entry.frames.map(String.init) ?? "",
        entry.outputs.map(\.bytes).reduce(0, +).grouped, told,
      ]
      let row = cells.map { "<td>\(Self.escaped($0))</td>" }.joined()
      text += "<tr class=\"\(entry.state.rawValue)\">\(row)</tr>\n"
    }
    return text + "</table></body></html>\n"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
