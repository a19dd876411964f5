import ArgumentParser
import Comparison
import Files

/// What a comparison is written as, beside its lines.
struct ReportOptions: ParsableArguments {
  @Flag(help: "One JSON object on standard output instead of lines.")
  var json = false

  @Option(help: "A JUnit XML file.")
  var junit: String?

  @Option(help: "A Markdown file, for example a step's summary.")
  var markdown: String?

  @Option(help: "One self-contained page with every item that differs.")
  var html: String?

  @Option(help: "A folder for difference pictures.")
  var pictures: String?

  @Flag(help: "GitHub annotations on standard output, besides the lines.")
  var annotations = false

  func validate() throws {
    if json, annotations {
      throw ValidationError("--annotations: excludes --json; give one of them")
    }
  }

  /// Writes every report that was asked for.
  func write(_ report: ComparisonReport) throws(HeaderKitError) {
    if json { try TextOutput.write(JSONReport.text(report), to: nil) }
    if annotations { try TextOutput.write(AnnotationReport.text(report), to: nil) }
    if let junit { try TextOutput.write(JUnitReport.text(report), to: junit) }
    if let markdown { try TextOutput.write(MarkdownReport.text(report), to: markdown) }
  }
}
