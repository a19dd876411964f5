import HeaderModel
import Typesetting

/// A text broken into lines: what is set, and where each piece lies on its line.
struct TextLayout {
  /// A piece of one look.
  struct Piece: Hashable {
    var run: TextRun
    var color: DocumentColor
  }

  var lines: [[Piece]]
  /// Points from baseline to baseline.
  var lineHeight: Double
  /// From the top of the block to the first baseline.
  var firstBaseline: Double

  /// Points.
  fileprivate static let slack = 0.05

  /// Height of all lines, points.
  var height: Double { Double(lines.count) * lineHeight }

  /// What a layout depends on, colours among it.
  struct Key: Hashable {
    var text: TextContent
    /// Points; nil: as wide as the text is.
    var width: Double?
  }

  /// All runs on one line, neither broken nor cut.
  private init(_ key: Key, font: String?) {
    let text = key.text
    let natural = (SceneTypography.ascent + SceneTypography.descent) * text.pointSize
    lineHeight = text.values.number(.lineHeight) ?? natural
    firstBaseline = (lineHeight - natural) / 2 + SceneTypography.ascent * text.pointSize
    lines = [
      text.runs.map { run in
        Piece(
          run: SceneTypography.run(
            run.text, font: font, pointSize: text.pointSize,
            weight: FontWeight(nearest: run.weight ?? text.weight),
            spacing: text.values[.letterSpacing]),
          color: run.color ?? text.color)
      }
    ]
  }

  /// One run, which is cut where it is set.
  init(uncut key: Key, font: String?) {
    self.init(key, font: font)
    let most = key.width.map { $0 + Self.slack }
    lines = lines.map { line in
      line.map { piece in
        var piece = piece
        piece.run.maximumWidth = most
        return piece
      }
    }
  }

  /// - Parameters:
  ///   - font: the scene's family; nil: the look of the originals' system font.
  ///   - measure: a line's width in points.
  init(
    _ key: Key, font: String?, measure: (TextRun) throws(TypesettingError) -> Double
  ) throws(TypesettingError) {
    self.init(key, font: font)
    let text = key.text
    let pieces = lines.joined()
    if text.lines == 1 {
      lines = [try Self.cut(Array(pieces), to: key.width, measure)]
    } else {
      var breaker = LineBreaker(width: key.width ?? .infinity)
      for piece in pieces { try breaker.add(piece, measure) }
      let all = breaker.finished()
      if text.lines > 0, all.count > text.lines {
        // The last line takes the rest of the text along, and ends in an ellipsis.
        let rest = breaker.rest(from: text.lines - 1)
        lines =
          Array(all[..<(text.lines - 1)])
          + [try Self.cut(LineBreaker.joined(rest), to: key.width, measure)]
      } else {
        lines = all
      }
    }
  }

  /// One line within a width: the piece that reaches beyond it is ellipsised, those behind are left
  /// out.
  private static func cut(
    _ pieces: [Piece], to width: Double?, _ measure: (TextRun) throws(TypesettingError) -> Double
  ) throws(TypesettingError) -> [Piece] {
    guard let width else { return pieces }
    var result: [Piece] = []
    var used = 0.0
    for piece in pieces {
      let length = try measure(piece.run)
      // A frame measured from the text itself is as wide but for the rounding of glyphs' places.
      guard used + length > width + TextLayout.slack else {
        result.append(piece)
        used += length
        continue
      }
      var last = piece
      last.run.maximumWidth = max(0, width - used)
      result.append(last)
      return result
    }
    return result
  }
}

/// Fills lines word by word.
private struct LineBreaker {
  let width: Double
  private var lines: [[TextLayout.Piece]] = []
  /// What stood between each line and the next: the spaces left out, or one for a line break.
  private var gaps: [String] = []
  private var line: [TextLayout.Piece] = []
  private var used = 0.0

  init(width: Double) { self.width = width }

  mutating func add(
    _ piece: TextLayout.Piece, _ measure: (TextRun) throws(TypesettingError) -> Double
  ) throws(TypesettingError) {
    func length(_ text: Substring) throws(TypesettingError) -> Double {
      var run = piece.run
      run.text = String(text)
      return try measure(run)
    }
    for (index, paragraph) in piece.run.text.split(
      separator: "\n", omittingEmptySubsequences: false
    ).enumerated() {
      if index > 0 { endLine(gap: " ") }
      for word in Self.words(paragraph) {
        let trimmed = word[
          ..<(word.lastIndex { $0 != " " }.map(word.index(after:)) ?? word.startIndex)]
        if try used + length(trimmed) <= width + TextLayout.slack
          || (line.isEmpty && trimmed.isEmpty)
        {
          append(word, piece, try length(word))
          continue
        }
        if !line.isEmpty { endLine() }
        if try length(trimmed) <= width + TextLayout.slack {
          append(word, piece, try length(word))
          continue
        }
        // A word wider than a line is broken where it must be.
        var rest = word
        while !rest.isEmpty {
          var end = rest.index(after: rest.startIndex)
          while end < rest.endIndex, try length(rest[...end]) <= width {
            rest.formIndex(after: &end)
          }
          append(rest[..<end], piece, try length(rest[..<end]))
          rest = rest[end...]
          if !rest.isEmpty { endLine() }
        }
      }
    }
  }

  mutating func finished() -> [[TextLayout.Piece]] {
    endLine()
    return lines
  }

  /// The pieces of a line and all behind it, as one line.
  func rest(from first: Int) -> [TextLayout.Piece] {
    var pieces: [TextLayout.Piece] = []
    for index in first..<lines.count {
      var line = lines[index]
      if index + 1 < lines.count, let last = line.indices.last {
        line[last].run.text += gaps[index]
      }
      pieces += line
    }
    return pieces
  }

  private mutating func append(_ text: Substring, _ piece: TextLayout.Piece, _ length: Double) {
    var part = piece
    part.run.text = String(text)
    line.append(part)
    used += length
  }

  private mutating func endLine(gap: String = "") {
    var joined = Self.joined(line)
    var gap = gap
    if var last = joined.popLast() {
      while last.run.text.hasSuffix(" ") {
        last.run.text.removeLast()
        gap = " "
      }
      joined.append(last)
    }
    lines.append(joined)
    gaps.append(gap)
    line = []
    used = 0
  }

  /// Neighbours of one look as one piece, so that letters are set with the kerning between them.
  static func joined(_ pieces: [TextLayout.Piece]) -> [TextLayout.Piece] {
    var result: [TextLayout.Piece] = []
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

  /// Words with the spaces behind them.
  private static func words(_ text: Substring) -> [Substring] {
    var result: [Substring] = []
    var start = text.startIndex
    var index = start
    while index < text.endIndex {
      let next = text.index(after: index)
      if text[index] == " ", next == text.endIndex || text[next] != " " {
        result.append(text[start..<next])
        start = next
      }
      index = next
    }
    if start < text.endIndex { result.append(text[start...]) }
    return result
  }
}
