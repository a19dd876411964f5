import HeaderModel
import PortableMath
import Rendering
import Scrolling
import StrictJSON

/// An interactive header document and a curve of gestures, taps and inputs, one of which is
/// changed: rejected with a position, or played with finite offsets and ordered states.
struct InteractionTarget: FuzzTarget {
  private let documents: DocumentMutation
  private let curves: DocumentMutation
  /// The separator of the two texts.
  private static let separator: UInt8 = 0x1E
  /// The maximum duration in seconds that is played.
  private static let longest = 120.0

  init() throws {
    documents = try DocumentMutation(Fixtures.files("Interaction", "json", "document"))
    curves = try DocumentMutation(Fixtures.files("Interaction", "json", "curve"))
  }

  func input(_ random: inout SeededRandom) -> [UInt8] {
    let place = random.number(below: documents.documents.count)
    let (document, curve) = (documents.documents[place], curves.documents[place])
    let changesDocument = random.chance(50)
    return (changesDocument ? documents.changed(document, &random) : Array(document.text.utf8))
      + [Self.separator]
      + (changesDocument ? Array(curve.text.utf8) : curves.changed(curve, &random))
  }

  func run(_ input: [UInt8]) throws -> Bool {
    let parts = input.split(separator: Self.separator, maxSplits: 1).map(Array.init)
    guard parts.count == 2 else { return false }
    let document: HeaderDocument
    let curve: ScrollCurve
    do throws(JSONError) {
      document = try HeaderDocument.parse(parts[0], file: "f")
    } catch {
      try DocumentPromises.check(error, parts[0])
      return false
    }
    do throws(JSONError) {
      curve = try ScrollCurve.parse(parts[1], file: "f")
    } catch {
      try DocumentPromises.check(error, parts[1])
      return false
    }
    guard
      let header = try? HeaderInterpreter(
        document: document,
        environment: DocumentEnvironment(device: document.device, measurer: NoWords()))
    else { return false }
    return try play(curve, header)
  }

  private func play(_ curve: ScrollCurve, _ header: HeaderInterpreter) throws -> Bool {
    let environment = ScrollEnvironment(of: header, scale: 2)
    // A header without interaction fails fast.
    guard ScrollMotion(curve, in: environment).duration <= Self.longest else { return false }
    let played: SimulatedCurve<HeaderInterpreter>
    do throws(SimulationError<EvaluationError>) {
      played = try ScrollSimulation.play(
        curve, in: environment, header: header, rate: .standard,
        frames: PlaybackOptions(framesPerSecond: 30))
    } catch {
      if case .curve(let keyPath, let message) = error {
        try Finding.require(!message.isEmpty && !keyPath.contains("\n"), "no reason at \(keyPath)")
      }
      return false
    }
    try Finding.require(
      played.motion.duration.isFinite && played.motion.duration >= 0,
      "a duration of \(played.motion.duration)")
    try Finding.require(
      played.events.allSatisfy { $0.offset.isFinite && $0.time.isFinite }, "an event not finite")
    try Finding.require(
      zip(played.events, played.events.dropFirst()).allSatisfy { $0.time <= $1.time },
      "events out of order")
    var header = header
    for event in played.events.prefix(2000) {
      let state: HeaderState
      do throws(EvaluationError) {
        try header.receive(event)
        state = try header.state(at: event.time)
      } catch {
        return false
      }
      for layer in state.layers {
        let frame = layer.frame
        try Finding.require(
          (frame.x + frame.y + frame.width + frame.height).isFinite,
          "the frame of \(layer.id) is not finite")
      }
    }
    // The events contain all that the player knew.
    guard played.events.count <= 2000, let last = played.events.last else { return true }
    try Finding.require(
      header.remembered(at: last.time) == played.header.remembered(at: last.time),
      "fed event by event, it remembers something else")
    return true
  }
}

private struct NoWords: TextMeasuring {
  func size(of text: TextContent, maximumWidth: Double?) -> PointSize {
    PointSize(width: 10, height: text.pointSize)
  }
}
