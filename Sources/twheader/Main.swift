import ArgumentParser
import Foundation
import TwitterHeaderKit

/// Runs the command and turns what went wrong into one line and an exit status.
@main
enum Main {
  static func main() async {
    Interruption.install()
    do {
      var command = try TwheaderCommand.parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      leave(error)
    }
  }

  private static func leave(_ error: any Error) -> Never {
    switch error {
    case let error as HeaderKitError:
      Diagnostics.error(error.description)
      exit(error.code.rawValue)
    case let error as ManifestError:
      error.problems.map(\.message).forEach(Diagnostics.error)
      exit(error.code.rawValue)
    case let code as ExitCode:
      exit(code.rawValue)
    default:
      let code = TwheaderCommand.exitCode(for: error)
      guard !code.isSuccess else {
        print(
          TwheaderCommand.message(for: error).isEmpty
            ? TwheaderCommand.helpMessage() : TwheaderCommand.fullMessage(for: error))
        exit(0)
      }
      Diagnostics.error(TwheaderCommand.message(for: error) + "; see twheader --help")
      exit(code.rawValue)
    }
  }
}
