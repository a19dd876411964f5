import FrameEncoding
import GIF
import HeaderModel
import HeaderScene
import PortableMath
import Scrolling
import StrictJSON

// The kinds of options that are no plain numbers, flags or words.

extension OptionKind {
  /// Some words of a list.
  static func choices<Choice: CaseIterable & RawRepresentable<String> & Hashable & Sendable>(
    placeholder: String
  ) -> OptionKind where Value == Set<Choice> {
    let one = OptionKind<Choice>.choice
    let names = one.form.choices
    return OptionKind(
      form: OptionForm(
        schema: "\"anyOf\": [{\(one.form.schema)}, {\"type\": \"array\", "
          + "\"maxItems\": \(names.count), \"items\": {\"enum\": [\(quoted(names))]}}]",
        choices: names, placeholder: placeholder),
      parse: { one.parse($0).map { [$0] } },
      read: { value throws(JSONError) in
        guard value.kind == .array else { return [try one.read(value)] }
        var chosen: Set<Choice> = []
        for place in try value.array(count: 0...names.count, of: "things") {
          chosen.insert(try one.read(place))
        }
        return chosen
      },
      canonical: { $0.map(\.rawValue).sorted().joined(separator: ",") },
      following: { $0.union($1) })
  }

  /// Names with values: `headerHeight=120`, in JSON an object.
  fileprivate static func named<Element: Sendable>(
    _ valueSchema: String, form: String, parse: @escaping @Sendable (String) -> Element?,
    read: @escaping @Sendable (JSONValue) throws(JSONError) -> Element
  ) -> OptionKind where Value == [(key: String, value: Element)] {
    OptionKind(
      form: OptionForm(
        schema: schema("object") + ", \"additionalProperties\": {\"type\": \(valueSchema)}",
        words: form, placeholder: "name=value", isStructured: true),
      parse: { text in
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let value = parse(String(parts[1])) else {
          return nil
        }
        return [(String(parts[0]), value)]
      },
      read: { value throws(JSONError) in
        var values: [(key: String, value: Element)] = []
        for member in try value.object() { values.append((member.name, try read(member.value))) }
        return values
      },
      canonical: { list in
        list.map { "\(JSONWriter.literal($0.key))=\($0.value)" }.joined(separator: ",")
      },
      following: { $0 + $1 })
  }

  /// A file, which counts by its bytes.
  fileprivate static func file(
    placeholder: String?, names: [String] = [], _ make: @escaping @Sendable (String) -> Value
  ) -> OptionKind {
    OptionKind(
      form: OptionForm(
        schema: "\"$ref\": \"#/$defs/path\"", suggestions: names, placeholder: placeholder,
        isPath: true),
      parse: { make($0) }, read: { value throws(JSONError) in make(try value.string()) },
      canonical: { _ in "file" })
  }
}

extension OptionKind where Value == [(key: String, value: Double)] {
  static var constants: OptionKind {
    named(
      "\"number\"", form: "a constant and a number: headerHeight=120",
      parse: { Double($0).flatMap { $0.isFinite ? $0 : nil } },
      read: { value throws(JSONError) in try value.number() })
  }
}

extension OptionKind where Value == [(key: String, value: InputValue)] {
  /// Names with numbers or conditions: `page=0.5`, `following=true`.
  static var inputs: OptionKind {
    named(
      "[\"number\", \"boolean\"]", form: "an input and its value: page=0.5 or following=true",
      parse: { InputValue($0) },
      read: { value throws(JSONError) in
        value.kind == .boolean ? .condition(try value.boolean()) : .number(try value.number())
      })
  }
}

extension OptionKind<String> {
  static func path(_ placeholder: String) -> OptionKind { file(placeholder: placeholder) { $0 } }

  static var words: OptionKind {
    OptionKind(
      form: OptionForm(schema: schema("string")), parse: { $0 },
      read: { value throws(JSONError) in try value.string() },
      canonical: { JSONWriter.literal($0) })
  }

  /// The name of a known screen, or one's own.
  static var device: OptionKind {
    let known = Device.known.map(\.name)
    return OptionKind(
      form: OptionForm(schema: schema("string"), suggestions: known), parse: { $0 },
      read: { value throws(JSONError) in
        let name = try value.string()
        return Device(name) == nil ? try value.choice(of: known) : name
      },
      canonical: { JSONWriter.literal($0) })
  }
}

extension OptionKind<PictureSource> {
  static var picture: OptionKind { file(placeholder: "file") { .file($0) } }
}

extension OptionKind<CurveSource> {
  static var curve: OptionKind {
    file(placeholder: "file-or-name", names: NamedCurve.names) { CurveSource($0) }
  }

  static var times: OptionKind { file(placeholder: "file") { .file($0) } }
}

