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
      // The language's runtime reads the arguments there, and would find none.
      guard access("/proc/self/cmdline", R_OK) == 0 else {
        Diagnostics.error("the command line cannot be read; mount /proc")
        exit(EX_OSERR)
      }
    #endif
    Interruption.install()
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let place = arguments.indices.first(where: { !isText(argument: $0 + 1) }) {
      leave(.usage, "argument \(place + 1), \"\(arguments[place])\": is not UTF-8; rename the file")
    }
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
      Diagnostics.error(error.text(naming: \.flag))
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

  /// Whether an argument's bytes are what its text says; the standard library mends those that are not.
  private static func isText(argument: Int) -> Bool {
    CommandLine.unsafeArgv[argument].map { String(validatingCString: $0) != nil } ?? true
  }

  /// The command as typed with options added, quoted for a shell; those of one value lose that which
  /// they had. Nil without options, and where a line could not be printed as it is.
  private static func line(
    _ words: [String], curedBy options: [HeaderKitError.OptionValue]
  ) -> String? {
    guard !options.isEmpty else { return nil }
    let end = words.firstIndex(of: "--") ?? words.endIndex
    var own = Array(words[..<end])
    for option in options where option.property == .maxBytes {
      let flag = option.property.flag
      while let place = own.firstIndex(where: { $0 == flag || $0.hasPrefix(flag + "=") }) {
        own.removeSubrange(place..<min(own.endIndex, own[place] == flag ? place + 2 : place + 1))
      }
    }
    own += options.flatMap { [$0.property.flag, $0.value] }
    let line = ShellText.quoted(own + words[end...])
    return DisplayText.escaped(line) == line ? line : nil
  }

  /// Help, version, completion scripts: what is asked for, on standard output.
  private static func leave(showing error: any Error) {
    guard TwheaderCommand.exitCode(for: error).isSuccess else { return }
    do {
      try TextOutput.write(TwheaderCommand.fullMessage(for: error) + "\n", to: nil)
    } catch {
      leave(error.code, error.text(naming: \.flag))
    }
    exit(0)
  }
}

struct TwheaderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "twheader",
    abstract: """
      Renders scroll-linked headers as GIF, WebP, PNG or video, from a header document, pictures and a \
      scroll curve.
      """,
    discussion: """
      twheader init my-header
          writes a header, a scene, a curve and pictures to start from
      twheader render
          renders the built-in demo to capture.gif
      twheader render --curve swipe.json -o capture.gif
          renders your own swipe
      twheader help render
          shows the options of a command, with examples
      twheader --generate-completion-script bash
          prints completions for a shell: bash, zsh or fish

      Limits, which every command that reads files takes:
      \(LimitOptions.summary)

      Exit status: 0 done or same, 1 different or partly failed, 64 usage,
      65 bad data, 66 no input, 70 defect of twheader, 71 no /proc,
      73 cannot create, 74 cannot write, 75 try again, 130/143 interrupted.
      """,
    version: "twheader \(Engine.version)",
    subcommands: [
      RenderCommand.self, StillCommand.self, SheetCommand.self, PreviewCommand.self,
      EncodeCommand.self,
      DiffCommand.self, ReportCommand.self, TraceCommand.self, CurveCommand.self, BatchCommand.self,
      FitCommand.self, InspectCommand.self, StyleCommand.self, SchemaCommand.self,
      InitCommand.self, SelfTestCommand.self,
    ])
}
