import ArgumentParser
import Batch
import Rendering

/// `twheader batch cache`
struct BatchCacheCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Looks after the outputs of earlier runs.",
    subcommands: [Stat.self, Verify.self, Collect.self])

  /// `twheader batch cache stat`
  struct Stat: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "stat", abstract: "How much is kept, as a JSON object.")

    @OptionGroup var cache: BatchCacheOptions

    func run() async throws {
      let cache = try cache.existing()
      let statistics = cache.statistics()
      print(
        "{\"objects\":\(statistics.objects), \"bytes\":\(statistics.bytes)}")
    }
  }

  /// `twheader batch cache verify`
  struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify",
      abstract: "Reads every object; names those that are damaged or foreign.")

    @OptionGroup var cache: BatchCacheOptions

    func run() async throws {
      let damaged = try cache.existing().verify()
      damaged.forEach { print($0) }
      guard damaged.isEmpty else { throw ExitCode(1) }
    }
  }

  /// `twheader batch cache gc`
  struct Collect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "gc", abstract: "Removes what was not used for longest.")

    @OptionGroup var cache: BatchCacheOptions

    @Option(help: "Bytes that may stay, as 500M or 2G.")
    var maxSize: ByteCount

    func run() async throws {
      let removed = try cache.existing().collect(limit: maxSize.bytes)
      print("{\"removed\":\(removed.objects), \"bytes\":\(removed.bytes)}")
    }
  }
}
