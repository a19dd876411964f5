import PortableMath
import StrictJSON
import Testing

@testable import HeaderModel

/// Frames and projections of layers with `rotateX`, `rotateY` and `perspective`.
@Suite struct LayerTiltTests {
  private func layers(_ transform: String, inside: String = "") -> String {
    """
    [{ "id": "probe", "type": "group", "x": 40, "y": 100, "width": 200, "height": 80,
       "transform": { \(transform) }, "layers": [\(inside)] }]
    """
  }

  private func expect(
    _ frame: PointRect, _ expected: [Double], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = [frame.x, frame.y, frame.width, frame.height]
    #expect(
      zip(found, expected).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found)",
      sourceLocation: sourceLocation)
  }

  @Test func zeroAnglesAreNoTilt() throws {
    for transform in [
      #""rotateX": 0"#, #""perspective": 300"#, #""rotateX": "offset", "rotateY": 0"#,
    ] {
      let layer = try TestDocument.probe(layers: layers(transform))
      #expect(layer.tilt == nil)
      #expect(layer.frame == PointRect(x: 40, y: 100, width: 200, height: 80))
    }
  }

  /// Without perspective, cos 60 = 1/2 about the frame's center.
  @Test func sixtyDegreesHalveTheHeight() throws {
    let layer = try TestDocument.probe(layers: layers(#""rotateX": 60"#))
    expect(layer.frame, [40, 120, 200, 40])
    expect(layer.flatFrame, [40, 100, 200, 80])
    #expect(layer.rotateX == 60 && layer.rotateY == 0)
    let turned = try TestDocument.probe(layers: layers(#""rotateY": -60, "origin": [0, 0]"#))
    expect(turned.frame, [40, 100, 100, 80])
  }

  /// The lower corners are 40 sin 30 = 20 closer to the eye at 200, the upper ones farther.
  @Test func frameContainsProjectedCorners() throws {
    let layer = try TestDocument.probe(layers: layers(#""rotateX": 30, "perspective": 200"#))
    let (near, far) = (0.9, 1.1)
    let half = 40 * DeterministicMath.cos(degrees: 30)
    expect(
      layer.frame,
      [140 - 100 / near, 140 - half / far, 200 / near, half / near + half / far])
  }

  @Test func tiltsAboutOrigin() throws {
    let layer = try TestDocument.probe(
      layers: layers(#""rotateX": "offset", "perspective": 200, "origin": [0.5, 1]"#), offsets: [30]
    )
    let far = 1 + 80 * 0.5 / 200
    let height = 80 * DeterministicMath.cos(degrees: 30) / far
    expect(layer.frame, [40, 180 - height, 200, height])
  }

  /// Scale and rotation come first, so perspective sees the enlarged layer; translation comes last,
  /// so the eye moves along.
  @Test func appliesScaleRotateTiltTranslateInOrder() throws {
    let transform = #""rotateX": 30, "perspective": 200, "scale": 2"#
    let scaled = try TestDocument.probe(layers: layers(transform))
    let (near, far) = (0.8, 1.2)
    let half = 80 * DeterministicMath.cos(degrees: 30)
    expect(
      scaled.frame, [140 - 200 / near, 140 - half / far, 400 / near, half / near + half / far])
    let moved = try TestDocument.probe(
      layers: layers(transform + #", "translateX": 7, "translateY": -9"#))
    expect(
      moved.frame,
      [147 - 200 / near, 131 - half / far, 400 / near, half / near + half / far])
    // A quarter turn makes the layer 200 high: the tilt sees 100 sin 30 = 50.
    let turned = try TestDocument.probe(
      layers: layers(#""rotate": 90, "rotateX": 30, "perspective": 200"#))
    let edge = 100 * DeterministicMath.cos(degrees: 30)
    expect(
      turned.frame,
      [140 - 40 / 0.75, 140 - edge / 1.25, 80 / 0.75, edge / 0.75 + edge / 1.25])
  }

  /// A child in a tilted group is projected with it; its own tilt is flattened first.
  @Test func projectsChildrenWithTheirGroup() throws {
    let inside = """
      { "id": "child", "type": "rectangle", "x": 0, "y": 40, "width": 100, "height": 40 },
      { "id": "tilted", "type": "rectangle", "width": 100, "height": 80,
        "transform": { "rotateX": 60 } }
      """
    var header = try TestDocument.interpreter(
      "", layers: layers(#""rotateX": 30, "perspective": 200"#, inside: inside))
    let state = try header.state()
    let child = try #require(state.layer("child"))
    let half = 40 * DeterministicMath.cos(degrees: 30)
    expect(child.frame, [140 - 100 / 0.9, 140, 100 / 0.9, half / 0.9])
    #expect(child.tilt != nil && child.tilt?.toParent == nil && child.rotateX == 0)
    let tilted = try #require(state.layer("tilted"))
    let (near, far) = (0.95, 1.05)
    expect(
      tilted.frame,
      [140 - 100 / near, 140 - half / 2 / far, 100 / near, half / 2 / near + half / 2 / far])
  }

  /// Rows that are above the screen when flat can be on it when tilted.
  @Test func evaluatesAllRowsOfTiltedList() throws {
    let inside = """
      { "type": "list", "count": 50, "rowHeight": 40,
        "layers": [{ "type": "rectangle", "fill": "white" }] }
      """
    var header = try TestDocument.interpreter(
      "", layers: layers(#""rotateX": 30, "perspective": 200"#, inside: inside))
    guard case .list(let list) = try header.state().layers[1].content else {
      Issue.record("no list")
      return
    }
    #expect(list.rows.count == 50)
  }

  @Test(arguments: ["0", "-20", "20 - offset"]) func rejectsNonPositivePerspective(distance: String)
    throws
  {
    let error = #expect(throws: EvaluationError.self) {
      try TestDocument.probe(
        layers: layers(#""perspective": "\#(distance)""#), offsets: [30])
    }
    let value = distance == "20 - offset" ? "-10" : distance
    #expect(
      error?.description
        == "test.json: layers[0].transform.perspective: the perspective \(value) is not positive "
        + "at offset 30")
  }

  @Test(arguments: ["\"rotateX\": 45", "\"rotateY\": \"offset\"", "\"perspective\": 100"])
  func rejectsTiltsOfSystemElements(member: String) throws {
    let error = try #require(throws: JSONError.self) {
      try TestDocument.probe(
        layers: #"[{ "id": "probe", "type": "statusBar", "transform": { "#
          + member + " } }]")
    }
    #expect(error.message == "a statusBar stays in the plane of the screen; remove it")
  }
}
