import ArgumentParser
import Comparison
import FileAccess
import PortableFoundation

struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compare images, animations or folders.",
    discussion: """
      twheader diff before.gif after.gif
          Prints the frames and layers that differ.
      twheader diff baselines/ current/ --html report.html
          Compares the files of two folders and writes a page.
      twheader diff baselines/ current/ --update changed
          Copies changed files to the baselines.

      Files of two folders are paired by path. Stills with numbered names on both
      sides (spin_0.png, spin_1.png) are one animation; with --frames-folders, each
      folder is one.

      Exit status: 0 same, 1 different, above 1 an error.
      """)

  @Argument(help: "Baseline: an image, an animation or a folder") var first: String

  @Argument(help: "Image, animation or folder to compare with the baseline")
  var second: String

  @OptionGroup(title: "Comparison") var comparison: ComparisonOptions
  @OptionGroup(title: "Reports") var reports: ReportOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var verbosity: VerbosityOptions

  func run() async throws {
    let session = ComparisonSession(
      comparison: comparison, reports: reports, verbosity: verbosity, limits: limits.limits)
    let runner = DiffRunner(try session.request(first: first, second: second))
    try session.checkReports(first: first, second: second)
    try await session.run(title: "\(first) and \(second)") { try await runner.run(onItem: $0) }
  }
}

/// A comparison with its printed lines, reports and exit status, for `diff` and `batch verify`.
struct ComparisonSession {
  let comparison: ComparisonOptions
  let reports: ReportOptions
  let verbosity: VerbosityOptions
  let limits: RenderLimits

  typealias OnItem = (ComparedItem, ItemPictures?) throws(HeaderKitError) -> Void

  func request(first: String, second: String) throws -> DiffRequest {
    var request = DiffRequest(first: first, second: second)
    request.limits = limits
    try comparison.apply(to: &request)
    request.pictureFolder = reports.pictures
    request.keepsPictures = reports.html != nil || reports.htmlFolder != nil
    request.update = comparison.update.permitted(
      environment: ProcessInfo.processInfo.environment, inCI: comparison.updateInCI)
    if request.update != comparison.update, !verbosity.quiet {
      Diagnostics.warning(
        "CI is set: --update \(comparison.update.rawValue) writes nothing without --update-in-ci")
    }
    return request
  }

  /// Checks that reports do not overwrite a compared file, a baseline, another report or an image
  /// of a difference.
  /// - Parameters:
  ///   - inputs: Further files that are read.
  ///   - outputs: Further files that are written.
  ///   - folders: Folders for results, which must not contain compared files.
  func checkReports(
    first: String, second: String?, inputs: [String] = [], outputs: [OutputTarget] = [],
    folders: [String] = []
  ) throws(HeaderKitError) {
    let sides = [first, second].compactMap { $0 }
    for folder in folders + [reports.htmlFolder].compactMap({ $0 }) {
      try checkFolder(folder, sides: sides)
    }
    let files = reports.files
    guard !files.isEmpty else { return }
    var read = inputs + [comparison.firstManifest, comparison.secondManifest].compactMap { $0 }
    read += sides.map(FrameSidecar.path)
    try OutputCheck.check(files: files + [reports.pictures].compactMap { $0 }, inputs: [])
    for mask in comparison.mask { if case .picture(let path) = mask.area { read.append(path) } }
    for side in sides {
      read.append(side)
      guard FileIdentity.isFolder(side) else { continue }
      let names = try FolderListing.names(in: side)
      // A new baseline can appear in either folder.
      for folder in Set([first, side]) { read += names.map { folder + "/" + $0 } }
    }
    try OutputGuard.checkReports(files, inputs: read, outputs: outputs)
    guard let pictures = reports.pictures.map(FileIdentity.resolvedPath) else { return }
    for file in files where FileName.ending(file) == "png" {
      let folder = FileIdentity.resolvedPath(of: FileIdentity.parts(of: file).folder)
      guard FilePath.isDescendant(folder + "/", of: pictures) else { continue }
      throw HeaderKitError(
        .usage, subject: .file(file), reason: "is inside the folder of --pictures",
        remedy: "choose another folder")
    }
  }

