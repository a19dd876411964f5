import ArgumentParser
import Batch
import Files
import Foundation

/// Runs the command and turns what went wrong into one line and an exit status.
@main
enum Main {
  static func main() async {
    Interruption.install()
    let arguments = Array(CommandLine.arguments.dropFirst())
    var command: any ParsableCommand
    do {
      command = try parse(arguments)
    } catch {
      leave(showing: error)
      let help = (["twheader", "help"] + commandNames(in: arguments)).joined(separator: " ")
      Diagnostics.error(UsageMessage(TwheaderCommand.message(for: error), help: help).line)
      exit(HeaderKitError.Code.usage.rawValue)
    }
    do {
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error as HeaderKitError {
      Diagnostics.error(error.text(naming: \.flag))
      exit(error.code.rawValue)
    } catch let error as ManifestError {
      Diagnostics.errors(error)
      exit(error.code.rawValue)
    } catch let code as ExitCode {
      exit(code.rawValue)
    } catch {
      leave(showing: error)
      Diagnostics.error("\(error); this is a defect of twheader, please report it")
      exit(HeaderKitError.Code.internalDefect.rawValue)
    }
  }

  private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    let names = commandNames(in: Array(arguments.dropFirst()))
    if arguments.first == "help", arguments.count > 1, names.count < arguments.count - 1 {
      throw ValidationError("Unexpected argument '\(arguments[1 + names.count])'")
    }
    return try TwheaderCommand.parseAsRoot(arguments)
  }

  /// Help, version, completion scripts: what is asked for, on standard output.
  private static func leave(showing error: any Error) {
    guard TwheaderCommand.exitCode(for: error).isSuccess else { return }
    print(TwheaderCommand.fullMessage(for: error))
    exit(0)
  }

  /// The commands that arguments begin with: `curve lint` of `curve lint --json`.
  private static func commandNames(in arguments: [String]) -> [String] {
    var names: [String] = []
    var commands = TwheaderCommand.configuration.subcommands
    for argument in arguments {
      guard let command = commands.first(where: { $0.configuration.commandName == argument })
      else { break }
      names.append(argument)
      commands = command.configuration.subcommands
    }
    return names
  }
}
