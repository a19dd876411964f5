import Foundation
import HeaderModel
import Preview
import Rendering
import Scrolling
import StrictJSON
import TestSupport
import Testing

/// A page's own scripts in Node.js: what they make of curves and offsets, without a browser.
enum NodeProgram {
  static let executable = Executable.path(of: ["node", "nodejs"])

  /// Something that a page's scripts are to do.
  struct Job {
    /// As the page has it.
    let data: String
    /// Other values of constants, as JSON.
    var constants = "{}"
    /// What is played, as the page has it; nil: the page's own curve.
    var curve: String?
    /// Instead of a curve: offsets without times.
    var offsets: [Double]?

    init(_ page: TestPage, offsets: [Double]? = nil) throws {
      data = try page.data()
      self.offsets = offsets
    }

    init(_ page: TestPage, curve playback: CurvePlayback, rate: EventRate = .standard) throws {
      data = try page.data()
      curve = JSONWriter.object { $0.write(playback, rate: rate) }
    }

    fileprivate var json: String {
      let offsets = offsets.map { "[\($0.map { "\($0)" }.joined(separator: ","))]" }
      return "{\"data\":\(data),\"constants\":\(constants),\"curve\":\(curve ?? "null"),"
        + "\"offsets\":\(offsets ?? "null")}"
    }
  }

  /// The page's script as it stands in the page; its last part finds no page to start. Then each
  /// job's events, each with the header's state after it.
  private static let harness = """
    const run = ({ data, constants, curve, offsets }) => {
      const make = () => new AnsweringHeader(data, constants);
      const header = make();
      let events = (offsets ?? []).map((offset) => ({ kind: "scroll", offset }));
      if (!offsets) {
        const played = playCurve(curve ?? data.curve, make(), data.device.layoutScale);
        header.launch(played.launch);
        events = played.events;
      }
      return events.map((event) => {
        header.receive(event);
        const state = traced(header.state(null, false), data.program);
        return { time: event.time ?? null, event: event.kind, ...state };
      });
    };
    const jobs = require("fs").readFileSync(process.argv[2], "utf8").split("\\n");
    for (const job of jobs) {
      try {
        console.log(JSON.stringify(run(JSON.parse(job))));
      } catch (error) {
        console.log(JSON.stringify([{ error: error.stack }]));
      }
    }
    """

  /// For each job the states after its events, as a trace prints them.
  static func run(_ jobs: [Job]) throws -> [[[String: Any]]] {
    let folder = try TemporaryFolder()
    let stub = """
      globalThis.document = {
        getElementById: () => ({}), querySelector: () => ({ cloneNode: () => ({}) }),
        documentElement: { dataset: {} } };
      """
    let page = try TestPage.mimic.html()
    let script = try #require(
      page.components(separatedBy: "<script>").last?.components(separatedBy: "</script>").first)
    try folder.write("page.js", Array("\(stub)\n\(script)\n\(harness)".utf8))
    try folder.write("jobs", Array(jobs.map(\.json).joined(separator: "\n").utf8))
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: try #require(executable))
    process.arguments = ["\(folder.path)/page.js", "\(folder.path)/jobs"]
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let results = try bytes.split(separator: UInt8(ascii: "\n")).map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [[String: Any]])
    }
    #expect(results.count == jobs.count)
    return results
  }
}

/// A program of the system.
enum Executable {
  /// Where the first of these names is found in PATH.
  static func path(of names: [String]) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for name in names {
      for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)")
      {
        return "\(folder)/\(name)"
      }
    }
    return nil
  }
}
