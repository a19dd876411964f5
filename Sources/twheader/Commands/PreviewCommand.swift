import ArgumentParser
import FileAccess
import Foundation
import HeaderScene
import Preview
import Rendering

struct PreviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Writes the header as one HTML page that scrolls live in a browser.",
    discussion: """
      twheader preview --style x-profile -o preview.html
      twheader preview --style card.json --curve swipe.json --open
      twheader preview --style card.json --watch --open
      twheader preview --style card.json --scale 2 --embed docs/header.js

      Without --style it shows x-profile on iphone-17.

      The page needs no network and no other file. In it the header is scrolled
      by the curve, by dragging, wheel and flings, or by keys; beside it are the
      values of all layers, and sliders for the constants.

      With --embed it writes a script instead, for pages of one's own:
      <script src="header.js" defer></script>
      <scroll-header src="header.js">what is shown without scripts</scroll-header>

      With --watch the page is served at 127.0.0.1, at an address said on
      standard error, and loads itself again when a file changes; Ctrl-C ends.
      """)

  @Option(
    name: .shortAndLong,
    help:
      "The HTML file; '-' is standard output; default: preview.html, none with --watch or --embed.")
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Writes a script that shows the header live on other pages, as the element <scroll-header>.",
      valueName: "file"))
  var embed: String?

  @Flag(help: "Opens the page in the system's browser.") var open = false
  @Flag(help: "Writes the page even to a terminal.") var force = false
  @OptionGroup var watching: WatchOptions
  @OptionGroup(title: "Curve") var playing: CurveArguments
  @OptionGroup(title: "Words") var words: WordOptions
  @OptionGroup(title: "Header") var header: HeaderOptions

  func validate() throws {
    guard embed != "-" else { throw UsageError("--embed: give a file's name, as docs/header.js") }
    guard !open || output != "-" && (embed == nil || output != nil || watching.watch) else {
      throw UsageError("--open: needs a file to open; give -o a file's name")
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
    try words.apply(to: &request.header)
    request.header.applyCurrentDefaults()
    (request.curve, request.eventRate) = try playing.source
    let page = try request.make(with: resources)
    page.warnings.forEach(Diagnostics.warning)
    try OutputCheck.check(files: [path, embed].compactMap { $0 }, inputs: page.files)
    if let path { try TextOutput.write(page.html(), to: path == "-" ? nil : path) }
    if let embed {
      try TextOutput.write(page.element(named: FileIdentity.parts(of: embed).name), to: embed)
    }
    return page
  }

  /// Serves until it is cancelled; a server that fails ends the program, as nothing is left to see.
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
        Foundation.exit(error.code.rawValue)
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

  /// Shows a file or an address. Throws `.noInput` where the system has no program for it.
  static func open(_ place: String) throws(HeaderKitError) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [opener, place]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let isRunning = (try? process.run()) != nil
    if isRunning { process.waitUntilExit() }
    guard isRunning, process.terminationStatus == 0 else {
      throw HeaderKitError(
        .noInput, subject: .place("--open"), reason: "\(opener) opens no browser here",
        remedy: "open \(place) in a browser yourself")
    }
  }
}
