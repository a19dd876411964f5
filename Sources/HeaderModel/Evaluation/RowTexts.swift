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

  /// The texts, by their places, that it contains.
  var references: [Int] {
    parts.compactMap { if case .text(let place) = $0 { place } else { nil } }
  }

  /// Bytes of a run with all that it contains.
  private static let longest = 1_000_000

  /// What is wrong with texts that contain others: a circle, or one that doubles too often; nil:
  /// nothing.
  ///
  /// - Parameter texts: name and strings of each declared text.
  static func fault(in texts: [(name: String, strings: [String])]) -> String? {
    let places = [String: Int](
      texts.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let templates = texts.map { text in
      text.strings.map { TextTemplate($0, places: places) }
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

extension DeclaredText {
  /// Of all rows and runs, as the document has them.
  var strings: [String] { rows.joined().map(\.text) }
}

/// The words of a document's texts, row by row, and their sizes.
struct RowTextMeasurer: Sendable {
  private let entries: [Entry]
  let measurer: any TextMeasuring
  /// The files of the document's fonts.
  private let fonts: [String]

  private struct Entry: Sendable {
    let rows: [[TextRunContent]]
    /// By row and run; empty where nothing is filled in.
    let templates: [[TextTemplate]]
  }

  /// - Parameter texts: by the declared texts and then their rows, without circles; colours of runs
  ///   are not resolved.
  init(
    texts: [[[TextRunContent]]], names: [String], numbers: [String: CellID],
    fonts: [String], measurer: any TextMeasuring
  ) {
    self.measurer = measurer
    self.fonts = fonts
    let places = [String: Int](
      names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    entries = texts.map { rows in
      let templates = rows.map { runs in
        let templates = runs.map { TextTemplate($0.text, places: places, numbers: numbers) }
        return templates.allSatisfy(\.isPlain) ? [] : templates
      }
      return Entry(rows: rows, templates: templates)
    }
  }

  func runs(
    of text: (place: Int, round: Int), _ cells: inout CellEvaluator
  ) throws(EvaluationError) -> [TextRunContent] {
    let entry = entries[text.place]
    let place = text.round % entry.rows.count
    var runs = entry.rows[place]
    for (index, template) in entry.templates[place].enumerated() {
      runs[index].text = try filled(template, &cells)
    }
    return runs
  }

  private func words(
    of text: Int, _ cells: inout CellEvaluator
  ) throws(EvaluationError) -> String {
    let entry = entries[text]
    let place = Int(cells[.index]) % entry.rows.count
    guard !entry.templates[place].isEmpty else { return entry.rows[place].map(\.text).joined() }
    var result = ""
    for template in entry.templates[place] { result += try filled(template, &cells) }
    return result
  }

  private func filled(
    _ template: TextTemplate, _ cells: inout CellEvaluator
  ) throws(EvaluationError) -> String {
    var result = ""
    for part in template.parts {
      switch part {
      case .words(let words): result += words
      case .rowNumber: result += String(Int(cells[.index]) + 1)
      case .text(let text): result += try words(of: text, &cells)
      case .number(let cell): result += try cells.text(cell)
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

  /// The typeset size, rounded up to device pixels.
  func size(
    of runs: [TextRunContent], _ text: TextDefinition, _ values: LayerValues,
    maximumWidth: Double?, scale: Double
  ) -> PointSize {
    let exact = measurer.size(of: content(runs, text, values), maximumWidth: maximumWidth)
    // A size that is whole pixels but for the rounding of its own sum is not rounded up.
    func rounded(_ length: Double) -> Double {
      max(0, (length * scale - 0x1p-16).rounded(.up) / scale)
    }
    return PointSize(width: rounded(exact.width), height: rounded(exact.height))
  }
}
