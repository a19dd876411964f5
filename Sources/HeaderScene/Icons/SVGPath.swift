package import Raster

/// Reads SVG path data: all commands, absolute and relative (SVG 2, section 9.3).
package enum SVGPath {
  /// Why path data cannot be read; `place` counts characters from 1.
  package enum Failure: Error, Hashable, Sendable {
    case noMoveTo
    case unknownCommand(Character, place: Int)
    case noNumber(place: Int)
    case noFlag(place: Int)
  }

  /// The path in its own units, y down.
  package static func path(_ data: String) throws(Failure) -> Path {
    var reader = PathReader(data)
    try reader.read()
    return reader.path
  }
}

extension SVGPath.Failure: CustomStringConvertible {
  /// One line: what is wrong, what would be right.
  package var description: String {
    switch self {
    case .noMoveTo: "path data begins with M or m"
    case .unknownCommand(let command, let place):
      "'\(command)' at character \(place) is no path command; "
        + "use M, L, H, V, C, S, Q, T, A or Z"
    case .noNumber(let place): "a number is missing at character \(place)"
    case .noFlag(let place): "an arc's flag at character \(place) is 0 or 1"
    }
  }
}

/// The reader's place in the data and what has been drawn so far.
private struct PathReader {
  private(set) var path = Path()
  private let text: [UInt8]
  private var index = 0
  private var x = 0.0
  private var y = 0.0
  private var start = (x: 0.0, y: 0.0)
  /// The last control point, for S and T, and which of the two it is of.
  private var control: (x: Double, y: Double)?
  private var controlIsCubic = false

  init(_ data: String) { text = Array(data.utf8) }

  mutating func read() throws(SVGPath.Failure) {
    var command: UInt8 = 0
    skipSeparators()
    while index < text.count {
      let byte = text[index]
      if isLetter(byte) {
        let upper = byte & 0xDF
        if path.isEmpty, upper != UInt8(ascii: "M") { throw .noMoveTo }
        guard "MLHVCSQTAZ".utf8.contains(upper) else {
          throw .unknownCommand(Character(UnicodeScalar(byte)), place: index + 1)
        }
        command = byte
        index += 1
        skipSeparators()
      } else if command == 0 {
        throw .noMoveTo
      } else if command & 0xDF == UInt8(ascii: "Z") {
        throw .unknownCommand(Character(UnicodeScalar(byte)), place: index + 1)
      }
      try draw(command)
      // Coordinates that follow a move are lines.
      if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
      if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
      skipSeparators()
    }
  }

  private mutating func draw(_ command: UInt8) throws(SVGPath.Failure) {
    let isRelative = command & 0x20 != 0
    let origin = isRelative ? (x: x, y: y) : (x: 0, y: 0)
    var newControl: (x: Double, y: Double)?
    var isCubic = false
    switch command & 0xDF {
    case UInt8(ascii: "M"):
      let end = try point(origin)
      path.moveTo(end.x, end.y)
      (x, y, start) = (end.x, end.y, end)
    case UInt8(ascii: "L"): line(try point(origin))
    case UInt8(ascii: "H"): line((origin.x + (try number()), y))
    case UInt8(ascii: "V"): line((x, origin.y + (try number())))
    case UInt8(ascii: "C"), UInt8(ascii: "S"):
      let first =
        command & 0xDF == UInt8(ascii: "C")
        ? try point(origin) : reflected(cubic: true)
      let second = try point(origin)
      let end = try point(origin)
      path.cubicTo(first.x, first.y, second.x, second.y, end.x, end.y)
      (x, y, newControl, isCubic) = (end.x, end.y, second, true)
    case UInt8(ascii: "Q"), UInt8(ascii: "T"):
      let middle =
        command & 0xDF == UInt8(ascii: "Q")
        ? try point(origin) : reflected(cubic: false)
      let end = try point(origin)
      path.quadTo(middle.x, middle.y, end.x, end.y)
      (x, y, newControl) = (end.x, end.y, middle)
    case UInt8(ascii: "A"):
      let radii = (try number(), try number())
      let rotation = try number()
      let isLarge = try flag()
      let isClockwise = try flag()
      let end = try point(origin)
      path.arcTo(
        from: (x, y), to: end, radii: radii, rotation: rotation, isLarge: isLarge,
        isClockwise: isClockwise)
      (x, y) = end
    default:
      path.close()
      (x, y) = start
      // What follows without a move begins where the contour did.
      if index < text.count { beginAgainIfNeeded() }
    }
    control = newControl
    controlIsCubic = isCubic
  }

  private mutating func beginAgainIfNeeded() {
    skipSeparators()
    guard index < text.count, text[index] & 0xDF != UInt8(ascii: "M") else { return }
    path.moveTo(start.x, start.y)
  }

  private mutating func line(_ end: (x: Double, y: Double)) {
    path.lineTo(end.x, end.y)
    (x, y) = end
  }

  /// The last control point mirrored at the current point; that point itself where the last command
  /// was of another kind.
  private func reflected(cubic: Bool) -> (x: Double, y: Double) {
    guard let control, controlIsCubic == cubic else { return (x, y) }
    return (2 * x - control.x, 2 * y - control.y)
  }

  private mutating func point(
    _ origin: (x: Double, y: Double)
  ) throws(SVGPath.Failure) -> (x: Double, y: Double) {
    let first = try number()
    let second = try number()
    return (origin.x + first, origin.y + second)
  }

  /// "1.5.5-2" are three numbers: one ends where the next sign or second point begins.
  private mutating func number() throws(SVGPath.Failure) -> Double {
    skipSeparators()
    let begin = index
    if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
      index += 1
    }
    var hasDigits = skipDigits()
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index += 1
      if skipDigits() { hasDigits = true }
    }
    if hasDigits { skipExponent() }
    guard hasDigits, let value = Double(String(decoding: text[begin..<index], as: UTF8.self)),
      value.isFinite
    else { throw .noNumber(place: begin + 1) }
    return value
  }

  private mutating func skipDigits() -> Bool {
    let begin = index
    while index < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[index]) {
      index += 1
    }
    return index > begin
  }

  private mutating func skipExponent() {
    guard index < text.count, text[index] & 0xDF == UInt8(ascii: "E") else { return }
    let before = index
    index += 1
    if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
      index += 1
    }
    if !skipDigits() { index = before }
  }

  /// A flag is one digit, even where the next number follows at once.
  private mutating func flag() throws(SVGPath.Failure) -> Bool {
    skipSeparators()
    guard index < text.count, text[index] == UInt8(ascii: "0") || text[index] == UInt8(ascii: "1")
    else { throw .noFlag(place: index + 1) }
    index += 1
    return text[index - 1] == UInt8(ascii: "1")
  }

  private mutating func skipSeparators() {
    while index < text.count, [0x20, 0x09, 0x0A, 0x0C, 0x0D, 0x2C].contains(text[index]) {
      index += 1
    }
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
  }
}
