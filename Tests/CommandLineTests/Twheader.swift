import FileAccess
import Foundation

/// Runs the built program as a process.
struct Twheader {
  /// What a run left.
  struct Outcome {
    let status: Int32
    let output: Data
    /// Standard error as it is.
    let talk: String

    /// Standard error without lines of progress, which depend on the machine's speed.
    var errors: String { talk.replacing(/twheader: [0-9]+(\/[0-9]+)? frames, .*\n/, with: "") }

    /// Of standard error, without the line ends.
    var lines: [String] { errors.split(separator: "\n").map(String.init) }
    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// What standard output is connected to.
  enum Sink {
    /// A file that is read at the end.
    case captured
    case handle(FileHandle)
  }

  /// Programs at a time: more would only wait for each other.
  private static let semaphore = AsyncSemaphore(places: 2)

  let folder: TemporaryDirectory
  /// What runs: the program, or a script of the project that runs it.
  var executable = Twheader.executable
  var environment: [String: String] = [:]
  /// What standard error is connected to; nil: a file that is read at the end.
  var errors: FileHandle?

  /// A small screen and the fastest packing: the tests are about the way, not the picture.
  static let small = ["--device", "iphone-se", "--scale", "0.25"]
  static let quick = small + ["--effort", "1"]

  /// What sanitizers are told goes to the program as well.
  private static let inherited = ProcessInfo.processInfo.environment.filter {
    ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key)
  }

  /// The program that `TWHEADER` in the environment names (`scripts/test` names that of a release build,
  /// which takes a tenth of the time); otherwise the one beside the tests, wherever the build has put them.
  static let executable: URL = {
    if let path = ProcessInfo.processInfo.environment["TWHEADER"] {
      return URL(fileURLWithPath: path)
    }
    let places =
      [Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments[0])]
      + Bundle.allBundles.map(\.bundleURL)
    for place in places {
      var folder = place
      while folder.path != "/" {
        let program = folder.appendingPathComponent("twheader")
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: program.path, isDirectory: &isFolder),
          !isFolder.boolValue, FileManager.default.isExecutableFile(atPath: program.path)
        {
          return program
        }
        folder.deleteLastPathComponent()
      }
    }
    return URL(fileURLWithPath: "twheader is not built")
  }()

  /// Runs to the end in the workplace; a run of more than `seconds` is killed, so that its status is
  /// none of those expected.
  ///
  /// - Parameter watch: is given the process once it runs, on a thread of its own: the threads that
  ///   tests share may all be busy for longer than the process lives.
  func run(
    _ arguments: [String], input: Data = Data(), sink: Sink = .captured, seconds: Double = 120,
    in place: String? = nil, watch: (@Sendable (Process) -> Void)? = nil
  ) async throws -> Outcome {
    let names = (
      output: folder.hidden("output"), errors: folder.hidden("errors"),
      input: folder.hidden("input")
    )
    try input.write(to: URL(fileURLWithPath: names.input))
    for name in [names.output, names.errors] {
      try Data().write(to: URL(fileURLWithPath: name))
    }
    await Twheader.semaphore.wait()
    defer { Task { await Twheader.semaphore.signal() } }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: place ?? folder.path)
    process.environment = Twheader.inherited
      .merging(["PATH": "/usr/bin:/bin", "HOME": folder.path]) { $1 }
      .merging(environment) { $1 }
    process.standardInput = FileHandle(forReadingAtPath: names.input)
    process.standardError = errors ?? FileHandle(forWritingAtPath: names.errors)
    switch sink {
    case .captured: process.standardOutput = FileHandle(forWritingAtPath: names.output)
    case .handle(let handle): process.standardOutput = handle
    }
    let (ended, end) = AsyncStream<Void>.makeStream()
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    let identifier = process.processIdentifier
    let guardian = Task {
      try await Task.sleep(for: .seconds(seconds))
      kill(identifier, SIGKILL)
    }
    if let watch { Thread.detachNewThread { watch(process) } }
    for await _ in ended {}
    // A test that ran out of time is cancelled before the program has ended.
    if Task.isCancelled { process.terminate() }
    process.waitUntilExit()
    guardian.cancel()
    let signalled = process.terminationReason == .uncaughtSignal
    return Outcome(
      status: signalled ? -process.terminationStatus : process.terminationStatus,
      output: try Data(contentsOf: URL(fileURLWithPath: names.output)),
      talk: String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: names.errors)), as: UTF8.self))
  }
}
