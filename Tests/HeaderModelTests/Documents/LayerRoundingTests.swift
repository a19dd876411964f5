import HeaderModel
import PortableMath
import StrictJSON
import Testing

/// Rounding of positions and sizes with inexact sums, gradient stops, and dependencies on time.
@Suite struct LayerRounding {
  /// Positions are rounded to device pixels. A sum that is below half a pixel only by a rounding
  /// error is rounded up.
  @Test(arguments: [
    ("2.25", 2.5), ("2.25 - 0.000000001", 2.5), ("2.25 - 0.002", 2), ("2.25 + 0.2", 2.5),
    ("0 - 0.25 - 0.000000001", 0), ("0 - 0.26", -0.5),
  ])
  func snappingToleratesRoundingErrors(x: String, drawn: Double) throws {
    let layer = try TestDocument.probe(
      layers: """
        [{ "id": "probe", "type": "rectangle", "x": "\(x)", "width": 4, "height": 4,
           "snap": true }]
        """)
    #expect(layer.transform.tx == drawn)
  }

  private struct OneWidth: TextMeasuring {
    var width: Double

    func size(of text: TextContent, maximumWidth: Double?) -> PointSize {
      PointSize(width: width, height: 12)
    }
  }

  /// Widths are rounded up to device pixels, which are half points here. Rounding errors in the sum
  /// of the letters' widths are ignored.
  @Test(arguments: [(10.0, 10.0), (10.000001, 10), (9.999999, 10), (10.01, 10.5), (10.4, 10.5)])
  func textSizesRoundUpToDevicePixels(width: Double, shown: Double) throws {
    var header = try HeaderInterpreter(
      document: TestDocument.parse(
        #""texts": { "t": "word" }"#, layers: #"[{ "id": "probe", "type": "text", "text": "t" }]"#),
      environment: DocumentEnvironment(device: .iPhone8, measurer: OneWidth(width: width)))
    #expect(try header.state().layer("probe")?.frame.width == shown)
  }

  /// The position of a gradient stop is at least that of the previous stop, as in CSS.
  @Test func gradientStopsNeverDecrease() throws {
    let layer = try TestDocument.probe(
      layers: """
        [{ "id": "probe", "type": "rectangle", "fill": { "gradient": [
           ["0.6 - offset / 100", "red"], [0.3, "lime"], [0.2, "blue"], [1, "white"]] } }]
        """, offsets: [10])
    guard case .rectangle(.gradient(let gradient)) = layer.content else {
      Issue.record("no gradient")
      return
    }
    #expect(gradient.stops.map(\.position) == [0.5, 0.5, 0.5, 1])
  }

  /// The program marks layers that depend on time, so that the preview page animates them.
  @Test func programListsTimeDependentLayers() throws {
    let header = try TestDocument.interpreter(
      "",
      layers: """
        [{ "id": "turns", "type": "group", "transform": { "rotate": "time * 90" } },
         { "id": "moves", "type": "group", "x": "offset" }]
        """)
    let program = JSONWriter.object { header.writeProgram(to: &$0) }
    #expect(program.split(separator: #""usesTime":true"#).count == 2)
  }
}
