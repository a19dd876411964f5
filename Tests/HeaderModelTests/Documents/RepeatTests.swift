import HeaderModel
import PortableMath
import Scrolling
import StrictJSON
import Testing

/// Copies of a layer.
@Suite struct RepeatTests {
  private static let members = #"""
    "texts": {"a": "One", "b": "Two words", "n": "No. {n}", "m": "{index * 10} more"},
    "colors": {"red": "#FF0000", "blue": "#0000FF"},
    "inputs": {"page": {"value": 1, "range": [0, 9]}}
    """#

  private static let tabs = #"""
    [{"id": "tab", "type": "group", "repeat": 3, "x": "index * 100", "width": 100, "height": 40,
      "onTap": [{"set": {"page": "index"}}],
      "layers": [
        {"id": "label", "type": "text", "text": ["a", "b"], "x": 5},
        {"id": "ground", "type": "rectangle", "y": "label.bottom", "width": "label.width",
         "fill": ["red", "blue"], "visible": "page == index", "opacity": "pressed('tab') ? 0.5 : 1"}]},
     {"id": "underline", "type": "rectangle", "x": "tab2.x + tab1.width", "width": 10}]
    """#

  private func state(_ layers: String = tabs) throws -> HeaderState {
    var header = try TestDocument.interpreter(Self.members, layers: layers)
    return try header.state()
  }

  @Test func copiesHaveTheirIndexAndName() throws {
    let state = try state()
    #expect(
      state.layers.map(\.id) == [
        "tab0", "label0", "ground0", "tab1", "label1", "ground1", "tab2", "label2", "ground2",
        "underline",
      ])
    for index in 0..<3 {
      let tab = try #require(state.layer("tab\(index)"))
      #expect(tab.frame.x == Double(100 * index))
      #expect(try #require(state.layer("ground\(index)")).visible == (index == 1))
    }
    #expect(state.layer("underline")?.frame.x == 300)
  }

  /// Lists of texts and colors give each copy its own; names within a copy are its own.
  @Test func copiesHaveSeparateListsAndNames() throws {
    let state = try state()
    let labels = try (0..<3).map { try #require(state.layer("label\($0)")) }
    let grounds = try (0..<3).map { try #require(state.layer("ground\($0)")) }
    let texts = labels.map { label in
      if case .text(let text) = label.content { text.runs.map(\.text).joined() } else { "" }
    }
    #expect(texts == ["One", "Two words", "One"])
    for (label, ground) in zip(labels, grounds) {
      #expect(ground.frame.width == label.frame.width)
      #expect(ground.frame.y == label.frame.y + label.frame.height)
    }
    let colors = grounds.map { ground in
      if case .rectangle(.color(let color)) = ground.content {
        color
      } else {
        nil as DocumentColor?
      }
    }
    #expect(colors[0] == colors[2] && colors[0] != colors[1])
  }

  @Test func copyTextsUseTheirIndex() throws {
    let state = try state(
      #"[{"id": "t", "type": "text", "repeat": 3, "text": "n"}, {"id": "u", "type": "text", "repeat": 2, "text": "m"}]"#
    )
    let texts = state.layers.map { layer in
      if case .text(let text) = layer.content { text.runs.map(\.text).joined() } else { "" }
    }
    #expect(texts == ["No. 1", "No. 2", "No. 3", "0 more", "10 more"])
  }

  @Test func layoutPlacesCopiesInSequence() throws {
    let state = try state(
      #"""
      [{"id": "row", "type": "group", "layout": "row", "gap": 10, "layers": [
        {"id": "chip", "type": "rectangle", "repeat": 3, "width": "20 + 10 * index", "height": 8}]}]
      """#)
    #expect((0..<3).map { state.layer("chip\($0)")?.frame.x } == [0, 30, 70])
    #expect(state.layer("row")?.frame.width == 110)
  }

  @Test func tapRunsRulesOfItsCopy() throws {
    let played = try PlayedHeader.play(
      #"{"tap": {"layer": "tab2"}}, {"tap": {"at": [50, 10]}}"#, Self.members, layers: Self.tabs)
    let pages = played.events.compactMap { event -> Int? in
      if case .tap(let tapped?) = event.kind { tapped.layer } else { nil }
    }
    #expect(pages == [6, 0])
    #expect(played.header.value(ofInput: 0) == 0)
  }

  @Test(arguments: [
    (#"[{"type": "rectangle", "repeat": 0}]"#, "repeat"),
    (#"[{"type": "rectangle", "repeat": "2 + 2"}]"#, "repeat"),
    (
      #"[{"type": "group", "repeat": 2, "layers": [{"type": "rectangle", "repeat": 2}]}]"#,
      "found a repeat in a list or in another repeat"
    ),
    (
      #"[{"type": "list", "count": 2, "pitch": 8, "layers": [{"type": "rectangle", "repeat": 2}]}]"#,
      "found a repeat in a list or in another repeat"
    ),
    (
      #"[{"id": "a", "type": "rectangle", "repeat": 2}, {"id": "a1", "type": "rectangle"}]"#,
      "two layers are called \"a1\""
    ),
  ])
  func rejectsInvalidRepeats(layers: String, message: String) {
    let error = #expect(throws: JSONError.self) { try TestDocument.parse("", layers: layers) }
    #expect(error?.description.contains(message) ?? false, "\(String(describing: error))")
  }
}
