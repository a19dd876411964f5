import ArgumentParser
import Numerics
import Scrolling

/// What is done to a list of frames that is there.
struct ShowingOptions: ParsableArguments {
  @Option(
    help: "Seconds that the first frame is shown longer; repeated where frames have one rate.")
  var holdFirst: RationalTime?

  @Option(help: "Seconds that the last frame is shown longer.")
  var holdLast: RationalTime?

  @Flag(help: "Show the frames once more backwards.")
  var boomerang = false

  @Option(help: "The frames that are kept, as 10-40, counted from 0.")
  var frames: FrameRange?

  func validate() throws {
    for (name, hold) in [("--hold-first", holdFirst), ("--hold-last", holdLast)] {
      if let hold, !(0...600).contains(hold.value) {
        throw ValidationError("\(name): \(hold.value) is out of range; give 0 to 600 seconds")
      }
    }
  }
}

/// `10-40` or `7` as typed.
struct FrameRange: ExpressibleByArgument {
  let range: ClosedRange<Int>

  init?(argument: String) {
    let ends = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(ends.count), let first = ends.first ?? nil, let last = ends.last ?? nil,
      first >= 0, first <= last
    else { return nil }
    range = first...last
  }
}
