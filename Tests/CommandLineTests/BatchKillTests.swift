import Foundation
import Testing

/// Batches that are killed and run again.
@Suite(.serialized) struct BatchKills {
  private let directory: TemporaryDirectory
  private var folder: URL { URL(fileURLWithPath: directory.path) }
  private let manifest: String

  init() throws {
    let directory = try TemporaryDirectory()
    self.directory = directory
    let folder = URL(fileURLWithPath: directory.path)
    manifest = folder.path + "/manifest.jsonl"
    try Data(#"{"version": 1, "keyframes": [{"time": 0, "offset": 30}]}"#.utf8)
      .write(to: folder.appendingPathComponent("still.json"))
    let head = #"{"defaults": {"curve": "still.json", "scale": 1, "effort": 1}}"#
    let item =
      #"{"id": "{style}-{quality}", "outputs": ["{id}.gif", "{id}/"], "#
      + #""matrix": {"style": ["mimic", "contacts"], "quality": [10, 40, 70]}}"#
    try Data("\(head)\n\(item)\n".utf8).write(to: URL(fileURLWithPath: manifest))
  }

  private func start(_ name: String) throws -> Process {
    let process = Process()
    process.executableURL = Twheader.executable
    process.arguments = [
      "batch", "run", manifest, "--out-dir", folder.path + "/" + name, "--cache-dir",
      folder.path + "/cache-" + name, "--results", folder.path + "/results-" + name, "--quiet",
    ]
    try process.run()
    return process
  }

  /// Returns all files in a folder with their contents.
  private func files(_ name: String) -> [String: Data] {
    let root = folder.path + "/" + name
    var files: [String: Data] = [:]
    for case let path as String in FileManager.default.enumerator(atPath: root) ?? .init() {
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder),
        !isFolder.boolValue
      {
        files[path] = FileManager.default.contents(atPath: root + "/" + path)
      }
    }
    return files
  }

  private func finish(_ name: String) throws -> Int32 {
    let process = try start(name)
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test func rerunAfterKillMakesTheSameBytes() throws {
    let started = ContinuousClock.now
    #expect(try finish("whole") == 0)
    let length = (ContinuousClock.now - started) / .seconds(1)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      let process = try start("killed")
      Thread.sleep(forTimeInterval: Double.random(in: 0...length / 4, using: &random))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    #expect(try finish("killed") == 0)
    let whole = files("whole")
    // Twelve files of outputs, and the file that records them.
    #expect(whole.count == 13)
    #expect(files("killed") == whole)
  }

  @Test func terminationWritesResultsAndExitsWith75() throws {
    let process = try start("ended")
    // The list of identifiers is written after the last check and before the first frame.
    let list = folder.path + "/results-ended/batch.json"
    while process.isRunning, !FileManager.default.fileExists(atPath: list) { usleep(1000) }
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 75)
    let result = folder.path + "/results-ended/shard-00001-of-00001.attempt-1.json"
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: result)), as: UTF8.self)
    #expect(text.contains(#""state": "dropped""#))
    #expect(try finish("ended") == 0)
    #expect(files("ended").count == 13)
  }
}
