enum ValueKind: String, Hashable, Sendable {
  case number = "a number"
  case boolean = "a condition"
  case color = "a colour"
  /// Which of the declared texts, images or icons.
  case name = "a name"

  /// For messages, with its article.
  var name: String { rawValue }
}

/// What a value follows from, directly or through others; empty: it never changes.
struct Dependencies: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// The offset and what else an event tells.
  static let event = Dependencies(rawValue: 1)
  static let time = Dependencies(rawValue: 2)
  static let memory = Dependencies(rawValue: 4)
  /// The number of a list's row.
  static let index = Dependencies(rawValue: 8)
}

/// The place of an expression of a document among all its expressions.
typealias CellID = Int

/// One step of a compiled expression, on a stack of doubles: a condition is 0 or 1, a colour its
/// four bytes as one number.
enum Instruction: Hashable, Sendable {
  case push(Double)
  case input(Int)
  case memory(Int)
  /// What a remembered number shows, on its way to what it is.
  case shown(Int)
  case color(Int)
  case cell(CellID)
  /// One of `count` cells from `first` on, by the row's index, over and over.
  case rowCell(first: CellID, count: Int)

  case negate, not
  case add, subtract, multiply, divide, remainder
  case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual
  case jump(Int)
  /// Takes the condition.
  case jumpIfFalse(Int)
  /// `&&`: leaves a false condition and jumps, takes a true one.
  case jumpIfFalseElseDrop(Int)
  /// `||`: leaves a true condition and jumps, takes a false one.
  case jumpIfTrueElseDrop(Int)

  case minimum, maximum, absolute, floor, ceiling, round, sign, squareRoot, sine, cosine, power
  case clamp, mix, progress
  case interpolate(Int)

  /// Takes point size, letter spacing, line height and width (NaN: none); gives the text's size in
  /// one direction and notes the other.
  case measure(layer: Int, vertical: Bool)
  /// In ems, of one of the document's fonts; nil: of the scene's.
  case letters(font: Int?, LetterMetrics.Part)
  /// The sum of a list's rows.
  case listLength(layer: Int)
  case done
}

/// The numbers that an evaluation is fed with, by their place; behind them stand the pictures'
/// widths and heights.
enum Input: Int, CaseIterable, Sendable {
  case offset, contentOffset, delta, velocity, time, dragging
  case screenWidth, screenHeight, screenScale, safeAreaTop, safeAreaBottom
  case statusBarHeight, navigationBarHeight, isDark, index
  case start, end, position, positionDelta, target

  /// As expressions call it.
  var name: String { Self.names[rawValue] }

  private static let names = allCases.map { input in
    switch input {
    case .screenWidth: "screen.width"
    case .screenHeight: "screen.height"
    case .screenScale: "screen.scale"
    case .safeAreaTop: "safeArea.top"
    case .safeAreaBottom: "safeArea.bottom"
    case .statusBarHeight: "statusBar.height"
    case .navigationBarHeight: "navigationBar.height"
    case .isDark: "theme.dark"
    default: "\(input)"
    }
  }

  var sentence: String {
    switch self {
    case .offset: "How far the content is scrolled, from rest; negative when it is pulled down."
    case .contentOffset: "The scroll view's own offset: offset and scroll's restOffset."
    case .delta: "Offset minus that of the event before; 0 at the first."
    case .velocity: "Of the content; where it is let go, that of the release. Without times 0."
    case .time: "Since the curve began, in layers the frame's own; without times 0."
    case .dragging: "Whether a finger is down; without times false."
    case .screenWidth, .screenHeight, .statusBarHeight: "Of the device."
    case .screenScale: "The device's, whatever the output's scale."
    case .safeAreaTop: "What notch and status bar cover."
    case .safeAreaBottom: "What the home indicator covers."
    case .navigationBarHeight: "The system's, without the status bar."
    case .isDark: "Whether the dark appearance is drawn."
    case .index: "The row, from 0: in the rows of a list and their texts."
    case .start: "The smallest offset at rest now."
    case .end: "The largest offset at rest now."
    case .position: "Offset within start and end: without what is pulled beyond them."
    case .positionDelta: "Position minus that of the event before: bars that hide go by it."
    case .target: "Where the content would come to rest by itself, in rules of settle."
    }
  }

  var unit: String {
    switch self {
    case .velocity: "number, pt/s"
    case .time: "number, s"
    case .screenScale: "number, pixels per pt"
    case .index: "whole number"
    default: kind == .boolean ? "condition" : "number, pt"
    }
  }

  /// Whether a document that declares a name of its own hides it.
  var isHidden: Bool {
    switch self {
    case .delta, .velocity, .dragging, .start, .end, .position, .positionDelta, .target: true
    default: false
    }
  }

  var kind: ValueKind { self == .dragging || self == .isDark ? .boolean : .number }

  var dependencies: Dependencies {
    switch self {
    case .offset, .contentOffset, .delta, .velocity, .dragging, .position, .positionDelta, .target:
      .event
    case .start, .end: [.event, .memory]
    case .time: .time
    case .index: .index
    default: []
    }
  }

  /// Where the width of picture `image` stands; its height follows.
  static func width(ofImage image: Int) -> Int { allCases.count + 2 * image }
}
