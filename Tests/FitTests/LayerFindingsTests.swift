import HeaderModel
import PortableMath
import Raster
import Testing

@testable import Fit

/// What one frame says about one layer: a recording that is the header's own picture but for one
/// change has exactly that finding.
@Suite struct LayerFindingsTests {
  /// A picture by itself, low on the screen where nothing else is.
  private static func stamp(
    x: Double = 38, y: Double = 66, size: Double = 20, more: String = ""
  ) -> String {
    """
    , { "id": "stamp", "type": "image", "image": "avatar", "fit": "fill", "z": 5, "x": \(x),
        "y": \(y), "width": \(size), "height": \(size)\(more) }
    """
  }

  private func document(_ more: String) throws -> HeaderDocument {
    try FitScene.document(more: more)
  }

  /// What is found in a picture of one header by another one.
  private func faults(
    recorded: HeaderDocument, expected: HeaderDocument, tolerance: Double = 1,
    ignored: Set<String> = []
  ) throws -> [String: LayerFinding.Fault] {
    let scene = try JudgedScene(expected, masked: ignored)
    let findings = try scene.view(try JudgedScene(recorded).picture())
      .findings(tolerance: tolerance)
    return Dictionary(
      findings.filter { !$0.isTolerated }.map { ($0.layer, $0.fault) },
      uniquingKeysWith: { first, _ in first })
  }

  @Test func whatIsAsItShouldBeHasNoFinding() throws {
    let header = try document(Self.stamp())
    #expect(try faults(recorded: header, expected: header).isEmpty)
  }

  @Test(arguments: [(4.0, 0.0), (0, 3), (-5, 2), (0, -6)])
  func aLayerThatStandsElsewhereSaysByHowMuch(x: Double, y: Double) throws {
    let found = try faults(
      recorded: try document(Self.stamp(x: 38 + x, y: 66 + y)),
      expected: try document(Self.stamp()))
    #expect(found["stamp"] == .moved(x: x, y: y))
  }

  /// Beyond the tolerance by more than half a pixel, which pictures do not tell.
  @Test(arguments: [(1.0, true), (3.4, true), (3.6, false), (4, false), (8, false)])
  func lessThanTheToleranceIsNoMove(tolerance: Double, isFound: Bool) throws {
    let found = try faults(
      recorded: try document(Self.stamp(x: 42)), expected: try document(Self.stamp()),
      tolerance: tolerance)
    #expect(found == (isFound ? ["stamp": .moved(x: 4, y: 0)] : [:]))
  }

  @Test func aLayerThatIsNotThereIsAbsent() throws {
    let found = try faults(
      recorded: try document(""), expected: try document(Self.stamp()))
    #expect(found["stamp"] == .absent)
  }

  /// What is recorded in its place is something else: it cannot be said to be away.
  @Test func aLayerBehindSomethingElseIsNotAbsent() throws {
    let cover = """
      , { "id": "cover", "type": "rectangle", "fill": "#107040", "z": 6, "x": 36, "y": 64,
          "width": 24, "height": 24 }
      """
    let found = try faults(
      recorded: try document(Self.stamp() + cover), expected: try document(Self.stamp()))
    #expect(found["stamp"] != .absent)
  }

  @Test func whatIsIgnoredHasNoFinding() throws {
    let found = try faults(
      recorded: try document(""), expected: try document(Self.stamp()), ignored: ["stamp"])
    #expect(found.isEmpty)
  }

  @Test(arguments: [(0.0, 4.0), (8, 4), (2, 4), (1, 8)])
  func anotherBlurIsToldWithBothRadii(recorded: Double, expected: Double) throws {
    func blurred(_ radius: Double) -> String {
      Self.stamp(more: #", "blur": { "type": "gaussian", "radius": \#(radius) }"#)
    }
    let found = try faults(
      recorded: try document(blurred(recorded)), expected: try document(blurred(expected)))
    #expect(
      found["stamp"] == .blur(recorded: recorded, expected: expected, unit: .radius))
  }

  @Test(arguments: [(4.0, 4.5), (1.5, 2)])
  func aBlurThatHardlyDiffersIsNone(recorded: Double, expected: Double) throws {
    func blurred(_ radius: Double) -> String {
      Self.stamp(more: #", "blur": { "type": "gaussian", "radius": \#(radius) }"#)
    }
    let found = try faults(
      recorded: try document(blurred(recorded)), expected: try document(blurred(expected)))
    #expect(found["stamp"] == nil)
  }

  /// Grown about its middle by 4 points, and shrunk; the words say which.
  @Test(arguments: [(24.0, 1.2, "larger"), (16, 0.8, "smaller"), (22, 1.1, "larger")])
  func aLayerOfAnotherSizeSaysHowMuchLargerItIs(
    size: Double, factor: Double, word: String
  ) throws {
    let edge = (20 - size) / 2
    let recorded = try JudgedScene(
      try document(Self.stamp(x: 38 + edge, y: 66 + edge, size: size))
    ).picture()
    let scene = try JudgedScene(try document(Self.stamp()))
    let index = try scene.state().layers.firstIndex { $0.id == "stamp" }.required
    let finding = try scene.view(recorded).size(index).required
    #expect(finding.fault == .scaled(factor))
    let text = DeviationText(
      found: [(try scene.frame(recorded), finding)], looked: [],
      order: []
    ).deviation.explanation
    let percent = Int((abs(factor - 1) * 100).rounded())
    #expect(text == "is drawn up to \(percent) % \(word) than in the document, at 0 pt")
  }

  /// Grown from the middle of its upper or lower edge, or from a corner.
  @Test(arguments: [(36.0, 66.0), (36, 62), (38, 66), (34, 62)])
  func aLayerGrowsFromItsMiddleItsEdgesAndItsCorners(x: Double, y: Double) throws {
    let recorded = try JudgedScene(try document(Self.stamp(x: x, y: y, size: 24))).picture()
    let scene = try JudgedScene(try document(Self.stamp()))
    let index = try scene.state().layers.firstIndex { $0.id == "stamp" }.required
    #expect(try scene.view(recorded).size(index)?.fault == .scaled(1.2))
  }

  @Test func aLayerOfItsOwnSizeHasNoFindingOfSize() throws {
    let scene = try JudgedScene(try document(Self.stamp()))
    let index = try scene.state().layers.firstIndex { $0.id == "stamp" }.required
    #expect(try scene.view(try scene.picture()).size(index) == nil)
  }

  /// Two plates that overlap, one above the other or the other above the one.
  @Test(arguments: [(1, 2, false), (2, 1, true)])
  func siblingsInTheOtherOrderAreFound(plate: Int, disc: Int, isFound: Bool) throws {
    func plates(_ plate: Int, _ disc: Int) throws -> HeaderDocument {
      try document(
        """
        , { "id": "plate", "type": "rectangle", "fill": "#206020", "z": \(10 + plate), "x": 4,
            "y": 60, "width": 24, "height": 20 }
        , { "id": "disc", "type": "rectangle", "fill": "#E0C020", "z": \(10 + disc), "x": 16,
            "y": 66, "width": 20, "height": 20 }
        """)
    }
    let found = try faults(
      recorded: try plates(plate, disc), expected: try plates(1, 2))
    #expect(found == (isFound ? ["plate": .above(other: "disc")] : [:]))
  }
}
