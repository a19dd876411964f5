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
  /// For engines that run containers: an image with `twheader` in it.
  package var image = "twheader:\(Engine.version)"

  /// One shard, one processor.
  package init(_ manifest: Manifest, outputFolder: String) {
    self.manifest = manifest
    self.outputFolder = outputFolder
  }

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

  var mergeCommand: String { ShellText.quoted(["twheader", "batch", "merge", resultFolder]) }
}

/// Words as a POSIX shell reads them.
enum ShellText {
  static func quoted(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        let character = Character(UnicodeScalar(byte))
        return byte < 128
          && (character.isLetter || character.isNumber || "_./=:,@+-%".contains(character))
      }
    return isPlain
      ? word
      : "'"
        + word.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
  }
}

/// What runs the parts of a batch.
package enum JobEngine: String, CaseIterable, Hashable, Sendable {
  case slurm, parallel, kubernetes, make, ninja
  case awsBatch = "aws-batch"
  case githubActions = "github-actions"
}

/// Writes the file with which an engine runs a batch.
///
/// Everywhere the same holds: bad input (64...66), items that failed (1) and whatever else stays as
/// it is (70, 73) are not tried again; a full disk (74), an interruption (75) and signals (above 128)
/// at most twice.
package enum JobFile {
  /// The file's text. Throws `.usage` for more shards than the engine can have.
  package static func text(
    _ engine: JobEngine, _ request: JobRequest
  ) throws(HeaderKitError) -> String {
    switch engine {
    case .slurm: return slurm(request)
    case .parallel: return parallel(request)
    case .kubernetes: return kubernetes(request)
    case .awsBatch: return awsBatch(request)
    case .githubActions:
      guard request.shards <= 256 else {
        throw HeaderKitError(
          .usage, subject: .property(.shardCount),
          reason: "a workflow's matrix has at most 256 jobs",
          remedy: "give a smaller number")
      }
      return githubActions(request)
    case .make: return BuildFile(request).makefile
    case .ninja: return BuildFile(request).ninja
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
    let results = request.resultFolder
    return """
      name: twheader batch
      on: [push, workflow_dispatch]
      jobs:
        render:
          runs-on: ubuntu-latest
          container: \(request.image)
          strategy:
            fail-fast: false
            matrix:
              shard: [\(shards)]
          steps:
            - uses: actions/checkout@v4
            - shell: sh {0}
              run: |
      \(retrying(command, indent: "          "))
            - if: always()
              uses: actions/upload-artifact@v4
              with:
                name: batch-${{ matrix.shard }}
                path: |
                  \(results)
                  \(request.outputFolder)
        merge:
          needs: render
          if: always()
          runs-on: ubuntu-latest
          container: \(request.image)
          steps:
            - uses: actions/download-artifact@v4
              with:
                pattern: batch-*
                merge-multiple: true
            - run: \(request.mergeCommand) --junit batch.xml --html batch.html
            - if: always()
              uses: actions/upload-artifact@v4
              with:
                name: batch-report
                path: batch.*

      """
  }
}
