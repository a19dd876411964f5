import ArgumentParser
import Batch
import FileAccess
import PortableFoundation

struct BatchCacheCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Inspect and prune the cache of rendered outputs.",
    discussion: """
      twheader batch cache stat
          Prints the number of cached outputs and their bytes.
      twheader batch cache gc --max-size 2G
          Removes the least recently used outputs.
      """,
    subcommands: [Stat.self, Verify.self, Collect.self])

  struct Stat: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "stat", abstract: "Print the size of the cache as a JSON object.",
      discussion: """
        twheader batch cache stat
            Prints the number of cached outputs and their bytes.
        twheader batch cache stat --cache-dir /shared/cache
            Prints those of a shared cache.
        """)

    @OptionGroup var cache: BatchCacheOptions

    func run() async throws {
      let all = try cache.existing().statistics()
      try Diagnostics.printLines(["{\"objects\":\(all.objects), \"bytes\":\(all.bytes)}"])
    }
  }

  struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify", abstract: "Check every cached output.",
      discussion: """
        twheader batch cache verify
            Prints the paths of damaged and unknown files.
        twheader batch cache verify --cache-dir /shared/cache
            Checks a shared cache.

        Exit status: 0 the cache is intact, 1 it has damaged or unknown files.
        """)

    @OptionGroup var cache: BatchCacheOptions

    func run() async throws {
      let damaged = try cache.existing().verify()
      try Diagnostics.printLines(damaged)
      guard damaged.isEmpty else { throw ExitCode(1) }
    }
  }

  struct Collect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "gc", abstract: "Remove the least recently used outputs.",
      discussion: """
        twheader batch cache gc --max-size 2G
            Shrinks the cache to 2 GiB.
        twheader batch cache gc --max-size 500M --cache-dir /shared/cache
            Shrinks a shared cache.
        """)

    @OptionGroup var cache: BatchCacheOptions

    @Option(help: "Size to shrink the cache to, for example 500M or 2G") var maxSize: ByteCount

    func run() async throws {
      let removed = try cache.existing().collect(limit: maxSize.bytes)
      try Diagnostics.printLines(["{\"removed\":\(removed.objects), \"bytes\":\(removed.bytes)}"])
    }
  }
}

struct BatchCacheOptions: ParsableArguments {
  @Option(help: "Cache folder [default: ~/.cache/twheader, or in $XDG_CACHE_HOME]")
  var cacheDir: String?

  /// `--cache-dir`, or `$XDG_CACHE_HOME/twheader`, or `~/.cache/twheader`. `nil` if the environment
  /// has neither variable.
  var folder: String? {
    if let cacheDir { return cacheDir }
    let environment = ProcessInfo.processInfo.environment
    if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") { return base + "/twheader" }
    if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.cache/twheader" }
    return nil
  }

  /// Returns the existing cache.
  /// - Throws: `.noInput` if there is none.
  func existing() throws -> RenderCache {
    guard let folder, FileManager.default.fileExists(atPath: folder) else {
      throw HeaderKitError(
        .noInput, subject: folder.map { .file($0) } ?? .location("--cache-dir"),
        reason: "there is no cache", remedy: "name its folder with --cache-dir")
    }
    return try RenderCache(existing: folder)
  }

  /// Returns the cache for a run, created if needed. If it cannot be created, this is an error with
  /// `--cache-dir` and otherwise a warning.
  func cache() throws -> RenderCache? {
    guard let folder else { return nil }
    do {
      return try RenderCache(folder: folder)
    } catch {
      guard cacheDir == nil else { throw error }
      Diagnostics.warning("the cache is disabled: \(error.text(naming: \.flag))")
      return nil
    }
  }
}
