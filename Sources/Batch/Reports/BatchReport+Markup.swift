import Comparison
import Files
import Numerics
import Rendering

extension BatchReport {
  /// JUnit's XML, as continuous integration reads it: a test case an item.
  public var junit: String {
    JUnitDocument(
      program: "twheader batch", suite: "batch", className: "batch",
      cases: entries.map { entry in
        var result = JUnitDocument.Case(name: entry.id)
        switch entry.state {
        case .done: break
        case .failed:
          result.outcome = .failure(
            type: "status \(entry.error?.code.rawValue ?? 1)",
            message: entry.error?.description ?? "failed")
        case .missing:
          result.outcome = .error(type: "missing", message: "no attempt finished it")
        }
        return result
      }
    ).text
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
      let row = cells.map { "<td>\(markup($0))</td>" }.joined()
      text += "<tr class=\"\(entry.state.rawValue)\">\(row)</tr>\n"
    }
    return text + "</table></body></html>\n"
  }
}
