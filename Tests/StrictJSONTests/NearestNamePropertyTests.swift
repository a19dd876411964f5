import Testing

@testable import StrictJSON

/// Edit distances compared with their definition, and values written in both layouts.
@Suite struct NearestNamePropertyTests {
  /// Optimal string alignment by its recursive definition.
  private func distance(_ a: ArraySlice<Unicode.Scalar>, _ b: ArraySlice<Unicode.Scalar>) -> Int {
    guard let first = a.first, let other = b.first else { return max(a.count, b.count) }
    let (restA, restB) = (a.dropFirst(), b.dropFirst())
    var least = min(
      distance(restA, restB) + (first == other ? 0 : 1), distance(restA, b) + 1,
      distance(a, restB) + 1)
    if let second = restA.first, let next = restB.first, first == next, second == other {
      least = min(least, distance(restA.dropFirst(), restB.dropFirst()) + 1)
    }
    return least
  }

  private func word(_ random: inout SplitMix) -> [Unicode.Scalar] {
    (0..<Int.random(in: 0...5, using: &random)).map { _ in
      "abc".unicodeScalars.randomElement(using: &random) ?? "a"
    }
  }

  @Test(arguments: 0..<60) func editDistanceMatchesDefinition(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    for _ in 0..<4 {
      let (a, b) = (word(&random), word(&random))
      let found = NearestName.distance(a, b)
      #expect(found == distance(a[...], b[...]), "seed \(seed): \(a), \(b)")
      #expect(found == NearestName.distance(b, a), "seed \(seed)")
      #expect((found == 0) == (a == b), "seed \(seed)")
    }
  }

  @Test(
    arguments: [
      ("heigth", "height"), ("Border-Width", "borderWidth"), ("corner_radius", "cornerRadius"),
      ("color", "color"), ("x", nil), ("opactiy", "opacity"),
      ("clampp", "clamp(low, value, high)"),
      ("qqqqqq", nil), ("", nil),
    ] as [(String, String?)])
  func suggestsNearestName(written: String, name: String?) {
    let known = [
      "height", "borderWidth", "cornerRadius", "color", "opacity", "clamp(low, value, high)",
    ]
    let nearest = NearestName(to: written, among: known)
    #expect(nearest.suggestion == name)
    if let name {
      #expect(nearest.remedy == #"did you mean "\#(name)"?"#)
    } else {
      #expect(nearest.remedy == "known: " + known.joined(separator: ", "))
    }
    #expect(NearestName(to: written, among: []).remedy == "none exist here; remove it")
  }

  private static let words: [JSONScalar] = [nil, true, false]

  /// Writes a random value in both layouts.
  private func write(_ array: inout JSONArrayWriter, depth: Int, _ random: inout SplitMix) {
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &random) {
      case 0:
        array.element(
          .string(["", "a\"b\\", "é\n\u{1}", "😀/"].randomElement(using: &random) ?? ""))
      case 1: array.element(.integer(Int.random(in: -99...99, using: &random)))
      case 2: array.element(.number(Double.random(in: -9...9, using: &random)))
      case 3: array.element(Self.words.randomElement(using: &random) ?? .null)
      case 4: array.element(.numbers([0.5, -0.0, 1e21]))
      case 5: array.object { $0.member("a", 1) }
      default:
        let seed = random.next()
        array.array { inner in
          var random = SplitMix(seed: seed)
          write(&inner, depth: depth - 1, &random)
        }
      }
    }
  }

  @Test(arguments: 0..<40) func layoutsDifferOnlyInWhitespace(seed: Int) throws {
    let texts = [JSONWriter.Layout.line, .indented].map { layout in
      var writer = JSONWriter(layout: layout)
      var random = SplitMix(seed: UInt64(seed))
      writer.array { write(&$0, depth: 3, &random) }
      return writer.text
    }
    #expect(!texts[0].contains("\n"), "seed \(seed)")
    func flat(_ text: String) throws -> [String] {
      var parts: [String] = []
      func visit(_ value: JSONValue) throws {
        switch value.kind {
        case .array:
          parts.append("[")
          for element in try value.array() { try visit(element) }
          parts.append("]")
        case .object:
          for member in try value.object() {
            parts.append(member.name + ":")
            try visit(member.value)
          }
        default: parts.append(value.literal)
        }
      }
      try visit(try JSONValue.parse(Array(text.utf8)))
      return parts
    }
    #expect(try flat(texts[0]) == flat(texts[1]), "seed \(seed)")
  }
}
