import Foundation
import Rendering

/// Measures the rasterizer's kernels, a scene and complete renders, in turn with other libraries.
/// Checks the results, prints JSON to standard output and the table of goals to standard error.
@main
struct Bench {
  static func main() async throws {
    guard let options = BenchOptions(Array(CommandLine.arguments.dropFirst())) else {
      printError("bench: \(BenchOptions.usage)")
      exit(2)
    }
    switch options.task {
    case .render(let part, let folder):
      try await part.run(folder: URL(fileURLWithPath: folder))
    case .errors(let folder):
      try ErrorPictures.write(KernelError.all(), to: URL(fileURLWithPath: folder))
    case .count:
      guard let counter = InstructionCounter() else {
        printError("bench: --count needs the library of scripts/bench/count; run that script")
        exit(2)
      }
      for workload in Workload.all(prefix: options.prefix) { workload.runCounted(counter) }
    case .hashes(record: true):
      try RecordedHashes.record()
    case .hashes(record: false):
      let changes = try RecordedHashes.changes()
      guard changes.isEmpty else {
        printError(
          "bench: results differ from the recorded hashes: \(changes.joined(separator: ", "))")
        exit(1)
      }
    case .measure:
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("bench-\(ProcessInfo.processInfo.processIdentifier)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      guard try measure(options, folder: folder) else {
        try? FileManager.default.removeItem(at: folder)
        exit(1)
      }
    }
  }

  /// Returns true if all results are correct and reach their floors.
  private static func measure(_ options: BenchOptions, folder: URL) throws -> Bool {
    // Renders run first, because a process inherits the peak memory of its parent.
    let renders = try rendered(options, folder: folder)
    let peers = try options.python.map { try Peers.started(python: $0, folder: folder) } ?? .none
    defer { peers.finish() }
    let workloads = Workload.all(prefix: options.prefix)
    var timings = Timings()
    timings.measure(workloads, peers, rounds: options.rounds)
    let errors =
      options.prefix.isEmpty || options.prefix.hasPrefix("error") ? KernelError.all() : []
    var results = try timings.results(workloads, peers)
    var goals = Goal.table(results, renders, errors)
    // More rounds bring the best times closer to those of an idle machine, on both sides of a ratio.
    if goals.contains(where: \.isMissed) {
      timings.measure(workloads, peers, rounds: 3 * options.rounds)
      results = try timings.results(workloads, peers)
      goals = Goal.table(results, renders, errors)
    }
    let costs = RenderPart.allCases.compactMap { renders[$0] }
    func list(_ name: String, _ lines: [String]) -> String {
      "  \"\(name)\": [\n\(lines.joined(separator: ",\n"))\n  ]"
    }
    let versions = peers.versions.sorted { $0.key < $1.key }.map { "\"\($0)\": \"\($1)\"" }
    print(
      "{\n  \"version\": \"\(Engine.version)\",\n  \"date\": \"\(today)\",\n"
        + "  \"processor\": \"\(processor)\",\n  \"rounds\": \(options.rounds),\n"
        + "  \"processors\": \(ProcessInfo.processInfo.activeProcessorCount),\n"
        + "  \"load\": \(load),\n"
        + "  \"peers\": { \(versions.joined(separator: ", ")) },\n"
        + [
          list("goals", goals.map(\.json)), list("work", results.map(\.json)),
          list("renders", costs.map(\.json)), list("errors", errors.map(\.json)),
        ].joined(separator: ",\n") + "\n}")
    printError(
      goals.filter { options.prefix.isEmpty || $0.value != nil }.map(\.text).joined(separator: "\n")
    )
    for reason in peers.missing { printError("bench: peer skipped: \(reason)") }
    let changed =
      results.filter { !$0.isAsExpected }.map(\.name)
      + costs.filter { $0.hashes.count > 1 }.map(\.part.rawValue)
    if !changed.isEmpty {
      printError(
        "bench: results differ from the recorded hashes: \(changed.joined(separator: ", "))")
    }
    let missed = goals.filter { $0.isMissed }.map(\.name)
    if !missed.isEmpty {
      printError("bench: floors not reached: \(missed.joined(separator: "; "))")
    }
    return changed.isEmpty && missed.isEmpty
  }

