import ArgumentParser
import Files
import Foundation
import HeaderScene
import Preview
import Rendering
import Scrolling

/// `twheader preview`
struct PreviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Writes the header as one HTML page that scrolls live in a browser.",
    discussion: """
      twheader preview --style x-profile -o preview.html
      twheader preview --style card.json --curve swipe.json --open

      The page needs no network and no other file. In it the header is scrolled
      by the curve, by dragging, wheel and flings, or by keys; beside it are the
      values of all layers, and sliders for the constants.
      """)

  @Option(help: "The scroll curve that the page plays; default: the demo's swipe.")
  var curve: String?

  @Option(help: "Scroll events per second of the curve, or 'frame'; default: 60.")
  var eventRate: EventRate?

  @Option(
    name: .shortAndLong,
    help: "The HTML file; '-' is standard output; default: preview.html.")
  var output: String?

  @Flag(help: "Opens the page in the system's browser.")
  var open = false

  @Flag(help: "Writes the page even to a terminal.")
  var force = false

  @OptionGroup(title: "Header") var header: HeaderOptions

  func validate() throws {
    guard !open || output != "-" else {
      throw UsageError("--open: needs a file to open; give -o a file's name")
    }
  }

  func run() async throws {
    let path = output ?? "preview.html"
    let inputs = [curve] + header.inputs
    _ = try OutputGuard(inputs: inputs, force: force).check([path])
    let page = try request.make(with: Renderer.Resources(fonts: try SceneFonts.installed()))
    try OutputCheck.check(files: [path], inputs: page.files)
    for warning in page.warnings { Diagnostics.warning(warning) }
    try TextOutput.write(page.html, to: path == "-" ? nil : path)
    if open { try Browser.open(path) }
  }

  private var request: PreviewPage {
    var page = PreviewPage()
    page.header = header.request
    page.curve = curve.map(CurveSource.file) ?? .builtIn
    page.eventRate = eventRate ?? .standard
    return page
  }
}
