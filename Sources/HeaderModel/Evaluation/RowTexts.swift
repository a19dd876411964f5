import PortableMath

/// A text with placeholders that are filled in for each list row: `{n}` is the row's number,
/// counted from 1, `{name}` another declared text, and `{index * 10}` an expression of the row's
/// index, counted from 0. Braces around anything else are plain text.
struct TextTemplate: Hashable, Sendable {
  /// A piece of plain text or a placeholder.
  enum Part: Hashable, Sendable {
    case words(String)
    case rowNumber
    /// Another text, by its index among the declared texts.
    case text(Int)
    case number(CellID)
  }

  let parts: [Part]

  /// Parses the placeholders of a text.
  ///
  /// - Parameters:
  ///   - places: The index of each declared text, by name.
  ///   - numbers: The expressions in braces, by their source.
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

  /// Returns the contents of all braces that contain `index` and may be expressions.
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

  /// The maximum size of a text with the texts it contains, in bytes.
  private static let longest = 1_000_000

  /// Returns the problem with texts that contain other texts: a cycle, or a size above the limit.
  /// `nil` if there is none.
  static func fault(in texts: [DeclaredText]) -> String? {
    let places = TextRows.places(texts)
    let templates = texts.map { text in
      text.rows.joined().map { TextTemplate($0.text, places: places) }
    }
    /// The sizes in bytes of the texts checked so far, with the texts they contain.
    var lengths = [Int?](repeating: nil, count: texts.count)
    var path: [Int] = []
    func search(_ place: Int) -> String? {
      if let start = path.firstIndex(of: place) {
        return "texts include each other in a cycle: "
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

  /// Returns the maximum size in bytes.
  /// - Parameter lengths: The maximum sizes of the declared texts, by index. Must be known for
  ///   those that this text contains.
  private func length(_ lengths: [Int?]) -> Int {
    parts.reduce(0) { sum, part in
      switch part {
      case .words(let words): sum + words.utf8.count
      case .rowNumber: sum + 7
      // The longest description of a `Double`.
      case .number: sum + 24
      case .text(let place): sum + (lengths[place] ?? 0)
      }
    }
  }
}

/// The runs of a declared text, for each row.
struct TextRows: Sendable {
  /// The runs without colors.
  let runs: [[TextRunContent]]
  /// The templates by row and run. The array of a row without placeholders is empty.
  let templates: [[TextTemplate]]
  /// The color expressions by row and run. The array of a row without colors is empty.
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

/// Fills in texts for the current row of a list.
extension CellEvaluator {
  /// Returns the runs of a declared text for one of its rows.
  /// - Parameter colored: Whether color expressions are evaluated.
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
        // Evaluated again, because the cached value may be that of another row.
        stamps[cell] = 0
        result += try value(of: cell).shown
      }
    }
    return result
  }

  /// Returns the metrics of a font of the document. `nil` uses the scene's font.
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
  /// Rounds up to device pixels. A tolerance of 2^-16 pixel allows for errors of summation.
  func roundedUp(scale: Double) -> PointSize {
    func rounded(_ length: Double) -> Double {
      max(0, (length * scale - 0x1p-16).rounded(.up) / scale)
    }
    return PointSize(width: rounded(width), height: rounded(height))
  }
}
