import ArgumentParser
import Batch
import FileAccess
import Rendering

struct WatchOptions: ParsableArguments {
  @Flag(help: "Render again when an input changes, until interrupted")
  var watch = false

  /// Throws if a path is `-`: a stream can be read or written only once.
  func check(_ paths: [String?]) throws {
    guard watch, paths.contains("-") else { return }
    throw UsageError("--watch: standard input and output cannot be watched; give files")
  }

  /// The polling interval, and the time allowed for a save to finish.
  private static let interval = Duration.milliseconds(40)

  /// Does the work once or, with `--watch`, after every change of an input.
  ///
  /// - Parameters:
  ///   - outputs: The outputs. They must not be streams.
  ///   - documents: Requests whose documents name further files to watch.
  ///   - failed: Receives the error messages if the work fails, one line each. The watch continues.
  func run(
    _ inputs: [String?], outputs: [String?], documents: @autoclosure () throws -> [SceneRequest],
    failed: (String) -> Void = { _ in }, _ work: () async throws -> Void
  ) async throws {
    try check(outputs + inputs)
    guard watch else { return try await work() }
    let documents = try documents()
    var files = Set(inputs.compactMap { $0 })
    while !Task.isCancelled {
      // Keep the earlier files: a document that is temporarily invalid names no files.
      for request in documents { files.formUnion((try? SceneResolver(request).inputFiles()) ?? []) }
      let watch = InputWatch(paths: files)
      do {
        try await work()
      } catch let error as HeaderKitError {
        Diagnostics.errors(of: error)
        failed(error.lines(naming: \.flag).joined(separator: "\n"))
      }
      Diagnostics.line(
        "twheader: waiting for changes of \(files.count) file\(files.count == 1 ? "" : "s")")
      while !watch.hasChanged { try await Task.sleep(for: Self.interval) }
      try await Task.sleep(for: Self.interval)
    }
  }
}
