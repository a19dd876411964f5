/// The kind of an expression's value. The raw values are for messages.
enum ValueKind: String, Hashable, Sendable {
  case number = "a number"
  case boolean = "a condition"
  case color = "a color"
  /// The index of a declared text, image or icon.
  case name = "a name"

  /// The name for messages, with an article.
  var name: String { rawValue }
}

/// The sources of change that a value depends on, directly or through other expressions. Empty if
/// the value is constant.
struct Dependencies: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// The offset and the other data of an event.
  static let event = Dependencies(rawValue: 1)
  static let time = Dependencies(rawValue: 2)
  static let memory = Dependencies(rawValue: 4)
  /// The index of a list row.
  static let index = Dependencies(rawValue: 8)
}

/// The index of an expression among all expressions of a document.
typealias CellID = Int

/// An instruction of a stack machine whose values are doubles. A condition is 0 or 1, a color is
/// its four bytes as one number.
enum Instruction: Hashable, Sendable {
  /// Pushes a number.
  case push(Double)
  /// Pushes the input at an index.
  case input(Int)
  /// Pushes the memory entry or input value at an index.
  case memory(Int)
  /// Pushes the animated value of a memory entry.
  case shown(Int)
  /// Pushes whether a finger touches a layer: any row of it, or the current one.
  case pressed(layer: Int, isInRow: Bool)
  /// Pushes the declared color at an index, for the current row.
  case color(Int)
  /// Pushes the value of another expression.
  case cell(CellID)
  /// Pushes the value of one of `count` expressions starting with `first`: the row's index modulo
  /// `count` selects it.
  case rowCell(first: CellID, count: Int)

  case negate, not
  case add, subtract, multiply, divide, remainder
  case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual
  /// Continues at an index of the program's code.
  case jump(Int)
  /// Pops a condition and jumps if it is false.
  case jumpIfFalse(Int)
  /// `&&`: keeps a false condition and jumps, or pops a true one.
  case jumpIfFalseElseDrop(Int)
  /// `||`: keeps a true condition and jumps, or pops a false one.
  case jumpIfTrueElseDrop(Int)

  case minimum, maximum, absolute, floor, ceiling, round, sign, squareRoot, sine, cosine, power
  case clamp, mix, progress
  /// Pops an input value, the inputs and the outputs, and pushes the result of the interpolation
  /// table at an index.
  case interpolate(Int)

  /// Pops the values of `LayerProperty.typesettingProperties` and the maximum width
  /// (`LayerValues.absent` if unlimited). Pushes the text's height or width, and stores the other
  /// side as the value of its own expression.
  case measure(layer: Int, vertical: Bool)
  /// Pushes a metric of one of the document's fonts, in ems. A font of `nil` is the scene's.
  case letters(font: Int?, LetterMetrics.Part)
  /// Pushes the total length of a list's rows.
  case listLength(layer: Int)
  /// Ends the expression. Its value is on top of the stack.
  case done
}

/// The inputs of an evaluation, by index. They are followed by the widths and heights of the
/// images.
enum Input: Int, CaseIterable, Sendable {
  case offset, contentOffset, delta, velocity, time, dragging
  case screenWidth, screenHeight, screenScale, safeAreaTop, safeAreaBottom
  case statusBarHeight, navigationBarHeight, isDark, index
  case start, end, position, positionDelta, target

  /// The name in expressions.
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
    case .offset:
      "The distance that the content is scrolled from rest; negative while it is pulled down."
    case .contentOffset: "The scroll view's own offset: offset plus restOffset."
    case .delta: "The change of offset since the previous event; 0 at the first."
    case .velocity: "Scroll velocity; on release, the release velocity; 0 without timing."
    case .time:
      "The time since the start of the curve; in layers, the frame's time; 0 without timing."
    case .dragging: "Whether a finger drags; false without timing."
    case .screenWidth: "The width of the screen."
    case .screenHeight: "The height of the screen."
    case .statusBarHeight: "The height of the device's status bar."
    case .screenScale: "The device's scale factor, independent of the output's scale."
    case .safeAreaTop: "The inset of the notch and the status bar."
    case .safeAreaBottom: "The inset of the home indicator."
    case .navigationBarHeight: "The height of the system's navigation bar, without the status bar."
    case .isDark: "Whether the theme is dark."
    case .index: "The row, from 0, in the rows of a list and their texts."
    case .start: "The current smallest offset at rest."
    case .end: "The current largest offset at rest."
    case .position: "The offset limited to start and end, without overscroll."
    case .positionDelta: "The change of position since the previous event, for bars that hide."
    case .target: "The offset at which the content would stop by itself, in settle rules."
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

  /// Whether a declaration of the same name hides the input.
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

  /// Returns the index of an image's width. The height follows it.
  static func width(ofImage image: Int) -> Int { allCases.count + 2 * image }
}
