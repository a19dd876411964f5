import HeaderModel
import PortableMath
import Raster
import Testing

@testable import Fit

/// The findings in one frame. If the recording differs from the header's picture by one change,
/// this change is found.
@Suite struct LayerFindingsTests {
  /// Returns an image layer near the bottom of the screen that overlaps no other layer.
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

  /// Returns the faults of each layer in a picture of the recorded header.
  private func faults(
    recorded: HeaderDocument, expected: HeaderDocument, tolerance: Double = 1,
    ignored: Set<String> = []
  ) throws -> [String: LayerFinding.Fault] {
    let scene = try JudgedScene(expected, masked: ignored)
    let findings = try scene.comparison(try JudgedScene(recorded).picture())
      .findings(tolerance: tolerance)
    return Dictionary(
      findings.filter { !$0.isTolerated }.map { ($0.layer, $0.fault) },
      uniquingKeysWith: { first, _ in first })
  }

  @Test func matchingLayersHaveNoFindings() throws {
    let header = try document(Self.stamp())
    #expect(try faults(recorded: header, expected: header).isEmpty)
  }

  @Test(arguments: [(4.0, 0.0), (0, 3), (-5, 2), (0, -6)])
  func movedLayerReportsItsDistance(x: Double, y: Double) throws {
    let found = try faults(
      recorded: try document(Self.stamp(x: 38 + x, y: 66 + y)),
      expected: try document(Self.stamp()))
    #expect(found["stamp"] == .moved(x: x, y: y))
  }

  /// The layer is moved by 4 points. A move is a fault if it exceeds the tolerance by more than
  /// half a pixel, which is the precision of the measurement.
  @Test(arguments: [(1.0, true), (3.4, true), (3.6, false), (4, false), (8, false)])
  func movesWithinToleranceAreIgnored(tolerance: Double, isFound: Bool) throws {
    let found = try faults(
      recorded: try document(Self.stamp(x: 42)), expected: try document(Self.stamp()),
      tolerance: tolerance)
    #expect(found == (isFound ? ["stamp": .moved(x: 4, y: 0)] : [:]))
  }

  @Test func reportsAbsentLayers() throws {
    let found = try faults(
      recorded: try document(""), expected: try document(Self.stamp()))
    #expect(found["stamp"] == .absent)
  }

  /// A covered layer may still be there, so it is not reported as absent.
  @Test func coveredLayerIsNotAbsent() throws {
    let cover = """
      , { "id": "cover", "type": "rectangle", "fill": "#107040", "z": 6, "x": 36, "y": 64,
          "width": 24, "height": 24 }
      """
    let found = try faults(
      recorded: try document(Self.stamp() + cover), expected: try document(Self.stamp()))
    #expect(found["stamp"] != .absent)
  }

  @Test func ignoredLayersHaveNoFindings() throws {
    let found = try faults(
      recorded: try document(""), expected: try document(Self.stamp()), ignored: ["stamp"])
    #expect(found.isEmpty)
  }

  @Test(arguments: [(0.0, 4.0), (8, 4), (2, 4), (1, 8)])
  func blurFindingHasBothRadii(recorded: Double, expected: Double) throws {
    func blurred(_ radius: Double) -> String {
      Self.stamp(more: #", "blur": { "type": "gaussian", "radius": \#(radius) }"#)
    }
    let found = try faults(
      recorded: try document(blurred(recorded)), expected: try document(blurred(expected)))
    #expect(
      found["stamp"] == .blur(recorded: recorded, expected: expected, unit: .radius))
  }

  @Test(arguments: [(4.0, 4.5), (1.5, 2)])
  func ignoresSmallBlurDifferences(recorded: Double, expected: Double) throws {
    func blurred(_ radius: Double) -> String {
      Self.stamp(more: #", "blur": { "type": "gaussian", "radius": \#(radius) }"#)
    }
    let found = try faults(
      recorded: try document(blurred(recorded)), expected: try document(blurred(expected)))
    #expect(found["stamp"] == nil)
  }

  /// The layer is scaled about its center. The text contains the direction.
  @Test(arguments: [(24.0, 1.2, "larger"), (16, 0.8, "smaller"), (22, 1.1, "larger")])
  func resizedLayerReportsItsGrowth(
    size: Double, factor: Double, word: String
  ) throws {
    let edge = (20 - size) / 2
    let recorded = try JudgedScene(
      try document(Self.stamp(x: 38 + edge, y: 66 + edge, size: size))
    ).picture()
    let scene = try JudgedScene(try document(Self.stamp()))
    let index = try scene.state().layers.firstIndex { $0.id == "stamp" }.required
    let finding = try scene.comparison(recorded).sizeFinding(index).required
    #expect(finding.fault == .scaled(factor))
    let text = DeviationText(
      findings: [(try scene.frame(recorded), finding)], judged: [],
      order: []
    ).deviation.explanation
    let percent = Int((abs(factor - 1) * 100).rounded())
    #expect(text == "is drawn up to \(percent) % \(word) than in the document, at 0 pt")
  }

  /// The layer is scaled about the middle of its upper or lower edge, or about a corner.
  @Test(arguments: [(36.0, 66.0), (36, 62), (38, 66), (34, 62)])
  func findsGrowthFromCenterEdgesAndCorners(x: Double, y: Double) throws {
    let recorded = try JudgedScene(try document(Self.stamp(x: x, y: y, size: 24))).picture()
    let scene = try JudgedScene(try document(Self.stamp()))
    let index = try scene.state().layers.firstIndex { $0.id == "stamp" }.required
    #expect(try scene.comparison(recorded).sizeFinding(index)?.fault == .scaled(1.2))
  }

  @Test func unchangedSizeHasNoFinding() throws {
    let scene = try JudgedScene(try document(Self.stamp()))
    let index = try scene.state().layers.firstIndex { $0.id == "stamp" }.required
    #expect(try scene.comparison(try scene.picture()).sizeFinding(index) == nil)
  }

  /// Two overlapping plates in both drawing orders.
  @Test(arguments: [(1, 2, false), (2, 1, true)])
  func findsSwappedSiblings(plate: Int, disc: Int, isFound: Bool) throws {
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
