import Foundation
import Testing

/// The site built by `scripts/docs/site` opens from a file server, with its pictures and without
/// broken links.
@Suite(.serialized, .enabled(if: Chromium.executable != nil)) struct DocumentationSiteTests {
  /// The folder with the modules of the tests' build.
  private static var build: URL? {
    let starts = [Bundle.main.bundleURL, URL(filePath: CommandLine.arguments[0])]
    for start in starts + Bundle.allBundles.map(\.bundleURL) {
      var folder = start
      while folder.path != "/" {
        let module = folder.appending(path: "Modules/HeaderKit.swiftmodule")
        if FileManager.default.fileExists(atPath: module.path) { return folder }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }

  /// A file server on a free port of the loopback interface. It ends when its standard input is
  /// closed, at the latest with the tests.
  private final class FileServer {
    private let process = Process()
    private let input = Pipe()
    let address: String

    init(_ folder: URL) throws {
      let program = """
        import functools, http.server, sys, threading
        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *arguments): pass
        handler = functools.partial(Handler, directory=sys.argv[1])
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(server.server_port, flush=True)
        sys.stdin.read()
        """
      let output = Pipe()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["python3", "-c", program, folder.path]
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      address = "http://127.0.0.1:" + line.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    deinit { try? input.fileHandleForWriting.close() }
  }

  private static func buildSite(_ folder: URL) throws {
    let process = Process()
    process.executableURL = TestFiles.root.appending(path: "scripts/docs/site")
    process.arguments = [folder.path, "--build", try #require(build).path]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  /// An expression that lists the problems: pictures that do not load and links without a page.
  private static let faults = """
    (async () => {
      const faults = [];
      for (const image of document.querySelectorAll("main img")) {
        image.loading = "eager";
        try { await image.decode(); } catch { faults.push("picture " + image.currentSrc); }
      }
      const found = document.querySelectorAll("main a[href]");
      for (const address of new Set([...found].map((link) => link.href.replace(/#.*/, "")))) {
        const url = new URL(address);
        if (url.origin !== location.origin) continue;
        const path = url.pathname.replace(/\\/$/, "");
        const answer = await fetch("/data" + path + ".json");
        if (!answer.ok) faults.push("link " + path);
      }
      return faults.join(", ");
    })()
    """

  @Test func guidePagesLoadPicturesAndLinks() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "site-" + UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.buildSite(folder)
    let server = try FileServer(folder)
    let browser = try Chromium()
    for (page, title, pictures) in [
      ("headerkit", "HeaderKit", 1), ("headerkit/quickstart", "Your first GIF", 3),
      ("headerkit/anatomy", "Anatomy of a header", 1), ("headerkit/layers", "Layers", 7),
      ("headerkit/visual-regression", "Visual regression", 0),
      ("headerkit/renderer", "Renderer", 0),
    ] {
      let opened = try BrowserPage(
        "\(server.address)/documentation/\(page)/", in: browser,
        readiness: "String(document.querySelector('main h1') !== null)")
      let heading = try opened.evaluate("document.querySelector('main h1').textContent") as? String
      #expect(heading?.contains(title) == true, "\(page): \(heading ?? "no heading")")
      #expect(try opened.number("document.querySelectorAll('main img').length") >= Double(pictures))
      #expect(try opened.evaluate(Self.faults) as? String == "", "\(page)")
    }
  }
}