  /// - Throws: `.usage` if a folder for results is inside a compared folder, or if the folder of its
  ///   images contains one.
  private func checkFolder(_ folder: String, sides: [String]) throws(HeaderKitError) {
    let pictures = FileIdentity.resolvedPath(of: HTMLReportFile.pictures(in: folder)) + "/"
    let results = FileIdentity.resolvedPath(of: folder) + "/"
    for side in sides where FileIdentity.isFolder(side) {
      let root = FileIdentity.resolvedPath(of: side) + "/"
      guard !results.hasPrefix(root), !root.hasPrefix(pictures) else {
        throw HeaderKitError(
          .usage, subject: .file(folder),
          reason: "overlaps a compared folder",
          remedy: "choose a folder next to \(side)")
      }
    }
  }

  /// Reports the differences that `compare` finds.
  /// - Throws: `ExitCode` if there are differences or errors.
  func run(title: String, _ compare: (OnItem) async throws -> ComparisonReport) async throws {
    let page = try reports.page(title: title)
    var warned: Set<String> = []
    var report = try await compare { item, pictures throws(HeaderKitError) in
      for warning in item.warnings where !verbosity.quiet && warned.insert(warning).inserted {
        Diagnostics.warning(warning)
      }
      if verbosity.quiet {
        if let problem = item.namingFlags.problem { Diagnostics.error(problem.description) }
      } else if !reports.json {
        try Diagnostics.printLines(LineReport.lines(item.namingFlags, showsDetails: true))
      }
      try page?.add(pictures)
    }
    report.items = report.items.map(\.namingFlags)
    try page?.finish(report)
    try reports.write(report)
    verbosity.note(report.summary)
    let status = report.exitStatus(acceptedUpdates: comparison.okOnUpdate)
    if status != 0 { throw ExitCode(status) }
  }
}

struct ReportOptions: ParsableArguments {
  @Flag(help: "Print one JSON object instead of lines") var json = false
  @Option(help: "Write a JUnit XML report") var junit: String?

  @Option(help: "Write a Markdown report, for example for a step summary")
  var markdown: String?

  @Option(help: "Write one self-contained HTML page with every difference")
  var html: String?

  @Option(help: "Write the page as index.html to this folder, with separate images")
  var htmlFolder: String?

  @Option(help: "Write images of the differences to this folder") var pictures: String?
  @Flag(help: "Also print GitHub annotations") var annotations = false

  func validate() throws {
    if json, annotations { throw UsageError("--annotations: excludes --json; give one of them") }
    if html != nil, htmlFolder != nil {
      throw UsageError("--html-folder: excludes --html; give one of them")
    }
  }

  var files: [String] {
    [junit, markdown, html, htmlFolder.map(HTMLReportFile.page)].compactMap { $0 }
  }

  func page(title: String) throws(HeaderKitError) -> HTMLReportFile? {
    if let htmlFolder { return try HTMLReportFile(folder: htmlFolder, title: title) }
    return try html.map { path throws(HeaderKitError) in try HTMLReportFile(path, title: title) }
  }

  func write(_ report: ComparisonReport) throws(HeaderKitError) {
    if json { try TextOutput.write(JSONReport.text(report), to: nil) }
    if annotations {
      try Diagnostics.printLines(
        AnnotationReport.text(report).split(separator: "\n").map(String.init))
    }
    if let junit { try TextOutput.write(JUnitReport.text(report), to: junit) }
    if let markdown { try TextOutput.write(MarkdownReport.text(report), to: markdown) }
  }
}

extension ComparedItem {
  /// The item with flags instead of property names in its message.
  fileprivate var namingFlags: ComparedItem {
    var item = self
    item.problem = problem?.naming { $0.flag }
    return item
  }
}

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Prepare a comparison for a pull request.",
    discussion: """
      twheader diff baselines/ current/ --json --pictures diffs > report.json
      twheader report report.json --github shown
          Writes shown/summary.md and shown/comment.md.
      twheader report report.json --github shown --pictures-url https://host/images
          Also writes thumbnails to shown/pictures and links them from the comment.
      """)

  @Argument(
    help: "Output of 'diff --json --pictures DIR' or 'batch verify'; '-' is standard input")
  var results: String

  @Option(help: "Folder for summary.md, comment.md and the thumbnails in pictures")
  var github: String

  @Option(help: "URL of the thumbnails; omit for a comment without images")
  var picturesUrl: WebAddress?

  @Option(help: "URL of the whole report") var reportUrl: WebAddress?
  @Flag(help: "Also print GitHub annotations") var annotations = false
  @OptionGroup var limits: LimitOptions

  func run() async throws {
    let report = try ComparisonReport.read(results)
    try PullRequestReport(report, pictures: picturesUrl, page: reportUrl)
      .write(to: github, limits: limits.limits)
    if annotations { try TextOutput.write(AnnotationReport.text(report), to: nil) }
  }
}
