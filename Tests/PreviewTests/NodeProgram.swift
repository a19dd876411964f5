import Foundation
import HeaderModel
import Preview
import Rendering
import Scrolling
import StrictJSON
import TestSupport
import Testing

/// Runs a page's scripts in Node.js to get their states for curves and offsets, without a browser.
enum NodeProgram {
  static let executable = Executable.path(of: ["node", "nodejs"])

  /// A task for a page's scripts.
  struct Job {
    /// The data in the page.
    let data: String
    /// Changed values of constants as JSON.
    var constants = "{}"
    /// The curve in the page's format, or `nil` for the page's own curve.
    var curve: String?
    /// Offsets without times, used instead of a curve.
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

  /// The page's script without changes; its last part does nothing without a page. It is followed
  /// by code that prints each job's events with the header's state after them.
  private static let harness = """
    const run = ({ data, constants, curve, offsets }) => {
      const make = () => new InteractiveHeader(data, constants);
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

  /// Returns the states after the events of each job: arrays of objects in the format of a trace.
  static func run(_ jobs: [Job]) throws -> [JSONValue] {
    let folder = try TemporaryFolder()
    let stub = """
      globalThis.document = {
        getElementById: () => ({}), querySelector: () => ({ cloneNode: () => ({}) }),
        documentElement: { dataset: {} } };
      """
    let script = try #require(
      try TestPage.mimic.html().part(afterLast: "<script>", before: "</script>"))
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
    let results = try JSONValue.lines(bytes)
    #expect(results.count == jobs.count)
    return results
  }
}

/// Programs of the system.
enum Executable {
  /// Returns the path of the first of these names found in PATH.
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
