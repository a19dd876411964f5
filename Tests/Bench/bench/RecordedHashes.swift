import Foundation

/// The file `Tests/Bench/hashes`, which has a line with the name and the result's hash per
/// workload.
///
/// The rasterizer draws the same bytes on every machine, so a different hash is a change of
/// behavior.
enum RecordedHashes {
  static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../hashes").standardizedFileURL

  /// Returns the recorded hashes by workload name.
  static func read() throws -> [String: String] {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let pairs = lines.map { $0.split(separator: " ").map(String.init) }
    return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { $1 }
  }

  /// Runs all workloads once and writes the hashes.
  static func record() throws {
    let lines = Workload.all(prefix: "").map { "\($0.name) \($0.hash())\n" }
    try Data(lines.sorted().joined().utf8).write(to: file, options: .atomic)
  }

  /// Runs all workloads once and returns the names of those whose hashes have changed.
  static func changes() throws -> [String] {
    let recorded = try read()
    return Workload.all(prefix: "").filter { $0.hash() != recorded[$0.name] }.map(\.name)
  }
}
