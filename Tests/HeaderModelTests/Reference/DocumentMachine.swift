import HeaderModel
import PortableMath

/// A built-in header run from its document, with access to its layers by name and to its trace.
struct DocumentMachine {
  private(set) var state: HeaderState
  private(set) var fields: [TraceField] = []
  private(set) var interpreter: HeaderInterpreter
  private let reader: TraceReader?

  /// Creates a header.
  ///
  /// - Parameters:
  ///   - variant: The variant, or `nil` for the header's own.
  ///   - device: The device, or `nil` for the variant's own.
  ///   - bannerSize: The size of the banner picture, or `nil` for the one that the document
  ///     expects.
  init(
    _ name: String, _ variant: String? = nil, device: Device? = nil,
    bannerSize: PictureSize? = nil, constants: [String: Double] = [:]
  ) throws {
    var document = try HeaderDocument.builtIn(name, variant: variant)
    for (name, value) in constants.sorted(by: { $0.key < $1.key }) {
      try document.set(constant: name, to: value)
    }
    try self.init(document, device: device, bannerSize: bannerSize)
  }

  /// Creates a header from a document whose constants are already set.
  init(
    _ document: HeaderDocument, device: Device? = nil, bannerSize: PictureSize? = nil
  ) throws {
    let banner = bannerSize ?? document.expectedPicture("banner")?.size
    interpreter = try HeaderInterpreter(
      document: document,
      environment: DocumentEnvironment(
        device: device ?? document.device, imageSizes: banner.map { ["banner": $0] } ?? [:],
        measurer: FixedTextSize()))
    reader = try TraceReader(before: interpreter)
    state = try interpreter.state(rows: false)
    fields = try reader?.fields(of: &interpreter, state) ?? []
  }

  var largestOffset: Double { interpreter.largestOffset }
  var viewportHeight: Double { interpreter.viewportHeight }

  mutating func receive(offset: Double) throws {
    try interpreter.receive(offset: offset)
    state = try interpreter.state(rows: false)
    fields = try reader?.fields(of: &interpreter, state) ?? []
  }

  // MARK: - Layers

  func frame(_ layer: String) -> PointRect? { state.layer(layer)?.frame }

  /// Returns true if one layer is painted after another.
  func paints(_ layer: String, after other: String) -> Bool? {
    let order = state.layers.map(\.id)
    guard let place = order.firstIndex(of: layer), let before = order.firstIndex(of: other) else {
      return nil
    }
    return place > before
  }

  /// Returns these layers in painting order.
  func order(of layers: Set<String>) -> [String] {
    state.layers.map(\.id).filter(layers.contains)
  }

  private func image(_ layer: String) -> ImageContent? {
    if case .image(let image) = state.layer(layer)?.content { image } else { nil }
  }

  func sourceCrop(_ layer: String) -> PointRect? { image(layer)?.sourceCrop }

  /// Returns the step of an image's ladder, unless it is sharp, and its radius in points.
  func ladder(_ layer: String) -> (step: Int?, radius: Double?) {
    guard case .ladder(let step, let steps, let radius, _, _) = image(layer)?.blur, step > 0 else {
      return (nil, nil)
    }
    return (step, radius * Double(step) / Double(steps))
  }

  /// Returns the opacity of an image's blurred picture.
  func crossfade(_ layer: String) -> Double? {
    if case .crossfade(_, _, let amount) = image(layer)?.blur { amount } else { nil }
  }

  /// Returns the corner radius on the screen in points.
  func cornerRadius(_ layer: String) -> Double? {
    state.layer(layer).map { $0.cornerRadii.topLeft * $0.scaleX }
  }

  func borderWidth(_ layer: String) -> Double? {
    state.layer(layer).map { ($0.border?.width ?? 0) * $0.scaleX }
  }

  func pointSize(_ layer: String) -> Double? {
    if case .text(let text) = state.layer(layer)?.content { text.pointSize } else { nil }
  }

  func rows(_ layer: String) -> (top: Double, pitch: Double?, count: Int)? {
    guard let layer = state.layer(layer), case .list(let list) = layer.content else { return nil }
    return (layer.frame.y, list.pitch, list.count)
  }

  /// Returns true if a layer overlaps another vertically.
  func shows(_ layer: String, in window: String) -> Bool {
    guard let layer = frame(layer), let window = state.layer(window), window.visible else {
      return false
    }
    return layer.y < window.frame.maxY && window.frame.y < layer.maxY
  }

  /// Returns a number in memory.
  func remembered(_ name: String) -> Double? {
    if case .number(let number) = state.memory.first(where: { $0.name == name })?.value {
      number
    } else {
      nil
    }
  }

  // MARK: - Trace

  /// Returns a field of the trace by key path, or `nil` if it or its parent is absent.
  func field(_ path: String) -> TraceField.Value? {
    var level = fields
    var found: TraceField.Value?
    for name in path.split(separator: ".") {
      guard let field = level.first(where: { $0.name == name }) else { return nil }
      found = field.value
      if case .fields(let inner, let isPresent) = field.value {
        guard isPresent else { return nil }
        level = inner
      }
    }
    return found
  }
}

/// Measures texts as if all characters were half as wide as high. A line is 1.2 times as high as
/// its text.
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

  func letters(ofFont file: String?) -> LetterMetrics {
    LetterMetrics(ascent: 0.75, descent: file == nil ? 0.25 : 0.5, lineHeight: 1.5)
  }
}
