import HeaderModel
import HeaderTracing
import PortableMath
import Scrolling

/// One of the four historical headers on its own screen, with texts of chosen widths.
struct HistoricalHeader {
  let interpreter: HeaderInterpreter
  let reader: BuiltInState

  init(
    _ style: HeaderStyle, _ variant: HeaderVariant? = nil, constants: [String: Double] = [:],
    widths: TextWidths = TextWidths()
  ) throws {
    let variant = variant ?? style.defaultVariant
    var document = try HeaderDocument.builtIn(style, variant: variant)
    for (name, value) in constants { try document.set(constant: name, to: value) }
    let device = style.defaultDevice(for: variant)
    interpreter = try HeaderInterpreter(
      document: document,
      environment: DocumentEnvironment(
        device: device, imageSizes: ["banner": style.projectBannerSize], measurer: NoWords()))
    reader = BuiltInState(style: style, variant: variant, device: device, textWidths: widths)
  }

  func trace(
    _ offsets: [Double], fresh: Bool = false, launch: Bool = false
  ) throws -> HeaderTrace {
    try HeaderTrace(
      of: interpreter, historical: reader, offsets: offsets, fresh: fresh, launch: launch)
  }

  func trace(_ events: [ScrollEvent]) throws -> HeaderTrace {
    try HeaderTrace(of: interpreter, historical: reader, events: events)
  }

  private struct NoWords: TextMeasuring {
    func size(of text: TextContent, maximumWidth: Double?) -> PointSize {
      PointSize(width: 0, height: text.values.number(.lineHeight) ?? text.pointSize * 1.2)
    }
  }
}
