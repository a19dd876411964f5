import PortableMath

/// Parsed SVG path data (SVG 2, section 9.3). Supports all commands, absolute and relative.
package struct PathData: Hashable, Sendable {
  package typealias Point = (x: Double, y: Double)

  /// A segment of the path. Points are absolute, in the path's own units; y points down. `rotation`
  /// is the angle of an arc's x axis in degrees.
  package enum Step: Sendable {
    case move(Point)
    case line(Point)
    case quad(Point, Point)
    case cubic(Point, Point, Point)
    case arc(radii: Point, rotation: Double, isLarge: Bool, isClockwise: Bool, end: Point)
    case close
  }

  /// A syntax error. `position` is that of the character in UTF-8 bytes, counted from 1.
  package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    case noMoveTo
    case unknownCommand(Character, position: Int)
    case noNumber(position: Int)
    case numberTooLarge(position: Int)
    case noFlag(position: Int)
    case strayComma(position: Int)

    /// A one-line message with the problem and a remedy.
    package var description: String {
      switch self {
      case .noMoveTo: "path data begins with M or m"
      case .unknownCommand(let command, let position):
        "'\(command)' at character \(position) is not a path command; use M, L, H, V, C, S, Q, T, A or Z"
      case .noNumber(let position): "a number is missing at character \(position)"
      case .numberTooLarge(let position):
        "the number at character \(position) is too large; at most 1e9 is allowed"
      case .noFlag(let position): "an arc's flag at character \(position) is 0 or 1"
      case .strayComma(let position):
        "the comma at character \(position) is not between two numbers; remove it"
      }
    }
  }

  package let text: String
  package let steps: [Step]

  package init(_ text: String) throws(Failure) {
    var reader = PathReader(text)
    try reader.read()
    self.text = text
    steps = reader.steps
  }

  package static func == (a: PathData, b: PathData) -> Bool { a.text == b.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A parser for path data.
private struct PathReader {
  private(set) var steps: [PathData.Step] = []
  private let text: [UInt8]
  private var index = 0
  /// The current point.
  private var x = 0.0
  private var y = 0.0
  /// The start of the current contour.
  private var start = (x: 0.0, y: 0.0)
  /// The last control point, which the commands S and T reflect, and whether it is of a cubic
  /// curve.
  private var control: (point: PathData.Point, isCubic: Bool)?
  /// Whether the next number is the first of a command. No comma is allowed before it.
  private var isFirst = false

  /// The largest magnitude of a number.
  private static let largest = 1e9

  init(_ data: String) { text = Array(data.utf8) }

  private var next: UInt8? { index < text.count ? text[index] : nil }

  mutating func read() throws(PathData.Failure) {
    var command: UInt8 = 0
    skipSpaces()
    while let byte = next {
      let upper = byte & 0xDF
      if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(upper) {
        if steps.isEmpty, upper != UInt8(ascii: "M") { throw .noMoveTo }
        guard "MLHVCSQTAZ".utf8.contains(upper) else {
          throw .unknownCommand(Character(UnicodeScalar(byte)), position: index + 1)
        }
        command = byte
        index += 1
      } else if byte == UInt8(ascii: ",") {
        throw .strayComma(position: index + 1)
      } else if command == 0 {
        throw .noMoveTo
      } else if command & 0xDF == UInt8(ascii: "Z") {
        throw .unknownCommand(Character(UnicodeScalar(byte)), position: index + 1)
      }
      isFirst = true
      try add(command)
      // Further coordinates after a move are lines.
      if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
      if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
      try skipToNext(after: command)
    }
  }

  /// Skips spaces and the comma that may separate the numbers of a repeated command.
  private mutating func skipToNext(after command: UInt8) throws(PathData.Failure) {
    skipSpaces()
    guard next == UInt8(ascii: ","), command & 0xDF != UInt8(ascii: "Z") else { return }
    let comma = index
    index += 1
    skipSpaces()
    guard let next, "0123456789.+-".utf8.contains(next) else {
      throw .strayComma(position: comma + 1)
    }
  }

  private mutating func add(_ command: UInt8) throws(PathData.Failure) {
    let isRelative = command & 0x20 != 0
    let origin = isRelative ? (x: x, y: y) : (x: 0, y: 0)
    let upper = command & 0xDF
    var newControl: (point: PathData.Point, isCubic: Bool)?
    switch upper {
    case UInt8(ascii: "M"):
      let end = try point(origin)
      steps.append(.move(end))
      x = end.x
      y = end.y
      start = end
    case UInt8(ascii: "L"): line(try point(origin))
    case UInt8(ascii: "H"): line((origin.x + (try number()), y))
    case UInt8(ascii: "V"): line((x, origin.y + (try number())))
    case UInt8(ascii: "C"), UInt8(ascii: "S"):
      let first = upper == UInt8(ascii: "C") ? try point(origin) : reflected(cubic: true)
      let second = try point(origin)
      let end = try point(origin)
      steps.append(.cubic(first, second, end))
      x = end.x
      y = end.y
      newControl = (second, true)
    case UInt8(ascii: "Q"), UInt8(ascii: "T"):
      let middle = upper == UInt8(ascii: "Q") ? try point(origin) : reflected(cubic: false)
      let end = try point(origin)
      steps.append(.quad(middle, end))
      x = end.x
      y = end.y
      newControl = (middle, false)
    case UInt8(ascii: "A"):
      let radii = (x: try number(), y: try number())
      let rotation = try number()
      let isLarge = try flag()
      let isClockwise = try flag()
      let end = try point(origin)
      steps.append(
        .arc(
          radii: radii, rotation: rotation, isLarge: isLarge, isClockwise: isClockwise, end: end))
      (x, y) = end
    default:
      steps.append(.close)
      (x, y) = start
      // A command after Z that is not a move starts at the start of the closed contour.
      skipSpaces()
      if let next, next & 0xDF != UInt8(ascii: "M") { steps.append(.move(start)) }
    }
    control = newControl
  }

  private mutating func line(_ end: PathData.Point) {
    steps.append(.line(end))
    (x, y) = end
  }

  /// Returns the last control point reflected at the current point. Returns the current point if
  /// the last command was not a curve of the same kind.
  private func reflected(cubic: Bool) -> PathData.Point {
    guard let (point, isCubic) = control, isCubic == cubic else { return (x, y) }
    return (2 * x - point.x, 2 * y - point.y)
  }

  private mutating func point(_ origin: PathData.Point) throws(PathData.Failure) -> PathData.Point {
    let first = try number()
    let second = try number()
    return (origin.x + first, origin.y + second)
  }

  /// Reads a number. A number ends before the next sign or second decimal point: "1.5.5-2" is three
  /// numbers.
  private mutating func number() throws(PathData.Failure) -> Double {
    try skipSeparator()
    let begin = index
    let number = WrittenNumber(in: text, from: begin)
    index = number.exponent ?? 0 > 0 ? number.end : number.mark
    guard number.whole + (number.fraction ?? 0) > 0,
      let value = Double(String(decoding: text[begin..<index], as: UTF8.self))
    else { throw .noNumber(position: begin + 1) }
    guard value.magnitude <= Self.largest else { throw .numberTooLarge(position: begin + 1) }
    return value
  }

  /// Reads a flag of an arc. It is a single digit, which the next number may follow immediately.
  private mutating func flag() throws(PathData.Failure) -> Bool {
    try skipSeparator()
    guard let digit = next, digit == UInt8(ascii: "0") || digit == UInt8(ascii: "1") else {
      throw .noFlag(position: index + 1)
    }
    index += 1
    return digit == UInt8(ascii: "1")
  }

  /// Skips spaces and, between two numbers, one comma.
  private mutating func skipSeparator() throws(PathData.Failure) {
    skipSpaces()
    if next == UInt8(ascii: ","), !isFirst {
      index += 1
      skipSpaces()
    }
    if next == UInt8(ascii: ",") { throw .strayComma(position: index + 1) }
    isFirst = false
  }

  private mutating func skipSpaces() {
    while let next, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(next) { index += 1 }
  }
}
