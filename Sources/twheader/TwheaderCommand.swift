import ArgumentParser

/// The command line: `twheader <command> ...`.
struct TwheaderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "twheader",
    abstract: "Renders the profile header of the classic Twitter app as an animated picture.",
    discussion: """
      twheader render
          the built-in demo, to capture.gif
      twheader render --curve swipe.json -o capture.gif
          your own swipe
      twheader help render
          every option of a command, with examples
      twheader --generate-completion-script bash
          completions for a shell: bash, zsh or fish

      Exit status: 0 done or same, 1 different or partly failed, 64 usage,
      65 bad data, 66 no input, 70 our defect, 73 cannot create,
      74 cannot write, 75 try again, 130/143 interrupted.
      """,
    version: "twheader \(Version.text)",
    subcommands: [
      RenderCommand.self, StillCommand.self, SheetCommand.self, EncodeCommand.self,
      DiffCommand.self, TraceCommand.self, CurveCommand.self, BatchCommand.self,
      InspectCommand.self, SchemaCommand.self,
    ])
}
