import ArgumentParser
import Foundation
import PortableMath
import Rendering
import StrictJSON

/// A wrong use of the command line that a command itself finds, as
/// `--jobs: 0 is out of range; give 1 to 1024`.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// Refuses a value outside `range`.
  static func check(
    _ option: String, _ value: Int?, in range: ClosedRange<Int>
  ) throws(UsageError) {
    guard let value, !range.contains(value) else { return }
    throw UsageError(
      "\(option): \(value) is out of range; give \(RequestRanges.text(range))")
  }

  /// The same for a number; `unit` ends the message.
  static func check(
    _ option: String, _ value: Double?, in range: ClosedRange<Double>, unit: String = ""
  ) throws(UsageError) {
    guard let value, !range.contains(value) else { return }
    throw UsageError(
      "\(option): \(value) is out of range; give \(RequestRanges.text(range))\(unit)")
  }

  static func check(
    _ option: String, _ value: RationalTime?, in range: ClosedRange<Double>, unit: String = ""
  ) throws(UsageError) {
    try check(option, value?.value, in: range, unit: unit)
  }
}

/// The one line for arguments that cannot be parsed: subject, what is wrong, what would be right.
///
/// It is found from the arguments and the parser's description of the commands, never from the words
/// of the parser's messages.
struct UsageMessage {
  let line: String

  /// - Parameter error: of `TwheaderCommand.parseAsRoot(arguments)`.
  init(_ error: any Error, arguments: [String]) {
    let message = TwheaderCommand.message(for: error)
    let root = CommandDescription.root
    guard let root, TwheaderCommand.exitCode(for: error) == .validationFailure else {
      // A `UsageError`, whose message is a line already.
      let help = ArgumentCheck.help(root.map { CommandPath(arguments, from: $0).names } ?? [])
      line = message.contains("; ") ? message : "\(message); \(help)"
      return
    }
    let check = ArgumentCheck(arguments, of: root)
    line =
      check.problem ?? check.invalidValue { TwheaderCommand.refusal(of: $0) == message }
      ?? "\(message.split(whereSeparator: \.isNewline).first ?? ""); \(check.help)"
  }

  /// Refuses `help` for what is no command, for which the parser shows the help of all.
  static func checkTopic(_ arguments: [String]) throws(UsageError) {
    guard arguments.first == "help", let root = CommandDescription.root else { return }
    if let problem = ArgumentCheck(arguments, of: root).problem { throw UsageError(problem) }
  }
}

extension TwheaderCommand {
  /// The parser's message about `arguments`; nil for arguments that it takes.
  fileprivate static func refusal(of arguments: [String]) -> String? {
    do {
      _ = try parseAsRoot(arguments)
      return nil
    } catch {
      return message(for: error)
    }
  }
}

/// A command as the parser's `--experimental-dump-help` describes it.
private struct CommandDescription: Decodable {
  struct Argument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }
    enum NameKind: String, Decodable { case long, short, longWithSingleDash }

    struct Name: Decodable {
      let kind: NameKind
      let name: String

      var typed: String { kind == .long ? "--\(name)" : "-\(name)" }
    }

    let kind: Kind
    let shouldDisplay: Bool
    let isOptional: Bool
    let isRepeating: Bool
    let parsingStrategy: String
    let names: [Name]?
    let valueName: String?
    let allValues: [String]?

    /// Whether `name` is one of its names as typed.
    func isNamed(_ name: String) -> Bool { names?.contains { $0.typed == name } ?? false }

    /// Whether a value may begin with a dash.
    var takesAnyValue: Bool { parsingStrategy == "unconditional" }
    /// `<inputs>`.
    var placeholder: String { "<\(valueName ?? "")>" }
  }

  private struct Tool: Decodable { let command: CommandDescription }

  let commandName: String
  let shouldDisplay: Bool
  let subcommands: [CommandDescription]?
  let arguments: [Argument]?

  /// `twheader` itself; nil where the parser describes it in another way than expected.
  static var root: CommandDescription? {
    do {
      _ = try TwheaderCommand.parseAsRoot(["--experimental-dump-help"])
    } catch {
      let text = TwheaderCommand.fullMessage(for: error)
      return try? JSONDecoder().decode(Tool.self, from: Data(text.utf8)).command
    }
    return nil
  }
}

/// The commands that arguments begin with: `curve lint` of `curve lint --json`.
private struct CommandPath {
  let names: [String]
  let command: CommandDescription

  init(_ arguments: [String], from root: CommandDescription) {
    var names: [String] = []
    var command = root
    for argument in arguments {
      guard let next = command.subcommands?.first(where: { $0.commandName == argument })
      else { break }
      names.append(argument)
      command = next
    }
    self.names = names
    self.command = command
  }
}

