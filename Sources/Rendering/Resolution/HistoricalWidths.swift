package import HeaderModel
import HeaderScene

extension BuiltInState {
  /// What tells the older fields of one of the four headers; nil for any other.
  ///
  /// Asks `measurer` for the texts whose widths those fields have, if there are such.
  package init?(
    _ outline: SceneOutline, before header: HeaderInterpreter, measurer: any TextMeasuring
  ) throws(EvaluationError) {
    guard let (style, variant) = outline.header.historical else { return nil }
    var header = header
    let launch = try header.state(rows: false)
    func width(_ layer: String, pointSize: Double? = nil) -> Double {
      guard case .text(var text) = launch.layer(layer)?.content else { return 0 }
      if let pointSize { text.pointSize = pointSize }
      return measurer.size(of: text, maximumWidth: nil).width
    }
    var widths = TextWidths()
    switch style {
    case .mimic:
      widths = TextWidths(
        title: width("title"), subtitle: width("subtitle"), name: width("name"))
    case .contacts:
      let largest = try header.number("nameMaximumPointSize") ?? 1
      widths.namePerPoint = width("name", pointSize: largest) / largest
    case .thinkandbuild, .stretch: break
    }
    self.init(style: style, variant: variant, device: outline.device, textWidths: widths)
  }
}
