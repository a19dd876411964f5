import HeaderModel
import PortableMath
import StrictJSON
import Testing

/// Sizes of layers in values, rules and the scroll view, and numbers of lines.
@Suite struct LayerSizeTests {
  /// Sizes do not depend on a coordinate system. Nested groups with a layout have one too.
  @Test func valuesAndScrollViewReadLayerSizes() throws {
    let document = try TestDocument.parse(
      #"""
      "values": {"tall": "info.height + 10"},
      "onScroll": [{"set": {"m": "info.height"}}], "memory": {"m": 0}
      """#,
      scroll: #"{"maximumOffset": "tall + info.width"}"#,
      layers: #"""
        [{"id": "page", "type": "group", "layers": [
          {"id": "info", "type": "group", "layout": "column", "gap": 4, "width": 100, "layers": [
            {"type": "rectangle", "height": 20}, {"type": "rectangle", "height": 30}]}]}]
        """#)
    var header = try PlayedHeader.interpreter(document)
    #expect(header.largestOffset == 164)
    try header.receive(offset: 1)
    #expect(try header.number("m") == 54)
  }

  @Test func rejectsCyclicSizes() throws {
    let error = #expect(throws: JSONError.self) {
      try TestDocument.parse(
        #""values": {"tall": "info.height"}"#,
        layers: #"""
          [{"type": "group", "layers": [
            {"id": "info", "type": "rectangle", "height": "2 * tall"}]}]
          """#)
    }
    #expect(error?.message == "circular reference: tall -> info.height -> tall")
  }

  @Test func unknownSizeErrorListsLayers() throws {
    let error = #expect(throws: JSONError.self) {
      try TestDocument.parse(#""values": {"tall": "zzzz.height"}"#)
    }
    #expect(
      error?.message.hasSuffix(
        "declare it under \"constants\", \"values\" or \"memory\", or give a layer the id \"zzzz\"")
        ?? false, "\(String(describing: error))")
  }

  /// A text that a tap unfolds: one, two or any number of lines by an expression.
  @Test(arguments: [(0.0, 20.0), (1, 40), (2, 60), (3, 60)])
  func lineCountCanBeAnExpression(offset: Double, height: Double) throws {
    let frames = try Geometry.frames(
      #""texts": {"t": "one\ntwo\nthree"}"#,
      layers: #"""
        [{"id": "t", "type": "text", "text": "t", "width": 40, "lineHeight": 20,
          "lines": "offset == 3 ? 0 : offset + 1"},
         {"id": "below", "type": "rectangle", "y": "t.bottom"}]
        """#, offset: offset)
    #expect(frames["t"]?.height == height)
    #expect(frames["below"]?.y == height)
  }
}