/// Reads arguments as the parser does, far enough to find what is wrong with them.
private struct ArgumentCheck {
  /// An option with its value among the arguments.
  private struct Given {
    let name: String
    let value: String
    let option: CommandDescription.Argument
    /// The indices of both.
    let range: Range<Int>
  }

  let arguments: [String]
  /// `see twheader help render`
  let help: String
  /// The first thing wrong with the form of the arguments; nil: nothing.
  private(set) var problem: String?
  private var given: [Given] = []

  static func help(_ names: [String]) -> String {
    "see " + (["twheader", "help"] + names).joined(separator: " ")
  }

  init(_ arguments: [String], of root: CommandDescription) {
    self.arguments = arguments
    let isHelp = arguments.first == "help"
    let path = CommandPath(Array(arguments.dropFirst(isHelp ? 1 : 0)), from: root)
    help = ArgumentCheck.help(path.names)
    walk(path.command, from: path.names.count + (isHelp ? 1 : 0))
  }

  private mutating func walk(_ command: CommandDescription, from start: Int) {
    let all = command.arguments ?? []
    var positionals = all.filter { $0.kind == .positional }[...]
    var index = start
    var onlyValues = false
    var hasRepeated = false
    while problem == nil, index < arguments.count {
      let argument = arguments[index]
      if argument == "--", !onlyValues {
        onlyValues = true
      } else if argument.hasPrefix("-"), argument != "-", !onlyValues {
        readOption(argument, all, &index)
      } else if let next = positionals.first {
        if let choices = next.allValues, !choices.contains(argument) {
          problem = invalid(next.placeholder, argument, choices)
        }
        if next.isRepeating { hasRepeated = true } else { positionals.removeFirst() }
      } else {
        let names = command.subcommands?.filter(\.shouldDisplay).map(\.commandName) ?? []
        problem = "\(argument): unexpected argument; " + suggestion(argument, names)
      }
      index += 1
    }
    // Help is asked for without what the command itself needs.
    guard problem == nil, arguments.first != "help" else { return }
    let missing =
      positionals.first { !$0.isOptional && !($0.isRepeating && hasRepeated) }?.placeholder
      ?? all.first { option in
        option.kind == .option && !option.isOptional
          && !given.contains { option.isNamed($0.name) }
      }?.names?.first?.typed
    if let missing { problem = "\(missing): is missing; \(help)" }
  }

  /// Reads the option at `index` and steps onto its value.
  private mutating func readOption(
    _ argument: String, _ all: [CommandDescription.Argument], _ index: inout Int
  ) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard
      let option = all.first(where: { $0.isNamed(name) })
    else {
      let known = all.filter(\.shouldDisplay).flatMap { $0.names ?? [] }.map(\.typed)
        .filter { $0.hasPrefix("--") }
      problem = "\(name): unknown option; " + suggestion(name, known)
      return
    }
    guard option.kind == .option else {
      if parts.count == 2 { problem = "\(name): takes no value; \(help)" }
      return
    }
    let first = index
    var value = parts.count == 2 ? String(parts[1]) : nil
    if value == nil, index + 1 < arguments.count {
      let next = arguments[index + 1]
      if option.takesAnyValue || next == "-" || !next.hasPrefix("-") {
        value = next
        index += 1
      }
    }
    guard let value else {
      problem = "\(name): needs a value; \(help)"
      return
    }
    if let choices = option.allValues, !choices.contains(value) {
      problem = invalid(name, value, choices)
    }
    given.append(Given(name: name, value: value, option: option, range: first..<(index + 1)))
  }

  /// The option whose value the parser cannot read: without the two the parser says something else.
  func invalidValue(_ isRefusedAlike: ([String]) -> Bool) -> String? {
    for given in given {
      var rest = arguments
      rest.removeSubrange(given.range)
      if !isRefusedAlike(rest) { return invalid(given.name, given.value, []) }
    }
    return nil
  }

  private func invalid(_ name: String, _ value: String, _ choices: [String]) -> String {
    guard let last = choices.last, choices.count > 1 else {
      return "\(name): '\(value)' is not valid; \(help)"
    }
    let names = choices.dropLast().joined(separator: ", ") + " or " + last
    return "\(name): '\(value)' is not valid; give \(names)"
  }

  private func suggestion(_ typed: String, _ known: [String]) -> String {
    func plain(_ name: String) -> String { String(name.drop { $0 == "-" }) }
    let nearest = NearestName(to: plain(typed), among: known.map(plain)).suggestion
    guard let nearest, let name = known.first(where: { plain($0) == nearest }) else { return help }
    return "did you mean \(name)?"
  }
}
