import Foundation

/// The hashes of what the workloads draw, in the file `Tests/Bench/hashes`: a line per workload, its
/// name and its hash.
///
/// The rasterizer draws the same bytes on every machine, so a different hash is a change of behavior.
enum RecordedHashes {
  static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../hashes").standardizedFileURL

  /// The recorded hashes by name of workload.
  static func read() throws -> [String: String] {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let pairs = lines.map { $0.split(separator: " ").map(String.init) }
    return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { $1 }
  }

  /// Draws every workload once and writes the hashes.
  static func record() throws {
    let lines = Workload.all(prefix: "").map { "\($0.name) \($0.hash())\n" }
    try Data(lines.sorted().joined().utf8).write(to: file, options: .atomic)
  }

  /// Draws every workload once; returns the names of those whose hash is not the recorded one.
  static func changes() throws -> [String] {
    let recorded = try read()
    return Workload.all(prefix: "").filter { $0.hash() != recorded[$0.name] }.map(\.name)
  }
}
