import EmbeddedFiles
package import FileAccess
import Rendering

package struct JobRequest: Sendable {
  /// Paths are written as given: relative to where the job runs.
  package var manifest: Manifest
  package var outputFolder: String
  package var resultFolder = "results"
  /// Nil: the machine's own.
  package var cacheFolder: String?
  package var only: [String] = []
  package var skip: [String] = []
  /// 1...
  package var shards = 1
  package var jobs = 1
  /// For engines that run containers: an image with `twheader` in it. Nil: for Kubernetes the one that the
  /// Dockerfile makes; GitHub's jobs install the release that the repository's variable names.
  package var image: String?

  package init(_ manifest: Manifest, outputFolder: String) {
    self.manifest = manifest
    self.outputFolder = outputFolder
  }

  var containerImage: String { image ?? "twheader:\(Engine.version)" }

  /// The arguments of a run, without those that select a part of it.
  var words: [String] {
    let header = manifest.items.first?.request.header
    return ["twheader", "batch", "run", Self.path(manifest.path)]
      + option("--out-dir", Self.path(outputFolder))
      + (cacheFolder.map { option("--cache-dir", Self.path($0)) } ?? [])
      + (header?.fontFolder.map { option("--font-folder", Self.path($0)) } ?? [])
      + (header?.strictText == true ? ["--strict-text"] : [])
      + (header?.strictFonts == true ? ["--strict-fonts"] : [])
  }

  private var selection: [String] {
    only.flatMap { option("--only", $0) } + skip.flatMap { option("--skip", $0) }
  }

  /// A path that begins with a hyphen is not an option.
  private static func path(_ path: String) -> String { path.hasPrefix("-") ? "./" + path : path }

  /// Nor is a value.
  private func option(_ name: String, _ value: String) -> [String] {
    value.hasPrefix("-") ? ["\(name)=\(value)"] : [name, value]
  }

  /// The arguments of a shard's run; the engine sets the shard.
  package var shardWords: [String] {
    words + selection + option("--results", Self.path(resultFolder)) + [
      "--jobs", "\(jobs)", "--quiet",
    ]
  }

  var mergeWords: [String] { ["twheader", "batch", "merge", Self.path(resultFolder)] }

  /// Throws `.usage` for a value that `engine` cannot be given.
  fileprivate func check(for engine: JobEngine) throws(HeaderKitError) {
    let values: [(HeaderKitError.Subject, [String?])] = [
      (.file(manifest.path), [manifest.path]), (.property(.outputFolder), [outputFolder]),
      (.property(.resultFolder), [resultFolder]), (.property(.cacheFolder), [cacheFolder]),
      (.property(.chosenItems), only), (.property(.skippedItems), skip),
      (.property(.containerImage), [image]),
      (.property("fontFolder"), [manifest.items.first?.request.header.fontFolder]),
    ]
    for (subject, texts) in values {
      for text in texts.compactMap({ $0 }) {
        guard let refusal = JobTextRefusal(text) ?? engine.refusal(of: text) else { continue }
        throw refusal.error(.usage, subject, of: text)
      }
    }
  }
}

package enum JobEngine: String, CaseIterable, Hashable, Sendable {
  case slurm, parallel, kubernetes, make
  case githubActions = "github-actions"

  /// What this engine alone has no way to quote.
  fileprivate func refusal(of text: String) -> JobTextRefusal? {
    JobTextRefusal(
      if: self == .githubActions && text.utf8.contains("${{".utf8),
      "has ${{, with which GitHub begins an expression", "leave it out")
  }
}

/// Writes the file with which an engine runs a batch.
///
/// Every value goes through the quoting function of the text that it stands in: `ShellText`, `MakeText`
/// or `YAMLText`.
///
/// Everywhere the same holds: bad input (64...66), items that failed (1) and whatever else stays as
/// it is (70, 73) are not tried again; a full disk (74), an interruption (75) and signals (above 128)
/// at most twice.
package enum JobFile {
  /// The file's text. Throws `.usage` for more shards than the engine can have, and for values that it
  /// cannot be given, `.badData` for an output that Make cannot name.
  package static func text(
    _ engine: JobEngine, _ request: JobRequest
  ) throws(HeaderKitError) -> String {
    try request.check(for: engine)
    let shard = ShellText.quoted(request.shardWords)
    switch engine {
    // `sbatch` hands TERM to the script 20 s before the end of the time; the run then writes what it
    // has and ends with 75. `--requeue` covers lost nodes, the script itself what ended too early.
    case .slurm: return text(.jobSlurm, request)
    // GNU parallel: as many shards at a time as there are processors.
    case .parallel:
      let command = "\(shard) --shard \"$1/\(request.shards)\""
      return text(.jobParallel, request, ["retrying": retrying(command, indent: "  ")])
    // An indexed Job, from 1.29 on; each pod finds its number in JOB_COMPLETION_INDEX.
    case .kubernetes:
      // Kubernetes replaces `$(NAME)` in a command, and `$$` by one `$`.
      let words = (request.shardWords + ["--shards", "\(request.shards)"])
        .map { word in word.unicodeScalars.map { $0 == "$" ? "$$" : String($0) }.joined() }
        .map(YAMLText.quoted).joined(separator: ", ")
      return text(.jobKubernetes, request, ["words": words])
    case .githubActions:
      guard request.shards <= 256 else {
        throw HeaderKitError(
          .usage, subject: .property(.shardCount),
          reason: "a workflow's matrix has at most 256 jobs", remedy: "give a smaller number")
      }
      let command = "\(shard) --shard ${{ matrix.shard }}/\(request.shards)"
      let reports = request.mergeWords + ["--junit", "batch.xml", "--html", "batch.html"]
      let own = [
        "list": (1...request.shards).map(String.init).joined(separator: ", "),
        "retrying": retrying(command, indent: "          "),
        "folders": YAMLText.quoted("\(request.resultFolder)\n\(request.outputFolder)"),
        "reports": YAMLText.quoted(ShellText.quoted(reports)),
        "container": request.image.map { "\n    container: \(YAMLText.quoted($0))" } ?? "",
        "install": request.image == nil
          ? EmbeddedFile.jobGitHubRelease.text.filled(
            ["version": Engine.version], marks: ("<<", ">>")) : "",
      ]
      return text(.jobGitHubActions, request, own)
    case .make: return try Makefile(request: request).text()
    }
  }

  /// Runs `command` until it ends in a way that trying again does not change, at most three times.
  static func retrying(_ command: String, indent: String = "") -> String {
    [
      "attempt=1",
      "while :; do",
      "  \(command); status=$?",
      "  case $status in 74|75) ;; *) [ $status -gt 128 ] || exit $status ;; esac",
      "  [ $attempt -lt 3 ] || exit $status",
      "  attempt=$((attempt + 1))",
      "done",
    ].map { indent + $0 }.joined(separator: "\n")
  }

  /// An engine's file, filled with what all of them have and with what is its own.
  private static func text(
    _ file: EmbeddedFile, _ request: JobRequest, _ own: [String: String] = [:]
  ) -> String {
    let shared = [
      "shards": "\(request.shards)", "jobs": "\(request.jobs)",
      "merge": ShellText.quoted(request.mergeWords), "shard": ShellText.quoted(request.shardWords),
      "image": YAMLText.quoted(request.containerImage),
    ]
    return file.text.filled(shared.merging(own) { $1 }, marks: ("<<", ">>"))
  }
}
