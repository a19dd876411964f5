import ArgumentParser
import Files
import Numerics
import Rendering
import Scrolling

/// `twheader curve sample`
struct CurveSampleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample", abstract: "The curve's offsets at moments, as time,offset lines.")

  @Argument(help: "A scroll curve document; '-' is standard input.")
  var file: String

  @Option(help: "Moments a second; default 60.")
  var rate: RationalTime?

  @Option(
    help: "These moments instead, in seconds, for example 0,0.1.",
    transform: OffsetList.init(typed:))
  var times: OffsetList?

  @Flag(help: "Exact offsets, not rounded to device pixels.")
  var noSnap = false

  @Flag(help: "One JSON array of pairs instead of lines.")
  var json = false

  @OptionGroup(title: "Header") var header: HeaderOptions

  func validate() throws {
    guard rate == nil || times == nil else {
      throw ValidationError("--times: excludes --rate; give one of them")
    }
    if let rate, !(0.1...1000).contains(rate.value) {
      throw ValidationError("--rate: \(rate.value) is out of range; give 0.1 to 1000")
    }
  }

  func run() async throws {
    var request = CurveRequest()
    request.header = header.request
    request.curve = .file(file)
    let motion = try request.run().motion
    let samples = CurveSamples(
      motion, at: times?.offsets, rate: rate ?? 60, snaps: !noSnap)
    try TextOutput.write(json ? samples.json : samples.csv, to: nil)
  }
}
