import HeaderModel
import PortableMath
import StrictJSON
import Testing

/// Positions and sizes with inexact sums of fractions, and properties that layers derive from each
/// other.
@Suite struct LayerRounding {
  /// Sums that are half a device pixel except for rounding errors are rounded as such. Smaller
  /// values are not.
  @Test(arguments: [
    ("2.25", 2.5), ("2.25 - 0.000000001", 2.5), ("2.25 - 0.002", 2), ("2.25 + 0.2", 2.5),
    ("0 - 0.25 - 0.000000001", 0), ("0 - 0.26", -0.5),
  ])
  func aSnappedFrameForgivesRounding(x: String, drawn: Double) throws {
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

  /// Rounded up to half points at 2 pixels per point, ignoring rounding errors in the sum of the
  /// letters' widths.
  @Test(arguments: [(10.0, 10.0), (10.000001, 10), (9.999999, 10), (10.01, 10.5), (10.4, 10.5)])
  func aTextIsRoundedUpToDevicePixels(width: Double, shown: Double) throws {
    var header = try HeaderInterpreter(
      document: TestDocument.parse(
        #""texts": { "t": "word" }"#, layers: #"[{ "id": "probe", "type": "text", "text": "t" }]"#),
      environment: DocumentEnvironment(device: .iPhone8, measurer: OneWidth(width: width)))
    #expect(try header.state().layer("probe")?.frame.width == shown)
  }

  /// As in CSS, a stop with a smaller position than the previous one gets that position.
  @Test func stopsNeverGoBack() throws {
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

  /// The names of layers that depend on time, which pages animate.
  @Test func aProgramNamesTheLayersThatFollowTheTime() throws {
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
