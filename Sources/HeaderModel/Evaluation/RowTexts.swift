import PortableMath

/// A text with places that are filled row by row: `{n}` is the row's number, counted from 1,
/// `{name}` another declared text, `{index * 10}` a number that follows from the row's, counted from
/// 0. Braces around anything else are words like others.
struct TextTemplate: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case words(String)
    case rowNumber
    /// Another text, by its place among the declared ones.
    case text(Int)
    case number(CellID)
  }

  let parts: [Part]

  /// - Parameters:
  ///   - places: of the declared texts, by their names.
  ///   - numbers: of `index`, as they are written.
  init(_ text: String, places: [String: Int], numbers: [String: CellID] = [:]) {
    var parts: [Part] = []
    var words = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      words += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}") else { break }
      let name = String(rest[rest.index(after: open)..<close])
      guard
        let part = name == "n"
          ? .rowNumber : places[name].map(Part.text) ?? numbers[name].map(Part.number)
      else {
        words += "{"
        rest = rest.dropFirst()
        continue
      }
      if !words.isEmpty { parts.append(.words(words)) }
      words = ""
      parts.append(part)
      rest = rest[rest.index(after: close)...]
    }
    words += rest
    if !words.isEmpty || parts.isEmpty { parts.append(.words(words)) }
    self.parts = parts
  }

  /// What stands in braces and may be an expression of `index`.
  static func expressions(in text: String) -> [String] {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
      guard let close = part.firstIndex(of: "}"), part[..<close].contains("index") else {
        return nil
      }
      return String(part[..<close])
    }
  }

  var isPlain: Bool {
    if case .words = parts[0] { parts.count == 1 } else { false }
  }

  var references: [Int] {
    parts.compactMap { if case .text(let place) = $0 { place } else { nil } }
  }

  /// Bytes of a run with all that it contains.
  private static let longest = 1_000_000

  /// What is wrong with texts that contain others: a circle, or one that doubles too often; nil:
  /// nothing.
  static func fault(in texts: [DeclaredText]) -> String? {
    let places = TextRows.places(texts)
    let templates = texts.map { text in
      text.rows.joined().map { TextTemplate($0.text, places: places) }
    }
    /// Of those that were looked at, with all that they contain.
    var lengths = [Int?](repeating: nil, count: texts.count)
    var path: [Int] = []
    func search(_ place: Int) -> String? {
      if let start = path.firstIndex(of: place) {
        return "texts contain each other: "
          + (path[start...] + [place]).map { texts[$0].name }.joined(separator: " -> ")
      }
      guard lengths[place] == nil else { return nil }
      path.append(place)
      for next in Set(templates[place].flatMap(\.references)).sorted() {
        if let fault = search(next) { return fault }
      }
      path.removeLast()
      let length = templates[place].map { $0.length(lengths) }.max() ?? 0
      lengths[place] = length
      return length <= longest
        ? nil : "text \(texts[place].name): more than \(longest.grouped) bytes with its texts"
    }
    for place in texts.indices {
      if let fault = search(place) { return fault }
    }
    return nil
  }

  /// Bytes, where those of the texts in it are known.
  private func length(_ lengths: [Int?]) -> Int {
    parts.reduce(0) { sum, part in
      switch part {
      case .words(let words): sum + words.utf8.count
      case .rowNumber: sum + 7
      // The longest that a double is printed as.
      case .number: sum + 24
      case .text(let place): sum + (lengths[place] ?? 0)
      }
    }
  }
}

/// The words of a declared text, row by row.
struct TextRows: Sendable {
  /// Without colours.
  let runs: [[TextRunContent]]
  /// By row and run; empty where nothing is filled in.
  let templates: [[TextTemplate]]
  /// By row and run; empty where none is given.
  let colors: [[CellID?]]

  static func all(_ document: HeaderDocument) -> [TextRows] {
    let texts = document.texts
    let places = places(texts)
    return texts.map { text in
      TextRows(
        runs: text.rows.map { runs in
          runs.map { TextRunContent(text: $0.text, weight: $0.weight, color: nil) }
        },
        templates: text.rows.map { runs in
          let numbers = document.program.declared.textNumbers
          let templates = runs.map { TextTemplate($0.text, places: places, numbers: numbers) }
          return templates.allSatisfy(\.isPlain) ? [] : templates
        },
        colors: text.rows.map { $0.contains { $0.color != nil } ? $0.map(\.color) : [] })
    }
  }

  static func places(_ texts: [DeclaredText]) -> [String: Int] {
    [String: Int](texts.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

/// Texts as they are set, filled in for a row of a list.
extension CellEvaluator {
  /// A declared text in one of its own rows.
  mutating func runs(
    of text: (place: Int, round: Int), colored: Bool = false
  ) throws(EvaluationError) -> [TextRunContent] {
    let rows = texts[text.place]
    let place = text.round % rows.runs.count
    var runs = rows.runs[place]
    for (index, template) in rows.templates[place].enumerated() {
      runs[index].text = try filled(template)
    }
    guard colored else { return runs }
    for (index, cell) in rows.colors[place].enumerated() { runs[index].color = try color(cell) }
    return runs
  }

  private mutating func filled(_ template: TextTemplate) throws(EvaluationError) -> String {
    var result = ""
    for part in template.parts {
      switch part {
      case .words(let words): result += words
      case .rowNumber: result += String(Int(self[.index]) + 1)
      case .text(let text): result += try runs(of: (text, Int(self[.index]))).map(\.text).joined()
      case .number(let cell):
        // Whatever row it was last asked for.
        stamps[cell] = 0
        result += try value(of: cell).shown
      }
    }
    return result
  }

  func letters(ofFont font: Int?) -> LetterMetrics {
    measurer.letters(ofFont: font.map { fonts[$0] })
  }

  func content(
    _ runs: [TextRunContent], _ text: TextDefinition, _ values: LayerValues
  ) -> TextContent {
    var content = TextContent(runs: runs, values: values)
    content.font = text.font.map { fonts[$0] }
    if values.has(.fontLineHeight) { content.letters = letters(ofFont: text.font) }
    return content
  }
}

extension PointSize {
  /// To device pixels; a size that is whole ones but for the rounding of its own sum stays.
  func roundedUp(scale: Double) -> PointSize {
    func rounded(_ length: Double) -> Double {
      max(0, (length * scale - 0x1p-16).rounded(.up) / scale)
    }
    return PointSize(width: rounded(width), height: rounded(height))
  }
}
