import PortableMath

/// A text with placeholders that are filled in for each list row: `{n}` is the row's number,
/// counted from 1, `{name}` another declared text, and `{index * 10}` an expression of the row's
/// index, counted from 0. Braces around anything else are plain text.
struct TextTemplate: Hashable, Sendable {
  /// A piece of plain text or a placeholder.
  enum Part: Hashable, Sendable {
    case literal(String)
    case rowNumber
    /// Another text, by its index among the declared texts.
    case text(Int)
    case number(CellID)
  }

  let parts: [Part]

  /// Parses the placeholders of a text.
  ///
  /// - Parameters:
  ///   - indices: The index of each declared text, by name.
  ///   - numbers: The expressions in braces, by their source.
  init(_ text: String, indices: [String: Int], numbers: [String: CellID] = [:]) {
    var parts: [Part] = []
    var literal = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      literal += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}") else { break }
      let name = String(rest[rest.index(after: open)..<close])
      guard
        let part = name == "n"
          ? .rowNumber : indices[name].map(Part.text) ?? numbers[name].map(Part.number)
      else {
        literal += "{"
        rest = rest.dropFirst()
        continue
      }
      if !literal.isEmpty { parts.append(.literal(literal)) }
      literal = ""
      parts.append(part)
      rest = rest[rest.index(after: close)...]
    }
    literal += rest
    if !literal.isEmpty || parts.isEmpty { parts.append(.literal(literal)) }
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
    if case .literal = parts[0] { parts.count == 1 } else { false }
  }

  var references: [Int] {
    parts.compactMap { if case .text(let index) = $0 { index } else { nil } }
  }

  /// The maximum size of a text with the texts it contains, in bytes.
  private static let longest = 1_000_000

  /// Returns the problem with texts that contain other texts: a cycle, or a size above the limit.
  /// `nil` if there is none.
  static func fault(in texts: [DeclaredText]) -> String? {
    let indices = TextRows.indices(texts)
    let templates = texts.map { text in
      text.rows.joined().map { TextTemplate($0.text, indices: indices) }
    }
    /// The sizes in bytes of the texts checked so far, with the texts they contain.
    var lengths = [Int?](repeating: nil, count: texts.count)
    var path: [Int] = []
    func search(_ index: Int) -> String? {
      if let start = path.firstIndex(of: index) {
        return "texts include each other in a cycle: "
          + (path[start...] + [index]).map { texts[$0].name }.joined(separator: " -> ")
      }
      guard lengths[index] == nil else { return nil }
      path.append(index)
      for next in Set(templates[index].flatMap(\.references)).sorted() {
        if let fault = search(next) { return fault }
      }
      path.removeLast()
      let length = templates[index].map { $0.length(lengths) }.max() ?? 0
      lengths[index] = length
      return length <= longest
        ? nil : "text \(texts[index].name): more than \(longest.grouped) bytes with its texts"
    }
    for index in texts.indices {
      if let fault = search(index) { return fault }
    }
    return nil
  }

  /// Returns the maximum size in bytes.
  /// - Parameter lengths: The maximum sizes of the declared texts, by index. Must be known for
  ///   those that this text contains.
  private func length(_ lengths: [Int?]) -> Int {
    parts.reduce(0) { sum, part in
      switch part {
      case .literal(let literal): sum + literal.utf8.count
      case .rowNumber: sum + 7
      // The longest description of a `Double`.
      case .number: sum + 24
      case .text(let index): sum + (lengths[index] ?? 0)
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
    let indices = indices(texts)
    return texts.map { text in
      TextRows(
        runs: text.rows.map { runs in
          runs.map { TextRunContent(text: $0.text, weight: $0.weight, color: nil) }
        },
        templates: text.rows.map { runs in
          let numbers = document.program.declared.textNumbers
          let templates = runs.map { TextTemplate($0.text, indices: indices, numbers: numbers) }
          return templates.allSatisfy(\.isPlain) ? [] : templates
        },
        colors: text.rows.map { $0.contains { $0.color != nil } ? $0.map(\.color) : [] })
    }
  }

  static func indices(_ texts: [DeclaredText]) -> [String: Int] {
    [String: Int](texts.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

/// Fills in texts for the current row of a list.
extension CellEvaluator {
  /// Returns the runs of a declared text for one of its rows.
  /// - Parameter colored: Whether color expressions are evaluated.
  mutating func runs(
    of text: (index: Int, round: Int), colored: Bool = false
  ) throws(EvaluationError) -> [TextRunContent] {
    let rows = setup.texts[text.index]
    let row = text.round % rows.runs.count
    var runs = rows.runs[row]
    for (index, template) in rows.templates[row].enumerated() {
      runs[index].text = try filled(template)
    }
    guard colored else { return runs }
    for (index, cell) in rows.colors[row].enumerated() { runs[index].color = try color(cell) }
    return runs
  }

  private mutating func filled(_ template: TextTemplate) throws(EvaluationError) -> String {
    var result = ""
    for part in template.parts {
      switch part {
      case .literal(let literal): result += literal
      case .rowNumber: result += String(Int(self[.index]) + 1)
      case .text(let text): result += try runs(of: (text, Int(self[.index]))).map(\.text).joined()
      case .number(let cell):
        // Evaluated again, because the cached value may be that of another row.
        stamps[cell] = 0
        result += try value(of: cell).text
      }
    }
    return result
  }

  /// Returns the metrics of a font of the document. `nil` uses the scene's font.
  func letters(ofFont font: Int?) -> LetterMetrics {
    setup.environment.measurer.letters(ofFont: font.map { setup.fonts[$0] })
  }

  func content(
    _ runs: [TextRunContent], _ text: TextDefinition, _ values: LayerValues
  ) -> TextContent {
    var content = TextContent(runs: runs, values: values)
    content.font = text.font.map { setup.fonts[$0] }
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
