import HeaderModel
import HeaderScene
import PortableMath
import Rendering
import Scrolling
import Testing

@testable import Preview

/// The contents embedded in a page for all states that a header may reach, tested without a
/// browser.
@Suite struct SceneSweepTests {
  private func sweep(
    _ layers: String, _ members: String = "", events: [ScrollEvent] = []
  ) throws -> SceneSweep {
    let scene = try TestPage.drawing(layers, members).scene()
    return try SceneSweep(scene.header, device: scene.device, scale: 1, events: events)
  }

  private func words(_ sweep: SceneSweep) -> Set<String> {
    Set(
      sweep.texts.values.joined().map { use in use.content.runs.map(\.text).joined() })
  }

  private static let texts = #""texts": { "a": "A", "b": "B", "rows": ["One", "Two", "Three"] },"#

  private static func text(_ text: String, _ more: String) -> String {
    #"{ "id": "\#(text)", "type": "text", "text": "\#(text)", \#(more) }"#
  }

  /// A text that is visible at rest, one that is visible only in a certain state (scrolled far,
  /// pulled down, at a time of the curve, after a tap, an input change or a drag), and one that is
  /// never visible.
  @Test(arguments: [
    ("offset > 150", "", true), ("offset < -60", "", true), ("offset > 250", "", false),
    ("time > 0.4", "", true), ("time > 0.6", "", false),
    ("set == 1", #""onDragStart": [{ "set": { "set": 1 } }],"#, true),
    ("set == 1", #""onRest": [{ "when": "offset > 20", "set": { "set": 1 } }],"#, true),
    ("on", #""inputs": { "on": false },"#, true),
    ("page > 1.9", #""inputs": { "page": { "value": 0, "range": [0, 2] } },"#, true),
    ("page > 2", #""inputs": { "page": { "value": 0, "range": [0, 2] } },"#, false),
  ])
  func sweepFindsTextsThatCanBecomeVisible(visible: String, members: String, isSeen: Bool) throws {
    let sweep = try sweep(
      "[\(Self.text("a", #""x": 4"#)), \(Self.text("b", #""visible": "\#(visible)""#))]",
      #""memory": { "set": 0 }, "# + members + Self.texts,
      events: [ScrollEvent(time: 0, offset: 0), ScrollEvent(time: 0.5, offset: 1)])
    #expect(words(sweep) == (isSeen ? ["A", "B"] : ["A"]))
  }

  /// All rows of a list are embedded, including the results of taps in them.
  @Test func allRowsExistAndAreTappable() throws {
    let row = Self.text("rows", #""height": 20, "onTap": [{ "set": { "set": "index" } }]"#)
    let sweep = try sweep(
      """
      [{ "type": "list", "y": 40, "count": 3, "rowHeight": 30, "layers": [\(row)] },
       \(Self.text("a", #""visible": "set == 0""#)), \(Self.text("b", #""visible": "set == 1""#))]
      """, #""memory": { "set": -1 }, "# + Self.texts)
    #expect(words(sweep) == ["One", "Two", "Three", "A", "B"])
  }

  /// The same words are typeset again if they look different.
  @Test(arguments: [
    (#""pointSize": 20"#, 1), (#""pointSize": 20.1"#, 1), (#""pointSize": 21"#, 2),
    (#""pointSize": 20, "letterSpacing": 2"#, 2), (#""pointSize": 20, "width": 99"#, 2),
    (#""pointSize": 20, "opacity": 0.5"#, 1),
  ])
  func typesetsTextOncePerStyle(look: String, count: Int) throws {
    let sweep = try sweep(
      """
      [{ "id": "one", "type": "text", "text": "a", "pointSize": 20 },
       { "id": "other", "type": "text", "text": "a", \(look) }]
      """, Self.texts)
    #expect(sweep.texts.values.joined().count == count)
  }
}
