import HeaderModel

/// A built-in header run from its document, with the older machines' interface.
struct DocumentMachine {
  private(set) var state: HeaderState
  private(set) var interpreter: HeaderInterpreter
  private let reader: BuiltInState

  struct NotOneOfTheFour: Error {}

  init(constants: StyleConstants, environment: HeaderEnvironment) throws {
    var document = try HeaderDocument.builtIn(constants.style, variant: constants.variant)
    for constant in constants.definitions {
      guard let value = constants.value(of: constant.key), value != constant.default else {
        continue
      }
      try document.set(constant: constant.key.rawValue, to: value)
    }
    interpreter = try HeaderInterpreter(
      document: document,
      environment: DocumentEnvironment(
        device: environment.device, imageSizes: ["banner": environment.bannerSize],
        measurer: FixedTextSize()))
    reader = BuiltInState(
      style: constants.style, variant: constants.variant, device: environment.device,
      textWidths: environment.textWidths)
    guard let state = try reader.state(of: &interpreter) else { throw NotOneOfTheFour() }
    self.state = state
  }

  init(style: HeaderStyle) throws {
    try self.init(
      constants: StyleConstants(style: style),
      environment: HeaderEnvironment(style: style, variant: style.defaultVariant))
  }

  var largestOffset: Double { interpreter.largestOffset }
  var viewportHeight: Double { interpreter.viewportHeight }

  @discardableResult
  mutating func receive(offset: Double) throws -> HeaderState {
    try interpreter.receive(offset: offset)
    guard let state = try reader.state(of: &interpreter) else { throw NotOneOfTheFour() }
    self.state = state
    return state
  }
}

/// Every character is half as wide as high; a line is 1.2 times as high as its text.
struct FixedTextSize: TextMeasuring {
  func size(of text: TextContent, maximumWidth: Double?) -> PointSize {
    let characters = text.runs.reduce(0) { $0 + $1.text.count }
    let width = Double(characters) * (text.pointSize / 2 + text.letterSpacing)
    let height = text.lineHeight ?? text.pointSize * 1.2
    guard let maximumWidth, maximumWidth > 0, width > maximumWidth else {
      return PointSize(width: width, height: height)
    }
    var lines = (width / maximumWidth).rounded(.up)
    if text.lines > 0 { lines = min(lines, Double(text.lines)) }
    return PointSize(width: maximumWidth, height: lines * height)
  }
}
