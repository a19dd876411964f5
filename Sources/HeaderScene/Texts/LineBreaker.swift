import HeaderModel
import Typesetting

/// Breaks a text into lines at Unicode line break opportunities.
struct LineBreaker {
  typealias Piece = TextLayout.Piece

  let width: Double
  private(set) var lines: [[Piece]] = []
  /// For each line, whether its paragraph is right to left.
  private(set) var directions: [Bool] = []
  private(set) var breaksWords = false
  /// The text removed after each line: its trailing spaces, or one space for a line break.
  private var gaps: [String] = []
  private var line: [Piece] = []
  private var used = 0.0

  init(width: Double) { self.width = width }

  mutating func add(_ pieces: [Piece], _ measure: TextMeasure) throws(TypesettingError) {
    var rest = pieces[...]
    func removeFirst(_ count: Int) -> [Piece] {
      var removed: [Piece] = []
      var count = count
      while count > 0, var piece = rest.popFirst() {
        let scalars = piece.run.text.unicodeScalars
        let end = scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex)
        if let end, end < scalars.endIndex {
          var behind = piece
          behind.run.text = String(scalars[end...])
          rest = [behind] + rest
          piece.run.text = String(scalars[..<end])
        }
        count -= piece.run.text.unicodeScalars.count
        removed.append(piece)
      }
      return removed
    }
    for unit in LineUnit.units(of: pieces.map(\.run.text).joined()) {
      try add(unit: removeFirst(unit.length), measure)
      guard unit.terminators > 0 else { continue }
      _ = removeFirst(unit.terminators)
      endParagraph(gap: " ")
    }
    endParagraph()
  }

  private mutating func add(unit: [Piece], _ measure: TextMeasure) throws(TypesettingError) {
    let trimmed = Self.trimmed(unit)
    let length = try Self.length(Self.hyphenated(trimmed, of: unit), measure)
    if used + length > width + TextLayout.slack, !(line.isEmpty && trimmed.isEmpty) {
      if !line.isEmpty { endLine() }
      if length > width + TextLayout.slack {
        try addBroken(trimmed, measure)
        guard trimmed != unit, var space = trimmed.last else { return }
        space.run.text = " "
        used += try measure(space.run)
        return line.append(space)
      }
    }
    line += unit
    used += try Self.length(unit, measure)
  }

  /// Breaks a word that is wider than a line.
  private mutating func addBroken(_ unit: [Piece], _ measure: TextMeasure) throws(TypesettingError)
  {
    breaksWords = true
    for piece in unit {
      var rest = piece.run.text[...]
      while !rest.isEmpty {
        var part = piece
        func length(to end: Substring.Index) throws(TypesettingError) -> Double {
          part.run.text = String(rest[..<end])
          return try measure(part.run)
        }
        var end = rest.index(after: rest.startIndex)
        if try used + length(to: end) > width, !line.isEmpty { endLine() }
        while end < rest.endIndex, try used + length(to: rest.index(after: end)) <= width {
          rest.formIndex(after: &end)
        }
        used += try length(to: end)
        line.append(part)
        rest = rest[end...]
        if !rest.isEmpty { endLine() }
      }
    }
  }

  /// Returns the pieces from line `first` to the end as one line.
  func pieces(fromLine first: Int) -> [Piece] {
    var pieces: [Piece] = []
    for index in first..<lines.count {
      var line = lines[index]
      if index + 1 < lines.count, let last = line.indices.last {
        if gaps[index] == Self.softHyphen { line[last].run.text.removeLast() }
        line[last].run.text += gaps[index]
      }
      pieces += line
    }
    return pieces
  }

  private mutating func endParagraph(gap: String = "") {
    endLine(gap: gap, isBroken: false)
    let text = lines[directions.count...].joined().map(\.run.text).joined()
    directions += Array(repeating: text.readsRightToLeft, count: lines.count - directions.count)
  }

  private mutating func endLine(gap: String = "", isBroken: Bool = true) {
    let joined = Self.joined(line)
    let trimmed = Self.trimmed(joined)
    let ended = isBroken ? Self.hyphenated(trimmed, of: joined) : trimmed
    lines.append(ended)
    gaps.append(ended != trimmed ? Self.softHyphen : trimmed == joined ? gap : " ")
    line = []
    used = 0
  }

  private static let softHyphen = "\u{AD}"

  /// Replaces a trailing soft hyphen with a hyphen, as at the end of a line. Does nothing if
  /// `whole` ends with spaces.
  private static func hyphenated(_ pieces: [Piece], of whole: [Piece]) -> [Piece] {
    guard pieces == whole, var last = pieces.last,
      last.run.text.unicodeScalars.last == "\u{AD}"
    else { return pieces }
    last.run.text.unicodeScalars.removeLast()
    last.run.text += "-"
    return pieces.dropLast() + [last]
  }

  static func length(
    _ pieces: [Piece], _ measure: TextMeasure
  ) throws(TypesettingError) -> Double {
    var length = 0.0
    for piece in pieces { length += try measure(piece.run) }
    return length
  }

  private static func trimmed(_ pieces: [Piece]) -> [Piece] {
    var pieces = pieces
    while var last = pieces.popLast() {
      while last.run.text.hasSuffix(" ") { last.run.text.removeLast() }
      if !last.run.text.isEmpty { return pieces + [last] }
    }
    return []
  }

  /// Merges adjacent pieces of the same look, so that letters are kerned across them.
  static func joined(_ pieces: [Piece]) -> [Piece] {
    var result: [Piece] = []
    for piece in pieces {
      if var last = result.last, last.color == piece.color, last.run.style == piece.run.style {
        last.run.text += piece.run.text
        result[result.count - 1] = last
      } else {
        result.append(piece)
      }
    }
    return result
  }
}
