import FileAccess
import Foundation
import Testing

/// Help on standard output: an overview, and the examples and options of each command.
@Suite struct HelpTests {
  /// A command in the argument parser's JSON description of the program.
  private struct Command: Decodable {
    struct Dump: Decodable { var command: Command }

    var commandName: String
    var abstract: String?
    var discussion: String?
    var subcommands: [Command]?

    /// Returns all subcommands at any depth with their paths, without the top-level `help`.
    func all(below path: [String] = []) -> [(path: [String], command: Command)] {
      (subcommands ?? []).filter { $0.commandName != "help" || !path.isEmpty }.flatMap { command in
        [(path + [command.commandName], command)]
          + command.all(below: path + [command.commandName])
      }
    }
  }

  private func commands() async throws -> [(path: [String], command: Command)] {
    let outcome = try await TemporaryDirectory().program.run(["--experimental-dump-help"])
    return try JSONDecoder().decode(Command.Dump.self, from: outcome.output).command.all()
  }

  @Test func overviewFitsOneScreen() async throws {
    let help = try await TemporaryDirectory().program.run(["help"]).text
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 42)
    #expect(lines.allSatisfy { $0.count <= 80 })
    let groups = lines.filter { $0.hasSuffix("SUBCOMMANDS:") }.map { $0.split(separator: " ")[0] }
    #expect(groups == ["CREATE", "RENDER", "COMPARE", "AUTOMATE", "INSPECT"])
  }

  /// Each command has two examples, each followed by an indented line about its result. Groups of
  /// commands list at least three lines instead.
  @Test func everyCommandHasExamples() async throws {
    let commands = try await commands()
    #expect(commands.count > 30)
    for (path, command) in commands {
      let lines = (command.discussion ?? "").split(separator: "\n")
      let examples = zip(lines, lines.dropFirst()).count { line, next in
        line.hasPrefix("twheader \(path.joined(separator: " "))") && next.hasPrefix("    ")
      }
      let commandLines = lines.count { $0.hasPrefix("twheader \(path.joined(separator: " ")) ") }
      #expect(examples >= 2 || commandLines >= 3, "\(path)")
    }
  }

  /// The options of each example are in the command's help, except for limits, which have a topic
  /// of their own.
  @Test func examplesUseOptionsThatExist() async throws {
    let directory = try TemporaryDirectory()
    for (path, command) in try await commands() where command.subcommands == nil {
      let help = try await directory.program.run(["help"] + path).text
      let options = help.components(separatedBy: "USAGE:").last ?? ""
      for line in (command.discussion ?? "").split(separator: "\n")
      where line.hasPrefix("twheader \(path.joined(separator: " ")) ") {
        for word in line.split(separator: " ") where word.hasPrefix("--") {
          let isLimit = word == "--max-frames" || word == "--max-pixels"
          #expect(options.contains("\(word)") || isLimit, "\(line)")
        }
      }
    }
  }

  /// Defaults and values are in brackets, not in the parser's parentheses, and spelling is
  /// American.
  @Test func helpHasConsistentFormatAndSpelling() async throws {
    let directory = try TemporaryDirectory()
    for (path, _) in try await commands() {
      let help = try await directory.program.run(["help"] + path).text
      #expect(help.firstMatch(of: /\((default|values):/) == nil, "\(path)")
      #expect(help.firstMatch(of: /(?i)colour|grey|quantis/) == nil, "\(path)")
    }
  }

  @Test(arguments: [
    (["help", "limits"], "--max-pixels N         Pixels per input image [default: 64000000]"),
    (["help", "status"], " 66  Missing input"),
    (["devices"], "iphone-x           375 x 812 points, @3x"),
  ])
  func topicsAreListed(arguments: [String], line: String) async throws {
    let outcome = try await TemporaryDirectory().program.run(arguments)
    #expect(outcome.status == 0)
    #expect(outcome.text.split(separator: "\n").map(String.init).contains(line), "\(outcome.text)")
  }

  @Test func devicesAreAJSONArray() async throws {
    let outcome = try await TemporaryDirectory().program.run(["devices", "--json"])
    let devices = try #require(
      try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])
    let device = try #require(devices.first { $0["name"] as? String == "iphone-x" })
    #expect(device["width"] as? Double == 375)
    #expect(device["scale"] as? Int == 3)
    #expect(device["statusBarHeight"] as? Double == 44)
  }

  @Test func helpCommandAndFlagPrintTheSame() async throws {
    let directory = try TemporaryDirectory()
    for (path, _) in try await commands().prefix(8) {
      let help = try await directory.program.run(["help"] + path)
      #expect(help.status == 0 && help.errors.isEmpty, "\(path)")
      let same = try await directory.program.run(path + ["--help"])
      #expect(same.output == help.output, "\(path)")
    }
  }

  @Test func printsHelpToStandardOutput() async throws {
    let directory = try TemporaryDirectory()
    for arguments in [[], ["--help"], ["help"], ["--version"], ["curve"]] {
      let outcome = try await directory.program.run(arguments)
      #expect(outcome.status == 0)
      #expect(!outcome.output.isEmpty)
      #expect(outcome.errors.isEmpty)
    }
    #expect(directory.contents == ["swipe.json"])
  }
}
