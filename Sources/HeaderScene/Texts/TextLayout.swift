import HeaderModel
import Typesetting

/// The width of a line, points.
typealias TextMeasure = (TextRun) throws(TypesettingError) -> Double

/// A text broken into lines: what is set, and where each piece lies on its line.
struct TextLayout {
  struct Piece: Hashable {
    var run: TextRun
    var color: DocumentColor
  }

  var lines: [[Piece]]
  /// Points from baseline to baseline.
  var lineHeight: Double
  /// From the top of the block to the first baseline.
  var firstBaseline: Double

  /// By the lines: whether their paragraph reads from right to left.
  var isRightToLeft: [Bool] = []
  private var breaksWords = false

  /// Points.
  static let slack = 0.05

  var height: Double { Double(lines.count) * lineHeight }

  /// Of the longest line.
  func width(_ measure: TextMeasure) throws(TypesettingError) -> Double {
    var width = 0.0
    for line in lines { width = max(width, try LineBreaker.length(line, measure)) }
    return width
  }

  struct Key: Hashable {
    var text: TextContent
    /// Points; nil: as wide as the text is.
    var width: Double?
    /// Points; only of a text that shrinks to fit.
    var height: Double?
  }

  /// All runs on one line, neither broken nor cut.
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

  /// One run, which is cut where it is set.
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

  /// The largest size, in steps of 1/64 point, at which a text fits its frame uncut and with no word
  /// broken; the least one where none does.
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

  /// One line within a width: the piece that reaches beyond it is ellipsised, those behind are left
  /// out.
  private static func cut(
    _ pieces: [Piece], to width: Double?, _ measure: TextMeasure
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
