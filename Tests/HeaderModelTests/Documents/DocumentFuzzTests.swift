import Foundation
import HeaderModel
import PortableMath
import StrictJSON
import Testing

/// Random documents: they are parsed or rejected, and evaluated or rejected.
///
/// The number of documents of each kind is `TWHEADER_TEST_FUZZ`, or 300 if it is not set.
@Suite struct DocumentFuzz {
  static var count: UInt64 {
    ProcessInfo.processInfo.environment["TWHEADER_TEST_FUZZ"].flatMap { UInt64($0) } ?? 300
  }

  @Test func randomDocumentsAreEvaluatedOrRefused() throws {
    var read = 0
    var evaluated = 0
    for seed in 0..<Self.count {
      var random = RandomDocument(seed: seed)
      guard let document = try? HeaderDocument.parse(Array(random.text().utf8)) else { continue }
      read += 1
      if run(document) { evaluated += 1 }
    }
    // Structure-aware: of 20,000, 6,470 are valid documents.
    #expect(read > Int(Self.count) / 4)
    #expect(evaluated > Int(Self.count) / 8)
  }

  @Test func builtInDocumentsWithAPieceReplacedAreEvaluatedOrRefused() throws {
    var random = SplitMix(state: 7)
    for _ in 0..<Self.count {
      let header = try #require(BuiltInHeader.all.randomElement(using: &random))
      var bytes = header.text
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let other = Int.random(in: 0..<bytes.count - 40, using: &random)
        let length = Int.random(in: 0...40, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...20, using: &random))
        bytes.replaceSubrange(place..<end, with: Array(bytes[other..<other + length]))
      }
      if let document = try? HeaderDocument.parse(bytes) { _ = run(document) }
    }
  }

  @Test func randomExpressionsAreReadOrRefused() throws {
    var random = SplitMix(state: 11)
    for _ in 0..<Self.count * 10 {
      let words = (0..<Int.random(in: 0...14, using: &random)).map { _ in
        RandomDocument.words.randomElement(using: &random) ?? ""
      }
      let text =
        #"{ "version": 1, "name": "x", "scroll": { "maximumOffset": 1 }, "layers": [], "#
        + #""phases": [{ "name": "p", "when": "\#(words.joined(separator: " "))" }] }"#
      if let document = try? HeaderDocument.parse(Array(text.utf8)) { _ = run(document) }
    }
  }

  /// Returns true if the document was evaluated without an error.
  private func run(_ document: HeaderDocument) -> Bool {
    do {
      var header = try HeaderInterpreter(
        document: document,
        environment: DocumentEnvironment(
          device: .iPhone8, imageSizes: ["banner": PictureSize(width: 3, height: 2)],
          measurer: FixedTextSize()))
      for (step, offset) in [0, -50, 0.5, 40, 1e9, -1e9, 95].enumerated() {
        try header.receive(offset: offset, time: Double(step) / 60, isDragging: step % 2 == 0)
        let state = try header.state(at: Double(step) / 50)
        for layer in state.layers {
          #expect(layer.frame.x.isFinite && layer.frame.width.isFinite)
        }
      }
      return true
    } catch {
      return false
    }
  }
}

/// A random document composed of the format's keys and words.
struct RandomDocument {
  private var random: SplitMix
  private var layers = 0

  static let words = [
    "offset", "a", "b", "m", "n", "flag", "ink", "1", "0", "40", "2.5", "(", ")", "+", "-", "*",
    "/", "%", "<", ">", "==", "&&", "||", "!", "?", ":", ",", "[", "]", "min(", "clamp(0,",
    "interpolate(offset,", "true", "screen.width", "time", "index", "parent.width", "t0.width",
  ]

