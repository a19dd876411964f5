import ArgumentParser
import Batch
import FileAccess
import Rendering

struct WatchOptions: ParsableArguments {
  @Flag(help: "Render again when an input changes, until interrupted")
  var watch = false

  /// Refuses to watch streams, which can be read and written but once.
  func check(_ paths: [String?]) throws {
    guard watch, paths.contains("-") else { return }
    throw UsageError("--watch: standard input and output cannot be watched; give files")
  }

  /// How often files are looked at, and how long a save may take.
  private static let interval = Duration.milliseconds(40)

  /// Does some work once, or again and again as its inputs change.
  ///
  /// - Parameters:
  ///   - outputs: checked as inputs are.
  ///   - documents: name other files beside the inputs, as far as they can be read.
  ///   - failed: is given the error of work that is done again after the next change.
  func run(
    _ inputs: [String?], outputs: [String?], documents: @autoclosure () throws -> [SceneRequest],
    failed: (String) -> Void = { _ in }, _ work: () async throws -> Void
  ) async throws {
    try check(outputs + inputs)
    guard watch else { return try await work() }
    let documents = try documents()
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
