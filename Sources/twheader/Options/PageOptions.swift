import ArgumentParser
import Rendering

/// What a web page needs beside an animation.
struct PageOptions: RenderOptionGroup {
  @Option(help: "Writes the first frame as a .png, .jpg or .webp too.") var poster: String?

  @Option(
    help: ArgumentHelp(
      "Writes NAME.webp, NAME.gif, the poster NAME.png and NAME.html: a <picture> element with all "
        + "three, the poster for readers who prefer reduced motion, and a text that says what is "
        + "seen.", valueName: "name"))
  var pack: String?

  @Option(.alt) var alt: String?

  /// What a pack adds to the outputs.
  var animations: [String] { pack.map { [$0 + ".gif", $0 + ".webp"] } ?? [] }
  var posterFile: String? { poster ?? pack.map { $0 + ".png" } }
  var snippet: String? { pack.map { $0 + ".html" } }
  var files: [String?] { [posterFile, snippet] }

  /// What is written beside the outputs, and the options.
  func applyAll(to request: inout RenderRequest) throws {
    try apply(to: &request)
    request.poster = posterFile
    request.page = snippet
  }

  func validate() throws {
    try checkOptions()
    guard alt == nil || pack != nil else {
      throw UsageError("--alt: has no page; give --pack as well")
    }
    guard let pack, pack.isEmpty || pack.hasSuffix("/") || pack == "-" else { return }
    throw UsageError(
      "--pack: '\(pack)' is no name for files; give one without ending, as docs/hero")
  }
}
