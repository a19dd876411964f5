import ArgumentParser
import Batch
import FileAccess
import FrameEncoding
import PortableFoundation
import Rendering

/// Runs the command and turns an error into one line and an exit status.
@main
enum Main {
  static func main() async {
    Diagnostics.openClosedStreams()
    Diagnostics.silenceLibraryWarnings()
    do {
      try ResourceCheck.run()
    } catch {
      leave(error.code, error.description)
    }
    #if os(Linux)
      // Swift's runtime reads the arguments from /proc.
      guard access("/proc/self/cmdline", R_OK) == 0 else {
        Diagnostics.error("the command line cannot be read; mount /proc")
        exit(EX_OSERR)
      }
    #endif
    Interruption.install()
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let index = arguments.indices.first(where: { !isText(argument: $0 + 1) }) {
      leave(.usage, "argument \(index + 1), \"\(arguments[index])\": is not UTF-8; rename the file")
    }
    if let topic = HelpTopic(arguments) { leave(printing: topic.text) }
    var command: any ParsableCommand
    do {
      try UsageMessage.checkTopic(arguments)
      command = try TwheaderCommand.parseAsRoot(arguments)
    } catch {
      leave(showing: error)
      leave(.usage, UsageMessage.line(error, arguments: arguments))
    }
    do {
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error as HeaderKitError {
      Diagnostics.errors(of: error)
      if let fitting = line(CommandLine.arguments, curedBy: error.options) {
        Diagnostics.line("twheader: this fits: \(fitting)")
      }
      exit(error.code.rawValue)
    } catch let error as ManifestError {
      Diagnostics.problems(of: error)
      exit(error.code.rawValue)
    } catch let error as UsageError {
      leave(.usage, error.description)
    } catch let code as ExitCode {
      exit(code.rawValue)
    } catch {
      leave(showing: error)
      leave(.internalDefect, "\(error); this is a defect of twheader, please report it")
    }
  }

  private static func leave(_ code: HeaderKitError.Code, _ message: String) -> Never {
    Diagnostics.error(message)
    exit(code.rawValue)
  }

  /// Whether an argument is valid UTF-8. The standard library repairs invalid arguments silently.
  private static func isText(argument: Int) -> Bool {
    CommandLine.unsafeArgv[argument].map { String(validatingCString: $0) != nil } ?? true
  }

  /// Returns the command line with other values for some options, quoted for a shell. `nil` without
  /// options, or if the line contains characters that a terminal does not print.
  private static func line(
    _ words: [String], curedBy options: [HeaderKitError.OptionValue]
  ) -> String? {
    guard !options.isEmpty else { return nil }
    let end = words.firstIndex(of: "--") ?? words.endIndex
    var own = Array(words[..<end])
    for option in options where option.property == .maxBytes {
      let flag = option.property.flag
      while let index = own.firstIndex(where: { $0 == flag || $0.hasPrefix(flag + "=") }) {
        own.removeSubrange(index..<min(own.endIndex, own[index] == flag ? index + 2 : index + 1))
      }
    }
    own += options.flatMap { [$0.property.flag, $0.value] }
    let line = ShellText.quoted(own + words[end...])
    return DisplayText.escaped(line) == line ? line : nil
  }

  /// Prints the help, version or completion script that was asked for, and exits with 0. Returns if
  /// `error` is something else.
  private static func leave(showing error: any Error) {
    guard TwheaderCommand.exitCode(for: error).isSuccess else { return }
    leave(printing: HelpTopic.bracketingDefaults(TwheaderCommand.fullMessage(for: error)))
  }

  private static func leave(printing text: String) -> Never {
    do {
      try TextOutput.write(text + "\n", to: nil)
    } catch {
      leave(error.code, error.text(naming: \.flag))
    }
    exit(0)
  }
}

struct TwheaderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "twheader",
    abstract: "Render scroll-linked headers as GIF, WebP, PNG or video.",
    discussion: """
      twheader render --curve fling -o capture.gif     Renders a built-in swipe.
      twheader init my-header                          Creates files to edit.

      See also 'twheader help limits' and 'twheader help status'.
      """,
    version: "twheader \(Engine.version)",
    groupedSubcommands: [
      CommandGroup(
        name: "Create",
        subcommands: [InitCommand.self, StyleCommand.self, CurveCommand.self]),
      CommandGroup(
        name: "Render",
        subcommands: [
          RenderCommand.self, StillCommand.self, SheetCommand.self, PreviewCommand.self,
          EncodeCommand.self,
        ]),
      CommandGroup(
        name: "Compare",
        subcommands: [DiffCommand.self, ReportCommand.self, FitCommand.self]),
      CommandGroup(
        name: "Automate", subcommands: [BatchCommand.self, SchemaCommand.self]),
      CommandGroup(
        name: "Inspect",
        subcommands: [
          TraceCommand.self, InspectCommand.self, DevicesCommand.self, SelfTestCommand.self,
        ]),
    ])
}
