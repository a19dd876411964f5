import ArgumentParser
import Comparison
import FileAccess
import Foundation

struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compares two pictures, animations or folders of them.",
    discussion: """
      Files of two folders are paired by path, and stills that are numbered on both
      sides (spin_0.png, spin_1.png, or spin_0001.png) are one animation; with
      --frames-folders each folder is one. Exit status: 0 same, 1 different, above 1
      an error.
      """)

  @Argument(help: "A picture, an animation or a folder: the baseline.") var first: String

  @Argument(help: "The picture, animation or folder to compare with the baseline.")
  var second: String

  @OptionGroup(title: "Comparison") var comparison: ComparisonOptions
  @OptionGroup(title: "Reports") var reports: ReportOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var verbosity: VerbosityOptions

  func run() async throws {
    let session = ComparisonSession(
      comparison: comparison, reports: reports, verbosity: verbosity, limits: try limits.limits)
    let runner = DiffRunner(try session.request(first: first, second: second))
    try session.checkReports(first: first, second: second)
    try await session.run(title: "\(first) and \(second)") { try await runner.run(onItem: $0) }
  }
}

/// Runs one comparison with its lines, reports and exit status, for `diff` and `batch verify`.
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

  /// Refuses reports that would overwrite what is compared, a baseline, another report or a picture of
  /// a difference; further, `inputs` that are read, `outputs` and `folders` that are written.
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
      // A baseline may be written beside those that are there.
      for folder in Set([first, side]) { read += names.map { folder + "/" + $0 } }
    }
    try OutputGuard.checkReports(files, inputs: read, outputs: outputs)
    guard let pictures = reports.pictures.map(FileIdentity.resolvedPath) else { return }
    for file in files where FileName.ending(file) == "png" {
      let folder = FileIdentity.resolvedPath(of: FileIdentity.parts(of: file).folder)
      guard FilePath.isDescendant(folder + "/", of: pictures) else { continue }
      throw HeaderKitError(
        .usage, subject: .file(file), reason: "lies in the folder of --pictures",
        remedy: "choose another folder")
    }
  }

  /// Throws `.usage` for a folder of results among what is compared, or around its pictures.
  private func checkFolder(_ folder: String, sides: [String]) throws(HeaderKitError) {
    let pictures = FileIdentity.resolvedPath(of: HTMLReportFile.pictures(in: folder)) + "/"
    let place = FileIdentity.resolvedPath(of: folder) + "/"
    for side in sides where FileIdentity.isFolder(side) {
      let root = FileIdentity.resolvedPath(of: side) + "/"
      guard !place.hasPrefix(root), !root.hasPrefix(pictures) else {
        throw HeaderKitError(
          .usage, subject: .file(folder),
          reason: "is or holds a folder that is compared, or lies in one",
          remedy: "choose a folder beside \(side)")
      }
    }
  }

  /// Reports the differences that `compare` finds; throws the exit status unless there are none.
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
  @Flag(help: "Prints one JSON object instead of lines.") var json = false
  @Option(help: "Writes a JUnit XML report to this file.") var junit: String?

  @Option(help: "Writes a Markdown report to this file, for example a step's summary.")
  var markdown: String?

  @Option(help: "Writes one self-contained HTML page with every item that differs.")
  var html: String?

  @Option(help: "Writes that page as index.html to this folder, its pictures as files beside it.")
  var htmlFolder: String?

  @Option(help: "Writes pictures of the differences to this folder.") var pictures: String?
  @Flag(help: "Prints GitHub annotations after the lines.") var annotations = false

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
  /// The same with flags in what is said of its problem.
  fileprivate var namingFlags: ComparedItem {
    var item = self
    item.problem = problem?.naming { $0.flag }
    return item
  }
}

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Writes what a pull request shows of a comparison.",
    discussion: """
      twheader batch verify assets.jsonl --baselines baselines --json --pictures differences >report.json
      twheader report report.json --github shown --pictures-url https://host/pictures
      """)

  @Argument(
    help: "What diff --json or batch verify --json printed, with --pictures; '-' is standard input."
  )
  var results: String

  @Option(
    help: "The folder that gets summary.md, comment.md and, in pictures, the comment's pictures.")
  var github: String

  @Option(help: "The address under which these pictures will be seen; without it there are none.")
  var picturesUrl: WebAddress?

  @Option(help: "The address of the whole report.") var reportUrl: WebAddress?
  @Flag(help: "Prints GitHub annotations.") var annotations = false
  @OptionGroup var limits: LimitOptions

  func run() async throws {
    let report = try ComparisonReport.read(results)
    try PullRequestReport(report, pictures: picturesUrl, page: reportUrl)
      .write(to: github, limits: limits.limits)
    if annotations { try TextOutput.write(AnnotationReport.text(report), to: nil) }
  }
}
