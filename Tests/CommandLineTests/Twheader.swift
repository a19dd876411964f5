import FileAccess
import Foundation

/// Runs the built program as a process.
struct Twheader {
  /// The result of a run.
  struct Outcome {
    /// The exit status, or the negative number of the signal that ended the program.
    let status: Int32
    let output: Data
    /// The unfiltered standard error.
    let errorOutput: String

    /// Standard error without progress lines, which depend on the machine's speed.
    var errors: String {
      errorOutput.replacing(/twheader: [0-9]+(\/[0-9]+)? frames, .*\n/, with: "")
    }

    /// The nonempty lines of `errors`, without line feeds.
    var lines: [String] { errors.split(separator: "\n").map(String.init) }
    /// The standard output as text.
    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// The destination of standard output.
  enum Sink {
    /// A temporary file, which is read at the end.
    case captured
    case handle(FileHandle)
  }

  /// Limits concurrent programs to twice the number of processors. With fewer, processors would be
  /// idle: some programs wait for a change or a signal, and a test that has a result waits for one of
  /// the threads that all tests share.
  private static let semaphore = AsyncSemaphore(
    slots: 2 * ProcessInfo.processInfo.activeProcessorCount)

  let folder: TemporaryDirectory
  /// The program, or a shell or script that runs it.
  var executable = Twheader.executable
  var environment: [String: String] = [:]
  /// The destination of standard error. `nil` is a temporary file, which is read at the end.
  var errors: FileHandle?

  /// Options for a small screen, because most tests do not depend on the picture.
  static let small = ["--device", "iphone-se", "--scale", "0.25"]
  /// Options for a small screen and the fastest compression.
  static let quick = small + ["--effort", "1"]

  /// The sanitizers' options, which the program inherits.
  private static let inherited = ProcessInfo.processInfo.environment.filter {
    ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key)
  }

  /// The program in the environment variable `TWHEADER`, or else the program next to the test
  /// bundle.
  ///
  /// `scripts/test` sets the variable to a release build, which takes a tenth of the time.
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

  /// Runs the program in the folder and waits until it ends.
  ///
  /// - Parameters:
  ///   - input: The contents of standard input.
  ///   - seconds: The time limit, after which the program is killed with a status of -9.
  ///   - place: The working directory. `nil` is the folder.
  ///   - watch: A closure that gets the running process. It runs on its own thread, because the
  ///     threads that tests share may be busy until the process has ended.
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
    // A test that exceeds its time limit is cancelled before the program ends.
    if Task.isCancelled { process.terminate() }
    process.waitUntilExit()
    guardian.cancel()
    let signalled = process.terminationReason == .uncaughtSignal
    return Outcome(
      status: signalled ? -process.terminationStatus : process.terminationStatus,
      output: try Data(contentsOf: URL(fileURLWithPath: names.output)),
      errorOutput: String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: names.errors)), as: UTF8.self))
  }
}
