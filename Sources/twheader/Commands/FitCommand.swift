import ArgumentParser
import Files
import Fit
import Foundation
import Numerics
import Rendering

/// `twheader fit`
struct FitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Finds the scroll curve of a recording and judges its header.")

  @Argument(help: "A GIF, an animated PNG, a Y4M file or a folder of PNG frames.")
  var recording: String

  @OptionGroup(title: "Header") var header: HeaderOptions
  @OptionGroup var verbosity: VerbosityOptions

  @Flag(help: "Prints one JSON object.")
  var json = false

  func run() async throws {
    var request = FitRequest(recording: recording)
    request.header = header.request
    let report = try await RecordingFit(request).run()
    for frame in report.frames {
      print(frame.time, frame.offset, frame.uncertainty ?? -1, frame.distance)
    }
  }
}
