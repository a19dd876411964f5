import HeaderModel
import PortableMath

/// One of the four built-in headers, run from its document, with its state as traces tell it.
struct DocumentMachine {
  private(set) var state: HeaderState
  private(set) var interpreter: HeaderInterpreter
  private let reader: BuiltInState

  struct NotOneOfTheFour: Error {}

  /// - Parameters:
  ///   - variant: nil: the style's default.
  ///   - device: nil: the variant's own.
  ///   - bannerSize: nil: that of the style's project.
  init(
    _ style: HeaderStyle, _ variant: HeaderVariant? = nil, device: Device? = nil,
    bannerSize: PictureSize? = nil, textWidths: TextWidths = TextWidths(),
    constants: [String: Double] = [:]
  ) throws {
    let variant = variant ?? style.defaultVariant
    var document = try HeaderDocument.builtIn(style, variant: variant)
    for (name, value) in constants.sorted(by: { $0.key < $1.key }) {
      try document.set(constant: name, to: value)
    }
    try self.init(
      document, style, variant, device: device, bannerSize: bannerSize, textWidths: textWidths)
  }

  /// A document of the style whose constants are set already.
  init(
    _ document: HeaderDocument, _ style: HeaderStyle, _ variant: HeaderVariant,
    device: Device? = nil, bannerSize: PictureSize? = nil, textWidths: TextWidths = TextWidths()
  ) throws {
    let device = device ?? style.defaultDevice(for: variant)
    interpreter = try HeaderInterpreter(
      document: document,
      environment: DocumentEnvironment(
        device: device, imageSizes: ["banner": bannerSize ?? style.projectBannerSize],
        measurer: FixedTextSize()))
    reader = BuiltInState(style: style, variant: variant, device: device, textWidths: textWidths)
    guard let state = try reader.state(of: &interpreter) else { throw NotOneOfTheFour() }
    self.state = state
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
    let width = Double(characters) * (text.pointSize / 2 + text.values[.letterSpacing])
    let height = text.values.number(.lineHeight) ?? text.pointSize * 1.2
    guard let maximumWidth, maximumWidth > 0, width > maximumWidth else {
      return PointSize(width: width, height: height)
    }
    var lines = (width / maximumWidth).rounded(.up)
    if text.lines > 0 { lines = min(lines, Double(text.lines)) }
    return PointSize(width: maximumWidth, height: lines * height)
  }
}
