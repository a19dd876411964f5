import FileAccess
import Raster

extension Plot {
  /// The plot as the text of an SVG picture; coordinates are rounded to hundredths.
  package var svg: String {
    let drawing = PlotDrawing(self)
    let width = Self.svgNumber(drawing.width)
    let height = Self.svgNumber(drawing.height)
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\""
        + " viewBox=\"0 0 \(width) \(height)\" font-family=\"sans-serif\""
        + " font-size=\"\(Self.svgNumber(PlotDrawing.textSize))\">"
    ]
    lines += drawing.marks.map(Self.svgElement)
    lines.append("</svg>\n")
    return lines.joined(separator: "\n")
  }

  private static func svgElement(_ mark: PlotMark) -> String {
    switch mark {
    case .fill(let x, let y, let width, let height, let color):
      return "<rect x=\"\(svgNumber(x))\" y=\"\(svgNumber(y))\" width=\"\(svgNumber(width))\""
        + " height=\"\(svgNumber(height))\" fill=\"\(svgColor(color))\"/>"
    case .line(let points, let width, let color):
      let places = points.map { "\(svgNumber($0.x)),\(svgNumber($0.y))" }.joined(separator: " ")
      return "<polyline points=\"\(places)\" fill=\"none\" stroke=\"\(svgColor(color))\""
        + " stroke-width=\"\(svgNumber(width))\" stroke-linejoin=\"round\"/>"
    case .text(let text, let x, let baseline, let anchor, let color):
      return "<text x=\"\(svgNumber(x))\" y=\"\(svgNumber(baseline))\""
        + " text-anchor=\"\(anchor)\" fill=\"\(svgColor(color))\">\(svgText(text))</text>"
    }
  }

  private static func svgNumber(_ value: Double) -> String {
    let hundredths = DecimalText.text(value, decimals: 2)
    return hundredths.hasSuffix(".00") ? String(hundredths.dropLast(3)) : hundredths
  }

  private static func svgColor(_ color: Color) -> String {
    "#"
      + [color.red, color.green, color.blue].map {
        ($0 < 16 ? "0" : "") + String($0, radix: 16)
      }.joined()
  }

  /// On one line: control characters, which XML does not allow, as spaces.
  private static func svgText(_ text: String) -> String {
    markup(
      String(
        String.UnicodeScalarView(
          text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? " " : $0 })))
  }
}
