import Foundation

/// Random arguments to the program in a folder with small inputs: no trap, a documented exit
/// status, and messages that start with the program's name. An input has one argument per line.
struct ArgumentsTarget: FuzzTarget {
  private let scratch: ScratchFolder
  private let program: URL
  private let commands: [Command]

  /// A command with its full name and its arguments.
  private struct Command {
    var path: [String]
    var options: [(name: String, takesValue: Bool)]
    var positional: Int
  }

  /// The statuses in `twheader --help`, except for internal errors (70) and signals.
  private static let statuses: Set<Int32> = [0, 1, 64, 65, 66, 73, 74, 75]
  private static let patience = 60.0
  /// Commands that paint whole screens, which takes minutes per input in a debug build.
  private static let slow = ["preview", "fit", "from-recording"]
  private static let values = [
    "0", "1", "2", "3", "-1", "10", "0.5", "1/3", "60", "1e9", "1e-9", "nan", "", " ",
    "9223372036854775808",
    "a.gif", "b.apng", "f/%02d.png", "f/", "out/", "-", "swipe.json", "tiny.json", "banner.png",
    "avatar.png", "base.gif", "m.jsonl", "missing", "scene.json", "header.json", "mimic", "stretch",
    "x-profile", "dark", "light", "final", "exact", "ciede2000", "flip", "0-2", "2-0", "gif",
    "apng",
    "json", "text", "html", "1/2", "0/3", "rect:0,0,5,5", "banner:1", "headerHeight=90", "=", "x=",
    "#FFF", "#FF00FF80", "1M", "30x40@1", "\u{202E}x", "all", "none", "0,40,-20", "r.html",
    "r.json",
  ]

  init() throws {
    program = URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL
      .deletingLastPathComponent().appendingPathComponent("twheader")
    scratch = try ScratchFolder()
    for name in [
      "Manifests/swipe.json", "Manifests/tiny.json", "Images/banner.png", "Images/avatar.png",
      "Diff/base.gif",
    ] {
      try scratch.copy(name)
    }
    _ = try scratch.write(
      Array(
        ##"{"version": 1, "defaults": {"curve": "tiny.json", "device": "30x40@1"}}\##n{"id": "a"}\##n"##
          .utf8), to: "m.jsonl")
    _ = try scratch.write(Array(#"{"version": 1, "device": "30x40@1"}"#.utf8), to: "scene.json")
    commands = try Self.commands(of: program, in: scratch.url)
  }

  /// Returns the argument parser's description of the commands.
  private static func commands(of program: URL, in folder: URL) throws -> [Command] {
    let (_, output, _) = try ProgramRun(program, ["--experimental-dump-help"], in: folder).result()
    let help = try JSONSerialization.jsonObject(with: Data(output)) as? [String: Any]
    guard let root = help?["command"] as? [String: Any] else {
      throw Finding("the program does not describe its arguments")
    }
    var commands: [Command] = []
    func visit(_ command: [String: Any], _ path: [String]) {
      var found = Command(path: path, options: [], positional: 0)
      for argument in command["arguments"] as? [[String: Any]] ?? [] {
        let kind = argument["kind"] as? String
        let names = argument["names"] as? [[String: String]] ?? []
        if kind == "positional" { found.positional += 1 }
        for name in names {
          // Commands that watch run until they are interrupted.
          guard let text = name["name"], text != "help", text != "watch" else { continue }
          found.options.append(
            ((name["kind"] == "short" ? "-" : "--") + text, kind == "option"))
        }
      }
      commands.append(found)
      for inner in command["subcommands"] as? [[String: Any]] ?? [] {
        let name = inner["commandName"] as? String ?? ""
        if !Self.slow.contains(name) { visit(inner, path + [name]) }
      }
    }
    visit(root, [])
    return commands
  }

  func input(_ random: inout SeededRandom) -> [UInt8] {
    let command = random.pick(commands)
    var arguments = command.path
    func takes(_ name: String) -> Bool { command.options.contains { $0.name == name } }
    // Always small, mostly short.
    if takes("--device") { arguments += ["--device", "30x40@1"] }
    if takes("--curve"), random.chance(92) { arguments += ["--curve", "tiny.json"] }
    if takes("-o"), random.chance(60) {
      arguments += ["-o", random.pick(["a.gif", "b.apng", "c.png"])]
    }
    for _ in 0..<command.positional where random.chance(90) {
      arguments.append(
        random.pick(["tiny.json", "m.jsonl", "base.gif", "a.gif", "banner.png", "mimic", "out"]))
    }
    for _ in 0..<random.number(below: 4) where !command.options.isEmpty {
      let option = random.pick(command.options)
      arguments.append(option.name)
      if option.takesValue != random.chance(5) { arguments.append(random.pick(Self.values)) }
    }
    if random.chance(8) {
      arguments.insert(random.pick(Self.values), at: random.number(below: arguments.count + 1))
    }
    return Array(arguments.joined(separator: "\n").utf8)
  }

  func run(_ input: [UInt8]) throws -> Bool {
    let arguments = String(decoding: input, as: UTF8.self).components(separatedBy: "\n")
    let run = ProgramRun(program, arguments, in: scratch.url)
    let (status, output, talk) = try run.result(within: Self.patience)
    let shown = arguments.joined(separator: " ")
    guard let status else { throw Finding("\(shown): ended by a signal, or took too long") }
    try Finding.require(Self.statuses.contains(status), "\(shown): exit status \(status): \(talk)")
    if status > 1 {
      try Finding.require(
        talk.contains("twheader: error: ") || Self.lists(output),
        "\(shown): status \(status) without a reason: \(talk)")
    }
    return status == 0
  }
}

extension ArgumentsTarget {
  /// Returns true if a comparison's output names files that could not be read.
  private static func lists(_ output: [UInt8]) -> Bool {
    String(decoding: output, as: UTF8.self).contains("unreadable")
  }
}

/// A run of a program with empty standard input.
struct ProgramRun {
  private let process = Process()
  private let folder: URL

  init(_ program: URL, _ arguments: [String], in folder: URL) {
    self.folder = folder
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
  }

  /// Returns the output and the exit status, or `nil` as the status if a signal or the timeout
  /// ended the program.
  func result(
    within seconds: Double = 60
  ) throws -> (status: Int32?, output: [UInt8], talk: String) {
    // Files instead of pipes, because nothing reads during the run.
    let paths = [".stdout", ".stderr"].map { folder.appendingPathComponent($0) }
    for path in paths { try Data().write(to: path) }
    process.standardOutput = try FileHandle(forWritingTo: paths[0])
    process.standardError = try FileHandle(forWritingTo: paths[1])
    try process.run()
    let end = Date().addingTimeInterval(seconds)
    while process.isRunning, Date() < end { usleep(1000) }
    let isLate = process.isRunning
    if isLate { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    let talk = String(decoding: try Data(contentsOf: paths[1]), as: UTF8.self)
    let output = [UInt8](try Data(contentsOf: paths[0]))
    let isExit = process.terminationReason == .exit && !isLate
    return (isExit ? process.terminationStatus : nil, output, talk)
  }
}
