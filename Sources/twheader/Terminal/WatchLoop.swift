import ArgumentParser
import Batch
import FileAccess
import Rendering

struct WatchOptions: ParsableArguments {
  @Flag(
    help:
      "Renders again when a curve, scene, header document or picture changes, until interrupted.")
  var watch = false

  /// Throws `.usage` where streams are to be watched, which can be read and written but once.
  func check(_ paths: [String?]) throws(HeaderKitError) {
    guard watch, paths.contains("-") else { return }
    throw HeaderKitError(
      .usage, subject: .place("--watch"), reason: "standard input and output cannot be watched",
      remedy: "give files")
  }
}

/// Does some work once, or again and again as its inputs change.
struct WatchLoop {
  let inputs: [String?]
  /// What documents name beside them, as far as they can be read.
  let documents: [SceneRequest]

  /// How often files are looked at, and how long a save may take.
  private static let interval = Duration.milliseconds(40)

  /// - Parameters:
  ///   - isOn: without it the work is done once, and its error is thrown.
  ///   - failed: is given the error of work that is done again after the next change.
  func run(
    _ isOn: Bool, failed: (String) -> Void = { _ in }, _ work: () async throws -> Void
  ) async throws {
    guard isOn else { return try await work() }
    var files = Set(inputs.compactMap { $0 })
    while !Task.isCancelled {
      // What was watched stays watched: a document that cannot be read names nothing.
      for request in documents { files.formUnion((try? SceneResolver(request).inputFiles()) ?? []) }
      let watch = InputWatch(paths: files)
      do {
        try await work()
      } catch let error as HeaderKitError {
        let text = error.text(naming: \.flag)
        Diagnostics.error(text)
        failed(text)
      }
      Diagnostics.line(
        "twheader: waiting for changes of \(files.count) file\(files.count == 1 ? "" : "s")")
      while !watch.hasChanged { try await Task.sleep(for: Self.interval) }
      try await Task.sleep(for: Self.interval)
    }
  }
}