  init(seed: UInt64) { random = SplitMix(state: seed) }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices.randomElement(using: &random) ?? ""
  }

  private mutating func number(_ depth: Int) -> String {
    if depth <= 0 || chance(30) {
      return pick(["offset", "a", "b", "m", "1", "40", "0", "2.5", "time", "screen.width", "delta"])
    }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return "(\(number(depth - 1)) + \(number(depth - 1)))"
    case 1: return "\(number(depth - 1)) * \(number(depth - 1))"
    case 2: return "\(number(depth - 1)) / (1 + abs(\(number(depth - 1))))"
    case 3: return "(\(condition(depth - 1)) ? \(number(depth - 1)) : \(number(depth - 1)))"
    case 4: return "clamp(0, \(number(depth - 1)), 100)"
    case 5: return "max(\(number(depth - 1)), \(number(depth - 1)))"
    case 6: return "interpolate(\(number(depth - 1)), [0, 40], [1, \(number(depth - 1))], clamp)"
    default: return "-\(number(depth - 1)) % 7"
    }
  }

  private mutating func condition(_ depth: Int) -> String {
    if depth <= 0 || chance(30) { return pick(["flag", "offset > 1", "true", "dragging"]) }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return "(\(condition(depth - 1)) && \(condition(depth - 1)))"
    case 1: return "!(\(condition(depth - 1)))"
    default: return "\(number(depth - 1)) <= \(number(depth - 1))"
    }
  }

  private mutating func property(_ name: String) -> String {
    if chance(8) {
      return
        #""\#(name)": { "input": "offset", "inputRange": [0, 9, 9], "outputRange": [1, 2, 3] }"#
    }
    return #""\#(name)": "\#(number(3))""#
  }

  private mutating func size(_ name: String) -> String {
    #""\#(name)": "abs(\#(number(2))) % 1000""#
  }

  private mutating func layer(_ depth: Int) -> String {
    layers += 1
    var parts = [#""id": "l\#(layers)""#]
    for name in ["x", "y", "z", "opacity"] where chance(40) { parts.append(property(name)) }
    for name in ["width", "height"] where chance(50) { parts.append(size(name)) }
    if chance(20) { parts.append(#""visible": "\#(condition(2))""#) }
    if chance(20) { parts.append(#""snap": \#(pick(["true", "false"]))"#) }
    if chance(30) {
      parts.append(
        #""transform": { \#(property("scale")), \#(property("rotate")), "origin": [0, 1] }"#)
    }
    if chance(20) { parts.append(#""cornerRadius": [1, 2, 3, "\#(number(1))"]"#) }
    if chance(10) { parts.append(#""border": { "width": "\#(number(1))", "color": "ink" }"#) }
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where depth > 0:
      let inner = (0..<Int.random(in: 0...3, using: &random)).map { _ in layer(depth - 1) }
      parts.append(#""type": "group", "layers": [\#(inner.joined(separator: ", "))]"#)
    case 1:
      parts.append(
        ##""type": "rectangle", "fill": { "gradient": [[0, "ink"], [1, "#FFF"]], "angle": "time" }"##
      )
    case 2: parts.append(#""type": "text", "text": "t", \#(size("pointSize")), "lines": 2"#)
    case 3: parts.append(#""type": "image", "image": "banner""#)
    case 4 where depth > 0:
      parts.append(
        #""type": "list", "count": \#(pick(["0", "3", "2000", "m"])), "#
          + #""rowHeight": "\#(pick(["44", "index % 5 * 9", "abs(offset)"]))", "#
          + #""layers": [\#(layer(depth - 1))]"#)
    default: parts.append(#""type": "icon", "icon": "heart", "fill": "ink""#)
    }
    return "{ " + parts.joined(separator: ", ") + " }"
  }

  mutating func text() -> String {
    let tree = (0..<Int.random(in: 0...5, using: &random)).map { _ in layer(3) }
    return """
      { "version": 1, "name": "random", "scroll": { "maximumOffset": "\(number(1))" },
        "values": { "a": "\(number(2).replacing("a", with: "b"))", "b": 3 },
        "memory": { "m": { "value": 1, "transition": { "duration": 0.1 } }, "flag": false },
        "onScroll": [{ "when": "\(condition(2))",
                       "set": { "m": "\(number(2))", "flag": "\(condition(2))" } }],
        "phases": [{ "name": "p", "when": "\(condition(2))" }],
        "texts": { "t": ["one", "two {n}"] }, "colors": { "ink": "#123" },
        "layers": [\(tree.joined(separator: ", "))] }
      """
  }
}
