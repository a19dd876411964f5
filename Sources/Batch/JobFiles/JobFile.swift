import EmbeddedFiles
package import FileAccess
import Rendering

/// The settings of a job file.
package struct JobRequest: Sendable {
  /// The manifest. Its path is written as given, relative to the working directory of the job.
  package var manifest: Manifest
  package var outputFolder: String
  package var resultFolder = "results"
  /// The cache folder, or `nil` for the default of the machine.
  package var cacheFolder: String?
  package var only: [String] = []
  package var skip: [String] = []
  /// The number of shards. Must be at least 1.
  package var shards = 1
  package var jobs = 1
  /// A container image with `twheader`. `nil` uses the image of the Dockerfile for Kubernetes.
  /// GitHub jobs then install the release named by the variable of the repository.
  package var image: String?

  package init(_ manifest: Manifest, outputFolder: String) {
    self.manifest = manifest
    self.outputFolder = outputFolder
  }

  var containerImage: String { image ?? "twheader:\(Engine.version)" }

  /// The arguments of a run, without those that select a part of it.
  var arguments: [String] {
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

  /// Prevents that a path which starts with a hyphen is parsed as an option.
  private static func path(_ path: String) -> String { path.hasPrefix("-") ? "./" + path : path }

  /// Prevents that a value which starts with a hyphen is parsed as an option.
  private func option(_ name: String, _ value: String) -> [String] {
    value.hasPrefix("-") ? ["\(name)=\(value)"] : [name, value]
  }

  /// The arguments of a shard's run, without `--shard`, which the engine adds.
  package var shardArguments: [String] {
    arguments + selection + option("--results", Self.path(resultFolder)) + [
      "--jobs", "\(jobs)", "--quiet",
    ]
  }

  var mergeArguments: [String] { ["twheader", "batch", "merge", Self.path(resultFolder)] }

  /// Checks all values.
  ///
  /// - Throws: `.usage` if `engine` has no way to express a value.
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

/// A scheduler or build tool that runs batches.
package enum JobEngine: String, CaseIterable, Hashable, Sendable {
  case slurm, parallel, kubernetes, make
  case githubActions = "github-actions"

  /// Returns the reason that this engine cannot quote `text`, or `nil` if it can.
  fileprivate func refusal(of text: String) -> JobTextRefusal? {
    JobTextRefusal(
      if: self == .githubActions && text.utf8.contains("${{".utf8),
      "contains ${{, which starts a GitHub expression", "leave it out")
  }
}

/// Writes the job file for an engine.
///
/// Every value is quoted by the function for its context: `ShellText`, `MakeText` or `YAMLText`.
///
/// The retry rule is the same for all engines. Invalid input (64...66), failed items (1) and other
/// permanent errors (70, 73) are not retried. A full disk (74), an interruption (75) and signals
/// (above 128) are retried at most twice.
package enum JobFile {
  /// Returns the text of the file.
  ///
  /// - Throws: `.usage` if the engine does not support the number of shards or cannot express a
  ///   value; `.badData` if Make cannot express the name of an output.
  package static func text(
    _ engine: JobEngine, _ request: JobRequest
  ) throws(HeaderKitError) -> String {
    try request.check(for: engine)
    let shard = ShellText.quoted(request.shardArguments)
    switch engine {
    // `sbatch` sends TERM to the script 20 s before the time limit. The run then writes its results
    // and exits with 75. `--requeue` covers lost nodes, and the script itself retries other early
    // exits.
    case .slurm: return text(.jobSlurm, request)
    // GNU parallel runs as many shards concurrently as there are processors.
    case .parallel:
      let command = "\(shard) --shard \"$1/\(request.shards)\""
      return text(.jobParallel, request, ["retrying": retrying(command, indent: "  ")])
    // An indexed Job, supported since Kubernetes 1.29. Each pod reads its index from
    // JOB_COMPLETION_INDEX.
    case .kubernetes:
      // Kubernetes expands `$(NAME)` in a command, and replaces `$$` by `$`.
      let words = (request.shardArguments + ["--shards", "\(request.shards)"])
        .map { word in word.unicodeScalars.map { $0 == "$" ? "$$" : String($0) }.joined() }
        .map(YAMLText.quoted).joined(separator: ", ")
      return text(.jobKubernetes, request, ["words": words])
    case .githubActions:
      guard request.shards <= 256 else {
        throw HeaderKitError(
          .usage, subject: .property(.shardCount),
          reason: "a workflow's matrix has at most 256 jobs", remedy: "use fewer shards")
      }
      let command = "\(shard) --shard ${{ matrix.shard }}/\(request.shards)"
      let reports = request.mergeArguments + ["--junit", "batch.xml", "--html", "batch.html"]
      let engineValues = [
        "list": (1...request.shards).map(String.init).joined(separator: ", "),
        "retrying": retrying(command, indent: "          "),
        "folders": YAMLText.quoted("\(request.resultFolder)\n\(request.outputFolder)"),
        "reports": YAMLText.quoted(ShellText.quoted(reports)),
        "container": request.image.map { "\n    container: \(YAMLText.quoted($0))" } ?? "",
        "install": request.image == nil
          ? EmbeddedFile.jobGitHubRelease.text.filled(
            ["version": Engine.version], marks: ("<<", ">>")) : "",
      ]
      return text(.jobGitHubActions, request, engineValues)
    case .make: return try Makefile(request: request).text()
    }
  }

  /// Returns a script that runs `command` up to three times, until it succeeds or fails
  /// permanently.
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

  /// Fills the template of an engine with the common values and those of the engine.
  private static func text(
    _ file: EmbeddedFile, _ request: JobRequest, _ engineValues: [String: String] = [:]
  ) -> String {
    let shared = [
      "shards": "\(request.shards)", "jobs": "\(request.jobs)",
      "merge": ShellText.quoted(request.mergeArguments),
      "shard": ShellText.quoted(request.shardArguments),
      "image": YAMLText.quoted(request.containerImage),
    ]
    return file.text.filled(shared.merging(engineValues) { $1 }, marks: ("<<", ">>"))
  }
}