  /// The date in UTC, for example "2026-11-28".
  private static var today: String {
    String(ISO8601DateFormatter().string(from: Date()).prefix(10))
  }

  /// The mean number of processes that were ready to run in the last 15 minutes. More than the number
  /// of processors makes times worse, and some ratios.
  private static var load: Double {
    var averages = [0.0, 0, 0]
    return getloadavg(&averages, 3) == 3 ? (averages[2] * 10).rounded() / 10 : 0
  }

  /// The processor's name; "unknown" if the system does not tell it in `/proc/cpuinfo`.
  private static var processor: String {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = line?.split(separator: ":", maxSplits: 1).last ?? "unknown"
    return name.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "\"", with: "")
  }

  private static func rendered(
    _ options: BenchOptions, folder: URL
  ) throws -> [RenderPart: RenderCosts] {
    let parts = RenderPart.allCases.filter { $0.rawValue.hasPrefix(options.prefix) }
    var costs = Dictionary(uniqueKeysWithValues: parts.map { ($0, RenderCosts($0)) })
    for round in 0..<options.rounds {
      for part in parts where round < part.rounds(of: options.rounds) {
        try costs[part]?.add(folder: folder)
      }
    }
    return costs
  }

  private static func printError(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}

/// The times of all rounds, by workload.
private struct Timings {
  private var ours: [String: Timing] = [:]
  /// By workload and peer, separated by a space.
  private var theirs: [String: Timing] = [:]

  /// Runs all workloads once per round, each next to its peers, so that other load on the machine
  /// affects them equally.
  mutating func measure(_ workloads: [Workload], _ peers: Peers, rounds: Int) {
    for round in 0...rounds {
      for workload in workloads {
        let timing = workload.run()
        // The first round warms up caches and is not measured.
        if round > 0 { ours[workload.name, default: Timing()].add(timing) }
        for peer in peers.names(for: workload.name) {
          guard let timing = peers.run(workload.name, peer), round > 0 else { continue }
          theirs[workload.name + " " + peer, default: Timing()].add(timing)
        }
      }
    }
  }

  func results(_ workloads: [Workload], _ peers: Peers) throws -> [WorkloadResult] {
    let expectedHashes = try RecordedHashes.read()
    return workloads.map { workload in
      WorkloadResult(
        name: workload.name, bytes: workload.bytes, ours: ours[workload.name] ?? Timing(),
        peers: peers.names(for: workload.name).compactMap { peer in
          theirs[workload.name + " " + peer].map { (peer, $0) }
        }, hash: workload.hash(), expected: expectedHashes[workload.name])
    }
  }
}

/// The command-line options.
struct BenchOptions {
  enum Task: Equatable {
    /// Measures the workloads whose names start with the prefix.
    case measure
    /// Runs one render in this process and writes its files to a folder.
    case render(RenderPart, folder: String)
    /// Writes pictures of the kernels' errors to a folder.
    case errors(folder: String)
    /// Runs each workload once for an instruction counter (`scripts/bench/count`).
    case count
    /// Records the hashes of all workloads, or compares them with the recorded ones.
    case hashes(record: Bool)
  }

  static let usage = """
    usage: bench [--rounds N] [--only PREFIX] [--peers PYTHON]
           bench --errors FOLDER
           bench --hashes compare|record
           bench --count PREFIX
    """

  private(set) var task = Task.measure
  private(set) var rounds = 9
  private(set) var prefix = ""
  /// The path of a Python interpreter with the peers' libraries. `nil` measures no peers.
  private(set) var python: String?

  /// `nil` if an argument is invalid.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch option {
      case "--rounds":
        guard let count = Int(value), count > 0 else { return nil }
        rounds = count
      case "--only": prefix = value
      case "--peers": python = value
      case "--errors": task = .errors(folder: value)
      case "--count": (task, prefix) = (.count, value)
      case "--hashes":
        guard ["compare", "record"].contains(value) else { return nil }
        task = .hashes(record: value == "record")
      case "--render":
        guard let part = RenderPart(rawValue: value), let folder = rest.popFirst() else {
          return nil
        }
        task = .render(part, folder: folder)
      default: return nil
      }
    }
  }
}
