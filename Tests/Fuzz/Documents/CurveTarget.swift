import PortableMath
import Scrolling
import StrictJSON

/// Curve documents: rejected with a position, or played with finite offsets, events and frames.
struct CurveTarget: FuzzTarget {
  private let documents: DocumentMutation
  /// The maximum duration in seconds that is played.
  private static let longest = 600.0
  private static let environments = [
    ScrollEnvironment(viewportHeight: 568, largestOffset: 900, scale: 3),
    ScrollEnvironment(viewportHeight: 44, largestOffset: 0, scale: 1),
  ]

  init() throws { documents = try DocumentMutation(Fixtures.files("Curves/valid", "json")) }

  func input(_ random: inout SeededRandom) -> [UInt8] { documents.document(&random) }

  func run(_ input: [UInt8]) throws -> Bool {
    let curve: ScrollCurve
    do throws(JSONError) {
      curve = try ScrollCurve.parse(input, file: "f")
    } catch {
      try DocumentPromises.check(error, input)
      return false
    }
    for environment in Self.environments { try play(curve, environment) }
    return true
  }

  private func play(_ curve: ScrollCurve, _ environment: ScrollEnvironment) throws {
    let motion = ScrollMotion(curve, in: environment)
    try Finding.require(
      motion.duration.isFinite && motion.duration >= 0, "a duration of \(motion.duration)")
    for step in 0...64 {
      let time = motion.duration * Double(step) / 64
      let offset = motion.offset(at: time)
      try Finding.require(offset.isFinite, "offset \(offset) at \(time)")
      try Finding.require(motion.reportedOffset(at: time).isFinite, "no finite report at \(time)")
    }
    guard motion.duration <= Self.longest else { return }
    var options = PlaybackOptions(framesPerSecond: curve.framesPerSecond ?? 30)
    options.boomerang = true
    let count = FrameTimeline.count(duration: motion.duration, options: options)
    guard count <= 100_000 else { return }
    let timeline = FrameTimeline(duration: motion.duration, options: options)
    try Finding.require(
      timeline.frames.count == count, "\(timeline.frames.count) frames, \(count) were announced")
    let events = motion.events(rate: .standard, frames: options)
    try Finding.require(
      events.allSatisfy { $0.offset.isFinite && $0.time.isFinite }, "an event that is not finite")
    try Finding.require(
      zip(events, events.dropFirst()).allSatisfy { $0.time < $1.time }, "events out of order")
    let summary = CurveSummary(
      curve, motion: motion, events: events, frames: options)
    try Finding.require(
      summary.range.lowerBound.isFinite && summary.range.upperBound.isFinite,
      "a range that is not finite")
  }
}

/// The properties of errors about documents.
enum DocumentPromises {
  /// Checks that an error, and each of the others of the text, is one line with a position inside
  /// the text, and does not only follow from another error.
  static func check(_ error: JSONError, _ input: [UInt8]) throws(Finding) {
    // Counts lines like the parser: a line feed, a carriage return or both.
    var lines = 1
    for index in input.indices {
      let isReturn = input[index] == 0x0D && (index + 1 == input.count || input[index + 1] != 0x0A)
      if input[index] == 0x0A || isReturn { lines += 1 }
    }
    try Finding.require(
      (1...lines).contains(error.line), "an error in line \(error.line) of \(lines)")
    try Finding.require(error.column >= 1, "an error in column \(error.column)")
    try Finding.require(
      !error.message.isEmpty && !error.description.contains("\n"), "an error without one line")
    try Finding.require(!error.isDependent, "an error that follows from another one")
    try Finding.require(error.others.count < JSONErrorList.maxCount, "\(error.others.count) errors")
    for other in error.others { try check(other, input) }
  }
}
