import PortableMath
import StrictJSON

/// A syntax or type error in an expression.
struct ExpressionError: Error, Hashable {
  /// The position of the character in the expression, from 1.
  let character: Int
  /// The problem, in lower case, on one line.
  let message: String
}

/// A token of an expression.
struct ExpressionToken: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case number(Double)
    /// A hexadecimal color, as the number that `DocumentColor` defines.
    case color(Double)
    /// A name, including dots.
    case name(String)
    /// A string in quotation marks: the id of a layer.
    case string(String)
    /// The name of a declared text, image or icon, by its index.
    case index(Int)
    case symbol(Symbol)
    case end
  }

  /// An operator or punctuation mark. The raw values are the spellings.
  enum Symbol: String, CaseIterable, Hashable, Sendable {
    case plus = "+", minus = "-", times = "*", over = "/", percent = "%"
    case less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">="
    case equal = "==", notEqual = "!=", not = "!", and = "&&", or = "||"
    case question = "?", colon = ":", comma = ","
    case open = "(", close = ")", openBracket = "[", closeBracket = "]"

    /// Returns the remedy for an operator that other languages spell as a word. `nil` for any other
    /// word.
    static func remedy(_ word: String) -> String? {
      let symbols: [String: Symbol] = ["and": .and, "or": .or, "not": .not, "mod": .percent]
      return symbols[word.lowercased()].map { "write \($0.rawValue)" }
    }
  }

  var kind: Kind
  /// The position of the first character in the expression, from 1.
  var character: Int

  /// The description for messages.
  var text: String {
    switch kind {
    case .number(let value): value.text
    case .color(let value): DocumentColor(number: value).hexadecimal
    case .name(let name), .string(let name): "\"\(name)\""
    case .index: "a name"
    case .symbol(let symbol): symbol.rawValue
    case .end: "the end"
    }
  }
}

/// Splits an expression into tokens.
struct ExpressionLexer {
  static let longestExpression = 4096

  private let bytes: [UInt8]
  private var at = 0
  private var tokens: [ExpressionToken] = []

  /// Returns the tokens of an expression. The last one is `end`.
  static func tokens(of text: String) throws(ExpressionError) -> [ExpressionToken] {
    var lexer = ExpressionLexer(bytes: Array(text.utf8))
    return try lexer.run()
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    tokens.reserveCapacity(bytes.count / 2 + 1)
  }

  private mutating func run() throws(ExpressionError) -> [ExpressionToken] {
    guard bytes.count <= Self.longestExpression else {
      throw ExpressionError(
        character: Self.longestExpression + 1,
        message: "longer than \(Self.longestExpression) characters; split it into values")
    }
    while at < bytes.count {
      let start = at
      switch bytes[at] {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
        append(.number(try number()), start)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"):
        append(.name(try name()), start)
      case UInt8(ascii: "\""), UInt8(ascii: "'"): append(.string(try string()), start)
      case UInt8(ascii: "#"): append(.color(try color()), start)
      default: append(.symbol(try symbol()), start)
      }
    }
    append(.end, at)
    return tokens
  }

  private mutating func append(_ kind: ExpressionToken.Kind, _ start: Int) {
    tokens.append(ExpressionToken(kind: kind, character: character(start)))
  }

  /// Returns the position of the character at a byte offset, from 1. UTF-8 continuation bytes do
  /// not count.
  private func character(_ offset: Int) -> Int {
    1 + bytes[..<offset].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }

  private func failure(_ offset: Int, _ message: String) -> ExpressionError {
    ExpressionError(character: character(offset), message: message)
  }

  /// Reads a number such as `12`, `1.5`, `.5` or `1e-3`.
  private mutating func number() throws(ExpressionError) -> Double {
    let start = at
    let number = WrittenNumber(in: bytes, from: start)
    guard number.fraction != 0 else {
      throw failure(
        start,
        number.whole > 0 ? "a number needs a digit after the point" : "a point without a number")
    }
    at = number.exponent == 0 ? number.mark : number.end
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    if at < bytes.count, bytes[at].isWordPart || bytes[at] == UInt8(ascii: ".") {
      throw failure(at, "\(text) is followed by a letter or point; write an operator between them")
    }
    guard let value = Double(text), value.isFinite else {
      throw failure(start, "\(text.prefix(40)) is too large for a number")
    }
    return value
  }

  /// Reads a string in quotation marks.
  private mutating func string() throws(ExpressionError) -> String {
    let start = at
    guard let end = bytes[(start + 1)...].firstIndex(of: bytes[start]) else {
      throw failure(start, "the string has no closing quotation mark")
    }
    at = end + 1
    return String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
  }

  /// Reads a color such as `#1ED760`.
  private mutating func color() throws(ExpressionError) -> Double {
    let start = at
    at += 1
    while at < bytes.count, bytes[at].isWordPart { at += 1 }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    guard let color = DocumentColor(hexadecimal: text) else {
      throw failure(start, "\(text.prefix(40)) is not a color; write \(DocumentColor.forms)")
    }
    return color.number
  }

  private mutating func name() throws(ExpressionError) -> String {
    let start = at
    while true {
      while at < bytes.count, bytes[at].isWordPart { at += 1 }
      guard at < bytes.count, bytes[at] == UInt8(ascii: ".") else { break }
      guard at + 1 < bytes.count, bytes[at + 1].startsWord else {
        throw failure(at, "a name is expected after the point")
      }
      at += 1
    }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func symbol() throws(ExpressionError) -> ExpressionToken.Symbol {
    let start = at
    if at + 1 < bytes.count,
      let symbol = ExpressionToken.Symbol(
        rawValue: String(decoding: bytes[at..<at + 2], as: UTF8.self))
    {
      at += 2
      return symbol
    }
    let rest = String(decoding: bytes[at..<min(bytes.count, at + 4)], as: UTF8.self)
    let first = String(rest.unicodeScalars.prefix(1))
    if let symbol = ExpressionToken.Symbol(rawValue: first) {
      at += 1
      return symbol
    }
    switch first {
    case "=": throw failure(start, "found =; write == to compare")
    case "&": throw failure(start, "found &; write && for \"and\"")
    case "|": throw failure(start, "found |; write || for \"or\"")
    case "^": throw failure(start, "unknown operator ^; write pow(x, 2)")
    default:
      throw failure(start, "found \(first) where a number, a name or an operator is expected")
    }
  }
}
