package import FileAccess
import Rendering

/// What a job file is to do.
package struct JobRequest: Sendable {
  /// Paths are written as given: relative to where the job runs.
  package var manifest: Manifest
  /// The output folder.
  package var outputFolder: String
  /// The folder for the results of shards.
  package var resultFolder = "results"
  /// Nil: the machine's own.
  package var cacheFolder: String?
  /// The patterns by which items were chosen.
  package var only: [String] = []
  /// The patterns by which items were left out.
  package var skip: [String] = []
  /// 1...
  package var shards = 1
  /// Processors of a task.
  package var jobs = 1
  /// For engines that run containers: an image with `twheader` in it. Nil: for Kubernetes the one that the
  /// Dockerfile makes; GitHub's jobs install the release that the repository's variable names.
  package var image: String?

  /// One shard, one processor.
  package init(_ manifest: Manifest, outputFolder: String) {
    self.manifest = manifest
    self.outputFolder = outputFolder
  }

  var containerImage: String { image ?? "twheader:\(Engine.version)" }

  /// The arguments of a run, without those that select a part of it.
  var words: [String] {
    ["twheader", "batch", "run", manifest.path, "--out-dir", outputFolder]
      + (cacheFolder.map { ["--cache-dir", $0] } ?? [])
  }

  private var selection: [String] {
    only.flatMap { ["--only", $0] } + skip.flatMap { ["--skip", $0] }
  }

  /// The arguments of a shard's run; the engine sets the shard.
  var shardWords: [String] {
    words + selection + ["--results", resultFolder, "--jobs", "\(jobs)", "--quiet"]
  }

  /// The command of a run of a shard for a shell.
  var shardCommand: String { ShellText.quoted(shardWords) }

  var mergeWords: [String] { ["twheader", "batch", "merge", resultFolder] }
  var mergeCommand: String { ShellText.quoted(mergeWords) }

  /// Throws `.usage` for a value that `engine` cannot be given.
  fileprivate func check(for engine: JobEngine) throws(HeaderKitError) {
    let values: [(HeaderKitError.Subject, [String])] = [
      (.file(manifest.path), [manifest.path]), (.property(.outputFolder), [outputFolder]),
      (.property(.resultFolder), [resultFolder]),
      (.property(.cacheFolder), cacheFolder.map { [$0] } ?? []),
      (.property(.chosenItems), only), (.property(.skippedItems), skip),
      (.property(.containerImage), image.map { [$0] } ?? []),
    ]
    for (subject, texts) in values {
      for text in texts {
        guard let refusal = JobTextRefusal(text) ?? engine.refusal(of: text) else { continue }
        throw refusal.error(.usage, subject, of: text)
      }
    }
  }
}

/// What runs the parts of a batch.
package enum JobEngine: String, CaseIterable, Hashable, Sendable {
  case slurm, parallel, kubernetes, make
  case githubActions = "github-actions"

  /// What this engine alone has no way to quote.
  fileprivate func refusal(of text: String) -> JobTextRefusal? {
    guard self == .githubActions, text.utf8.contains("${{".utf8) else { return nil }
    return JobTextRefusal(
      reason: "has ${{, with which GitHub begins an expression", remedy: "leave it out")
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
    switch engine {
    case .slurm: return slurm(request)
    case .parallel: return parallel(request)
    case .kubernetes: return kubernetes(request)
    case .githubActions:
      guard request.shards <= 256 else {
        throw HeaderKitError(
          .usage, subject: .property(.shardCount),
          reason: "a workflow's matrix has at most 256 jobs",
          remedy: "give a smaller number")
      }
      return githubActions(request)
    case .make: return try Makefile(request).text()
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

  private static func parallel(_ request: JobRequest) -> String {
    """
    #!/bin/sh
    # GNU parallel: as many shards at a time as there are processors.
    # Afterwards: \(request.mergeCommand)
    shard() {
    \(retrying("\(request.shardCommand) --shard \"$1/\(request.shards)\"", indent: "  "))
    }
    if [ $# -eq 2 ] && [ "$1" = --shard ]; then shard "$2"; fi
    seq \(request.shards) | exec parallel -q --joblog twheader-batch.log sh "$0" --shard {}

    """
  }

  private static func githubActions(_ request: JobRequest) -> String {
    let shards = (1...request.shards).map(String.init).joined(separator: ", ")
    let command = "\(request.shardCommand) --shard ${{ matrix.shard }}/\(request.shards)"
    let container = request.image.map { "\n    container: \(YAMLText.quoted($0))" } ?? ""
    let install = request.image == nil ? releaseStep : ""
    let folders = YAMLText.quoted("\(request.resultFolder)\n\(request.outputFolder)")
    let merge = ShellText.quoted(
      request.mergeWords + ["--junit", "batch.xml", "--html", "batch.html"])
    return """
      name: twheader batch
      on: [push, workflow_dispatch]
      jobs:
        render:
          runs-on: ubuntu-latest\(container)
          strategy:
            fail-fast: false
            matrix:
              shard: [\(shards)]
          steps:
            - uses: actions/checkout@v4\(install)
            - shell: sh {0}
              run: |
      \(retrying(command, indent: "          "))
            - if: always()
              uses: actions/upload-artifact@v4
              with:
                name: batch-${{ matrix.shard }}
                path: \(folders)
        merge:
          needs: render
          if: always()
          runs-on: ubuntu-latest\(container)
          steps:
            - uses: actions/download-artifact@v4
              with:
                pattern: batch-*
                merge-multiple: true\(install)
            - run: \(YAMLText.quoted(merge))
            - if: always()
              uses: actions/upload-artifact@v4
              with:
                name: batch-report
                path: batch.*

      """
  }

  /// Installs the release that the repository's variable TWHEADER_RELEASE names, with what it needs.
  private static let releaseStep = """

          - name: Install twheader
            env:
              RELEASE: ${{ vars.TWHEADER_RELEASE }}
            run: |
              if [ -z "$RELEASE" ]; then
                echo '::error::set the variable TWHEADER_RELEASE to the address of a release, https://.../releases/download/v\(Engine.version)'
                exit 64
              fi
              sudo apt-get update -qq
              sudo apt-get install -y -qq --no-install-recommends libpangocairo-1.0-0 fonts-inter fonts-dejavu-core fonts-noto-color-emoji
              curl -fsSL "$RELEASE/get" | sh -s -- --from "$RELEASE"
              echo "$HOME/.local/bin" >> "$GITHUB_PATH"
    """
}
