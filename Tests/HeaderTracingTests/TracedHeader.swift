import HeaderModel
import HeaderTracing
import PortableMath
import Rendering
import Scrolling

/// A built-in header on its own screen with texts of given widths.
struct TracedHeader {
  /// The headers whose documents define fields for traces.
  static let names = ["mimic", "thinkandbuild", "stretch", "contacts"]
  /// These headers with all variants.
  static let kinds: [(String, String)] = names.flatMap { name in
    ((try? HeaderDocument.builtIn(name).variants) ?? []).map { (name, $0.name) }
  }

  let interpreter: HeaderInterpreter

  /// Creates a header.
  ///
  /// - Parameter widths: The width of each text in points, by its characters. 0 for all others.
  init(
    _ name: String, _ variant: String? = nil, constants: [String: Double] = [:],
    widths: [String: Double] = [:]
  ) throws {
    var document = try HeaderDocument.builtIn(name, variant: variant)
    for (name, value) in constants { try document.set(constant: name, to: value) }
    try self.init(document, widths: widths)
  }

  init(_ document: HeaderDocument, widths: [String: Double] = [:]) throws {
    interpreter = try HeaderInterpreter(
      document: document,
      environment: DocumentEnvironment(
        device: document.device,
        imageSizes: document.expectedPicture("banner")?.size.map { ["banner": $0] } ?? [:],
        measurer: ChosenWidths(widths: widths)))
  }

  func trace(
    _ offsets: [Double], fresh: Bool = false, launch: Bool = false
  ) throws -> HeaderTrace {
    try HeaderTrace(of: interpreter, offsets: offsets, fresh: fresh, launch: launch)
  }

  func trace(_ events: [ScrollEvent]) throws -> HeaderTrace {
    try HeaderTrace(of: interpreter, events: events)
  }

  private struct ChosenWidths: TextMeasuring {
    let widths: [String: Double]

    func size(of text: TextContent, maximumWidth: Double?) -> PointSize {
      PointSize(
        width: widths[text.runs.map(\.text).joined()] ?? 0,
        height: text.values.number(.lineHeight) ?? text.pointSize * 1.2)
    }
  }
}

extension TraceRecord {
  /// Returns the field at a key path such as `title.shift`, or `nil` if it does not exist or is
  /// absent.
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

  func number(_ path: String) -> Double? {
    if case .number(let number) = field(path) { number } else { nil }
  }

  func condition(_ path: String) -> Bool? {
    if case .condition(let condition) = field(path) { condition } else { nil }
  }

  func rect(_ path: String) -> PointRect? {
    if case .rect(let rect) = field(path) { rect } else { nil }
  }
}