extension OptionKind<HeaderSource> {
  static var header: OptionKind {
    let names = BuiltInHeader.all.map(\.name)
    return OptionKind(
      form: OptionForm(
        schema: "\"anyOf\": [{\"enum\": [\(quoted(names)), null]}"
          + ", {\"type\": \"string\", \"pattern\": \"[./]\"}]",
        suggestions: names, placeholder: "name-or-file", isPath: true),
      parse: { HeaderSource($0) },
      read: { value throws(JSONError) in
        // Where it is a document's path, that is an input, which counts from the manifest's folder.
        let source = HeaderSource(try value.string())
        if case .file(let path) = source, !HeaderSource.isPath(path) {
          throw try value.unknownHeader()
        }
        return source
      },
      canonical: { source in
        switch source {
        case .named(let name): name
        case .file, .document: "document"
        }
      })
  }
}

extension OptionKind<SceneFraming.Crop> {
  static var crop: OptionKind {
    OptionKind(
      form: OptionForm(schema: schema("string"), placeholder: "part"),
      parse: { SceneFraming.Crop($0) },
      read: { value throws(JSONError) in
        guard let crop = SceneFraming.Crop(try value.string()) else {
          throw value.error(
            "\(value.literal) is not a part of the screen; write \"header\", \"x,y,w,h\" in points or a "
              + "layer's name")
        }
        return crop
      },
      canonical: { JSONWriter.literal($0.text) })
  }
}

extension OptionKind<DocumentColor> {
  /// `#1DA1F2`, or as documents write it.
  static var color: OptionKind {
    OptionKind(
      form: OptionForm(
        schema: schema("string"), words: DocumentColor.forms.replacing("\"", with: ""),
        placeholder: "color"),
      parse: { DocumentColor(written: $0) },
      read: { value throws(JSONError) in
        guard let color = DocumentColor(written: try value.string()) else {
          throw value.error("\(value.literal) is not a color; write \(DocumentColor.forms)")
        }
        return color
      })
  }
}

extension OptionKind<EventRate> {
  static var eventRate: OptionKind {
    let range = RequestRanges.eventsPerSecond
    return OptionKind(
      form: OptionForm(schema: schema("number", "string", range: bounds(range))),
      parse: { EventRate($0) },
      read: { value throws(JSONError) in
        let text = value.kind == .string ? try value.string() : value.literal
        guard let rate = EventRate(text) else {
          throw value.error(
            "\(value.literal) is not a rate; write \(RequestRanges.text(range)) events per second or "
              + "\"frame\"")
        }
        return rate
      },
      canonical: { rate in
        switch rate {
        case .frame: "frame"
        case .perSecond(let rate): "\(rate.numerator)/\(rate.denominator)"
        }
      })
  }
}

extension OptionKind<ClosedRange<Int>> {
  /// Typed `10-40` or `7`, in JSON `[10, 40]`.
  static var frames: OptionKind {
    let indices = 0...1_000_000
    return OptionKind(
      form: OptionForm(
        schema: schema("array")
          + ", \"items\": {\"type\": \"integer\", \"minimum\": 0}, \"minItems\": 2, \"maxItems\": 2",
        isStructured: true),
      parse: { text in
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(ends.count), let first = ends.first ?? nil,
          let last = ends.last ?? nil, first >= 0, first <= last
        else { return nil }
        return first...last
      },
      read: { value throws(JSONError) in
        let ends = Array(try value.array(count: 2...2, of: "numbers"))
        let first = try ends[0].integer(in: indices)
        return first...(try ends[1].integer(in: first...indices.upperBound))
      },
      canonical: { "\($0.lowerBound)-\($0.upperBound)" })
  }
}

extension OptionKind<[SceneTheme]> {
  /// One appearance or, typed, a light one and another: `light,dark`.
  static var themes: OptionKind {
    let one = OptionKind<SceneTheme>.choice
    return OptionKind(
      form: OptionForm(
        schema: one.form.schema, suggestions: one.form.choices + ["light,dark"],
        words: "light, dark or black; for --pack also two, as light,dark"),
      parse: { text in
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
        let themes = names.compactMap { one.parse(String($0)) }
        let isPair = themes.count == 2 && themes.count { $0 == .light } == 1
        return themes.count == names.count && (names.count == 1 || isPair) ? themes : nil
      },
      read: { value throws(JSONError) in [try one.read(value)] },
      canonical: { $0.map(\.rawValue).joined(separator: ",") })
  }
}

extension OptionKind<GIFOptions.Loop> {
  /// A number of plays; 0 is for ever.
  static var loop: OptionKind {
    @Sendable func loop(_ plays: Int) -> GIFOptions.Loop { plays == 0 ? .forever : .plays(plays) }
    let count = OptionKind<Int>.integer(0...65_535)
    return OptionKind(
      form: count.form, parse: { count.parse($0).map(loop) }, check: { count.check($0.plays ?? 0) },
      read: { value throws(JSONError) in loop(try count.read(value)) },
      canonical: { "\($0.plays ?? 0)" })
  }
}
