import Comparison
public import Files
import Rendering

/// Writes the file with which an engine runs a batch.
///
/// Everywhere the same holds: bad input (64...66), items that failed (1) and whatever else stays as
/// it is (70, 73) are not tried again; a full disk (74), an interruption (75) and signals (above 128)
/// at most twice.
public enum JobFile {
  /// The file's text. Throws `.usage` for more shards than the engine can have.
  public static func text(
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
