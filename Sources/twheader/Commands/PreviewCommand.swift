import ArgumentParser
import FileAccess
import HeaderScene
import PortableFoundation
import Preview
import Rendering

struct PreviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview", abstract: "Write a page on which the header scrolls live.",
    discussion: """
      twheader preview --style x-profile -o preview.html
          Writes a page that needs no network and no other file.
      twheader preview --style card.json --watch --open
          Opens the page, and reloads it when a file changes.
      twheader preview --style card.json --scale 2 --embed docs/header.js
          Writes a script that shows the header on your own pages.

      The page scrolls the header along the curve, by dragging, wheel, flings and
      keys. It shows the values of all layers, and sliders for the constants.
      Without --style it shows x-profile on iphone-17.

      Use the script of --embed like this:
      <script src="header.js" defer></script>
      <scroll-header src="header.js">shown without scripts</scroll-header>

      With --watch, the page is served at an address on 127.0.0.1, which is printed
      on standard error. Ctrl-C stops the server.
      """)

  @Option(
    name: .shortAndLong,
    help: "HTML file [default: preview.html; none with --watch or --embed]")
  var output: String?

  @Option(
    help: ArgumentHelp("Write a script with the element <scroll-header>", valueName: "file"))
  var embed: String?

  @Flag(help: "Open the page in the system's browser") var open = false
  @Flag(help: "Write the page to a terminal") var force = false
  @OptionGroup var watching: WatchOptions
  @OptionGroup(title: "Curve") var playing: CurveArguments
  @OptionGroup(title: "Text") var words: WordOptions
  @OptionGroup(title: "Header") var header: HeaderOptions

  func validate() throws {
    guard embed != "-" else {
      throw UsageError(
        "--embed: standard output is not supported; name a file, for example docs/header.js")
    }
    guard !open || output != "-" && (embed == nil || output != nil || watching.watch) else {
      throw UsageError("--open: requires a file; name one with -o")
    }
  }

  func run() async throws {
    let inputs = playing.files + header.inputFiles
    try watching.check([output] + inputs)
    let path = output ?? (watching.watch || embed != nil ? nil : "preview.html")
    try OutputGuard.check([path, embed], inputs: inputs, force: force)
    let resources = PageResources(fonts: try SceneFonts.installed(), packsWell: embed != nil)
    guard watching.watch else {
      _ = try write(to: path, with: resources)
      if open, let path { try Browser.open(path) }
      return
    }
    let server = try PreviewServer()
    let serving = serve(server, opens: open)
    defer { serving.cancel() }
    try await watching.run(
      inputs, outputs: [], documents: [header.request], failed: server.publish(error:)
    ) {
      server.publish(try write(to: path, with: resources))
    }
  }

  private func write(
    to path: String?, with resources: PageResources
  ) throws -> PreviewPage.Result {
    var request = PreviewPage()
    request.header = try header.request
    words.apply(to: &request.header)
    request.header.applyCurrentDefaults()
    (request.curve, request.eventRate) = playing.source
    let page = try request.make(with: resources)
    page.warnings.forEach(Diagnostics.warning)
    try OutputCheck.check(files: [path, embed].compactMap { $0 }, inputs: page.files)
    if let path { try TextOutput.write(page.html(), to: path == "-" ? nil : path) }
    if let embed {
      try TextOutput.write(page.element(named: FileIdentity.parts(of: embed).name), to: embed)
    }
    return page
  }

  /// Serves the page until the task is cancelled. If the server fails, the program exits.
  private func serve(_ server: PreviewServer, opens: Bool) -> Task<Void, Never> {
    Task {
      do throws(HeaderKitError) {
        try await server.run(
          ready: { address in
            Diagnostics.line("twheader: \(address) shows the newest; Ctrl-C ends")
            guard opens else { return }
            do throws(HeaderKitError) {
              try Browser.open(address)
            } catch {
              Diagnostics.error(error.text(naming: \.flag))
            }
          }, warn: Diagnostics.warning)
      } catch {
        guard !Task.isCancelled else { return }
        Diagnostics.error(error.text(naming: \.flag))
        PortableFoundation.exit(error.code.rawValue)
      }
    }
  }
}

enum Browser {
  #if os(macOS)
    private static let opener = "open"
  #else
    private static let opener = "xdg-open"
  #endif

  /// Opens a file or a URL.
  /// - Throws: `.noInput` if the system has no program for it.
  static func open(_ address: String) throws(HeaderKitError) {
    let process = ChildProcess("/usr/bin/env", [opener, address], pipes: [])
    guard let process, process.wait() == 0 else {
      throw HeaderKitError(
        .noInput, subject: .location("--open"), reason: "\(opener) could not open a browser",
        remedy: "open \(address) in a browser")
    }
  }
}
