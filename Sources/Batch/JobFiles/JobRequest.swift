import Comparison
import Files
import Rendering

/// What a job file is to do.
public struct JobRequest: Sendable {
  /// Paths are written as given: relative to where the job runs.
  public var manifest: Manifest
  /// Where outputs go.
  public var outputFolder: String
  /// Where each shard leaves its result.
  public var resultFolder = "results"
  /// Nil: the machine's own.
  public var cacheFolder: String?
  /// The patterns by which items were chosen.
  public var only: [String] = []
  /// The patterns by which items were left out.
  public var skip: [String] = []
  /// 1...
  public var shards = 1
  /// Processors of a task.
  public var jobs = 1
  /// For engines that run containers: an image with `twheader` in it.
  public var image = "twheader:\(Engine.version)"

  /// One shard, one processor.
  public init(_ manifest: Manifest, outputFolder: String) {
    self.manifest = manifest
    self.outputFolder = outputFolder
  }

  /// The words of a run, without those that name a part of it.
  var words: [String] {
    ["twheader", "batch", "run", manifest.path, "--out-dir", outputFolder]
      + (cacheFolder.map { ["--cache-dir", $0] } ?? [])
  }

  private var selection: [String] {
    only.flatMap { ["--only", $0] } + skip.flatMap { ["--skip", $0] }
  }

  /// The words of a run of a shard; the engine tells which.
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
