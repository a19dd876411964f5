import HeaderModel
import Typesetting

/// Returns the width of a line in points.
typealias TextMeasure = (TextRun) throws(TypesettingError) -> Double

/// A text broken into lines of pieces.
struct TextLayout {
  struct Piece: Hashable {
    var run: TextRun
    var color: DocumentColor
  }

  var lines: [[Piece]]
  /// The distance between baselines in points.
  var lineHeight: Double
  /// The distance from the top of the block to the first baseline in points.
  var firstBaseline: Double

  /// For each line, whether its paragraph is right to left.
  var isRightToLeft: [Bool] = []
  private var breaksWords = false

  /// The tolerance in points when lines are compared with a width.
  static let slack = 0.05

  var height: Double { Double(lines.count) * lineHeight }

  /// Returns the width of the longest line in points.
  func width(_ measure: TextMeasure) throws(TypesettingError) -> Double {
    var width = 0.0
    for line in lines { width = max(width, try LineBreaker.length(line, measure)) }
    return width
  }

  struct Key: Hashable {
    var text: TextContent
    /// The maximum width in points. `nil` does not limit it.
    var width: Double?
    /// The maximum height in points, for a text that shrinks to fit.
    var height: Double?
  }

  /// Puts all runs on one line, without breaks or truncation.
  private init(_ key: Key, font: String?) {
    let text = key.text
    let letters = text.letters
    lineHeight = text.values.number(.lineHeight) ?? letters.lineHeight * text.pointSize
    firstBaseline =
      (lineHeight - letters.height * text.pointSize) / 2 + letters.ascent * text.pointSize
    isRightToLeft = [text.readsRightToLeft]
    lines = [
      text.runs.map { run in
        Piece(
          run: SceneTypography.run(
            run.text, font: font, file: text.font, isItalic: text.isItalic,
            pointSize: text.pointSize,
            weight: FontWeight(nearest: run.weight ?? text.weight),
            spacing: text.values[.letterSpacing]),
          color: run.color ?? text.color)
      }
    ]
  }

  /// Lays out a single run without measuring it. It is truncated when it is set.
  init(uncut key: Key, font: String?) {
    self.init(key, font: font)
    for piece in lines[0].indices {
      lines[0][piece].run.maximumWidth = key.width.map { $0 + Self.slack }
    }
  }

  init(_ key: Key, font: String?, measure: TextMeasure) throws(TypesettingError) {
    self.init(key, font: font)
    let text = key.text
    if let least = text.values.number(.shrinkToFit), key.height != nil {
      var smaller = key
      smaller.text.values[.shrinkToFit] = LayerValues.absent
      smaller.text.pointSize = try Self.fitting(smaller, least, font: font, measure)
      self = try TextLayout(smaller, font: font, measure: measure)
      return
    }
    let pieces = lines.joined()
    if text.lines == 1 {
      lines = [try Self.cut(Array(pieces), to: key.width, measure)]
    } else {
      var breaker = LineBreaker(width: key.width ?? .infinity)
      try breaker.add(Array(pieces), measure)
      let all = breaker.lines
      breaksWords = breaker.breaksWords
      isRightToLeft = breaker.directions
      if text.lines > 0, all.count > text.lines {
        // The last line takes the rest of the text and ends in an ellipsis.
        let rest = breaker.pieces(fromLine: text.lines - 1)
        lines =
          Array(all[..<(text.lines - 1)])
          + [try Self.cut(LineBreaker.joined(rest), to: key.width, measure)]
      } else {
        lines = all
      }
    }
  }

  /// Returns the largest point size, in steps of 1/64, at which a text fits its frame without
  /// truncation or broken words. The minimum size if none fits.
  private static func fitting(
    _ key: Key, _ least: Double, font: String?, _ measure: TextMeasure
  ) throws(TypesettingError) -> Double {
    func fits(_ size: Double) throws(TypesettingError) -> Bool {
      var tried = key
      tried.text.pointSize = size
      let most = key.text.lines
      if most != 1 { tried.text.values[.lines] = 0 } else { tried.width = nil }
      let layout = try TextLayout(tried, font: font, measure: measure)
      return try layout.width(measure) <= (key.width ?? .infinity) + slack && !layout.breaksWords
        && layout.height <= (key.height ?? .infinity) + slack
        && (most == 0 || layout.lines.count <= most)
    }
    if try fits(key.text.pointSize) { return key.text.pointSize }
    var low = max(1, (least * key.text.pointSize * 64).rounded(.up))
    var high = max(low + 1, (key.text.pointSize * 64).rounded(.up))
    while high - low > 1 {
      let middle = ((low + high) / 2).rounded(.down)
      if try fits(middle / 64) { low = middle } else { high = middle }
    }
    return low / 64
  }

  /// Truncates a line to a width: the first piece that does not fit gets an ellipsis, and later
  /// ones are dropped.
  private static func cut(
    _ pieces: [Piece], to width: Double?, _ measure: TextMeasure
  ) throws(TypesettingError) -> [Piece] {
    guard let width else { return pieces }
    var result: [Piece] = []
    var used = 0.0
    for piece in pieces {
      let length = try measure(piece.run)
      // A frame measured from the text is as wide except for the rounding of glyph positions.
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
