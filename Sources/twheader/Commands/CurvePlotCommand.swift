import ArgumentParser
import Files
import Numerics
import Rendering
import Scrolling

/// `twheader curve plot`
struct CurvePlotCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot", abstract: "Offset over time, as SVG or PNG.")

  @Argument(help: "A scroll curve document; '-' is standard input.")
  var file: String

  @Option(name: .shortAndLong, help: "An .svg or .png file; default: SVG to standard output.")
  var output: String?

  @OptionGroup(title: "Header") var header: HeaderOptions

  func run() async throws {
    let ending = output.map(FileName.ending) ?? ""
    guard ["", "svg", "png"].contains(ending) else {
      throw HeaderKitError(
        .usage, subject: .file(output ?? ""), reason: "a plot is written as SVG or PNG",
        remedy: "end the name in .svg or .png")
    }
    let isPNG = ending == "png"
    if let output { _ = try OutputGuard(inputs: [file], force: !isPNG).check([output]) }
    var request = CurveRequest()
    request.header = header.request
    request.curve = .file(file)
    let (motion, summary) = try request.run()
    let plot = Plot(curve: motion, rate: request.eventRate, title: summary.name ?? file)
    try PlotOutput.write(plot, asSVG: !isPNG, to: output)
  }
}
