import HeaderModel
import PortableMath
import Testing

/// Rules, memory, transitions and phases.
@Suite struct DocumentMemory {
  private func value(_ name: String, _ state: HeaderState) -> Double? {
    guard case .number(let value) = state.memory.first(where: { $0.name == name })?.value else {
      return nil
    }
    return value
  }

  private func target(_ name: String, _ state: HeaderState) -> Double? {
    guard case .number(let value) = state.memoryTargets.first(where: { $0.name == name })?.value
    else { return nil }
    return value
  }

  @Test func setEvaluatesAllExpressionsBeforeAssigning() throws {
    var header = try TestDocument.interpreter(
      #""memory": { "a": 1, "b": 2 }, "onScroll": [{ "set": { "a": "b", "b": "a" } }]"#)
    try header.receive(offset: 0)
    let state = try header.state()
    #expect(value("a", state) == 2 && value("b", state) == 1)
  }

  @Test func nextRuleSeesAssignedMemoryAndValues() throws {
    var header = try TestDocument.interpreter(
      """
      "memory": { "a": 1, "b": 0 }, "values": { "twice": "a * 2" },
      "onScroll": [{ "set": { "a": "twice" } }, { "set": { "b": "twice" } }]
      """)
    try header.receive(offset: 0)
    #expect(try value("b", header.state()) == 4)
  }

  @Test func runsFirstMatchingRule() throws {
    var header = try TestDocument.interpreter(
      """
      "memory": { "a": 0 },
      "onScroll": [[{ "when": "offset > 10", "set": { "a": 1 } },
                    { "when": "offset > 5", "set": { "a": 2 } }]]
      """)
    try header.receive(offset: 20)
    #expect(try value("a", header.state()) == 1)
    try header.receive(offset: 7)
    #expect(try value("a", header.state()) == 2)
    try header.receive(offset: 0)
    #expect(try value("a", header.state()) == 2)
  }

  @Test func deltaAndVelocityRelateToThePreviousEvent() throws {
    let rules = """
      "memory": { "d": 9, "v": 9 }, "onScroll": [{ "set": { "d": "delta", "v": "velocity" } }]
      """
    var header = try TestDocument.interpreter(rules)
    try header.receive(offset: 30, time: 1)
    #expect(try value("d", header.state()) == 0)
    try header.receive(offset: 40, time: 1.5)
    #expect(try value("d", header.state()) == 10)
    #expect(try value("v", header.state()) == 20)
    try header.receive(offset: 20)
    #expect(try value("d", header.state()) == -20)
    #expect(try value("v", header.state()) == 0)
  }

  private static let fading = """
    "memory": { "shade": { "value": 0, "transition": { "duration": 2, "easing": "linear" } } },
    "onScroll": [[{ "when": "offset > 100", "set": { "shade": 1 } },
                  { "set": { "shade": 0 }, "transition": { "duration": 4 } }]]
    """

  @Test func transitionStartsAtTheCurrentValue() throws {
    var header = try TestDocument.interpreter(Self.fading)
    try header.receive(offset: 0, time: 0)
    try header.receive(offset: 200, time: 1)
    #expect(try value("shade", header.state(at: 1)) == 0)
    #expect(try target("shade", header.state(at: 1)) == 1)
    #expect(try value("shade", header.state(at: 2)) == 0.5)
    #expect(try header.state(at: 2).isAnimating)
    // Setting the current target again changes nothing. Another target starts a new transition with
    // the full duration.
    try header.receive(offset: 210, time: 2)
    #expect(try value("shade", header.state(at: 2.5)) == 0.75)
    try header.receive(offset: 50, time: 2.5)
    #expect(try value("shade", header.state(at: 4.5)) == 0.375)
    #expect(try value("shade", header.state(at: 6.5)) == 0)
    #expect(try header.state(at: 6.5).isAnimating == false)
  }

  @Test func transitionEndsAtItsTarget() throws {
    var header = try TestDocument.interpreter(Self.fading)
    #expect(header.document.hasTransitions)
    try header.receive(offset: 0, time: 0)
    #expect(header.settlingTime == nil)
    try header.receive(offset: 200, time: 1)
    #expect(header.settlingTime == 3)
    try header.receive(offset: 50, time: 2)
    #expect(header.settlingTime == 6)
  }

  @Test func durationCanDependOnConstants() throws {
    let fading = """
      "constants": { "slowness": 2 },
      "memory": { "shade": { "value": 0, "transition": { "duration": "slowness * 2" } } },
      "onScroll": [{ "set": { "shade": "offset > 100 ? 1 : 0" } }]
      """
    var header = try TestDocument.interpreter(fading)
    try header.receive(offset: 0, time: 0)
    try header.receive(offset: 200, time: 1)
    #expect(try value("shade", header.state(at: 2)) == 0.25)

    let document = try TestDocument.parse(fading).setting(constant: "slowness", to: -1)
    header = try HeaderInterpreter(
      document: document,
      environment: DocumentEnvironment(device: .iPhone8, measurer: FixedTextSize()))
    try header.receive(offset: 0, time: 0)
    let error = #expect(throws: EvaluationError.self) {
      try header.receive(offset: 200, time: 1)
    }
    #expect(
      error?.description
        == "test.json: memory.shade.transition.duration: -2 is not a valid duration; give 0 to 3600 seconds at offset 200"
    )
  }

  @Test func firstAndUntimedEventsSkipTransitions() throws {
    var header = try TestDocument.interpreter(Self.fading)
    try header.receive(offset: 200, time: 0)
    #expect(try value("shade", header.state(at: 0)) == 1)
    var other = try TestDocument.interpreter(Self.fading)
    try other.receive(offset: 0)
    try other.receive(offset: 200)
    #expect(try value("shade", other.state()) == 1)
  }

  @Test func layersReadCurrentValueAndRulesReadTarget() throws {
    var header = try TestDocument.interpreter(
      """
      "memory": { "shade": { "value": 0, "transition": { "duration": 2 } }, "seen": 0 },
      "values": { "double": "shade * 2" },
      "onScroll": [{ "when": "offset > 100", "set": { "shade": 1 } }, { "set": { "seen": "double" } }]
      """, layers: #"[{ "id": "probe", "type": "group", "x": "double" }]"#)
    try header.receive(offset: 0, time: 0)
    try header.receive(offset: 200, time: 1)
    let state = try header.state(at: 2)
    #expect(value("seen", state) == 2)
    #expect(state.layer("probe")?.frame.x == 1)
  }

  @Test func phaseIsTheFirstTrueCondition() throws {
    var header = try TestDocument.interpreter(
      #""phases": [{ "name": "up", "when": "offset > 5" }, { "name": "down", "when": "offset < 0" }]"#
    )
    #expect(try header.state().phase == nil)
    try header.receive(offset: 6)
    #expect(try header.state().phase == "up")
    try header.receive(offset: -6)
    #expect(try header.state().phase == "down")
  }

  @Test func scrollViewOffsetsAreRelativeToRest() throws {
    let document = """
      { "version": 1, "name": "test", "constants": { "rows": 30 },
        "scroll": { "contentHeight": "rows * 44", "restOffset": "-64",
                    "snapToOffsets": [0, "rows"] }, "layers": [] }
      """
    let header = try HeaderInterpreter(
      document: HeaderDocument.parse(Array(document.utf8)),
      environment: DocumentEnvironment(device: .iPhone8, measurer: FixedTextSize()))
    #expect(header.largestOffset == 1320 - 667)
    #expect(header.viewportHeight == 667)
    #expect(header.restOffset == -64)
    #expect(header.snapOffsets == [0, 30])
  }

  @Test func framesContinueWhileVisibleLayersUseTime() throws {
    var header = try TestDocument.interpreter(
      #""values": { "turn": "time * 90" }"#,
      layers: """
        [{ "id": "probe", "type": "group", "visible": "offset > 10",
           "transform": { "rotate": "turn" } }]
        """)
    try header.receive(offset: 0, time: 0)
    #expect(try header.state(at: 1).isAnimating == false)
    try header.receive(offset: 20, time: 1)
    let state = try header.state(at: 2)
    #expect(state.isAnimating)
    #expect(state.layer("probe")?.rotation == 180)
  }
}
