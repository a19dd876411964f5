import ArgumentParser

/// `twheader curve`
struct CurveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curve", abstract: "Checks, samples, imports and plots scroll curves.",
    subcommands: [
      CurveLintCommand.self, CurveSampleCommand.self, CurveImportCommand.self,
      CurvePlotCommand.self,
    ])
}
