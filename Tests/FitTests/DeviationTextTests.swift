import FileAccess
import HeaderModel
import PortableMath
import Raster
import Testing

@testable import Fit

/// The text of a deviation found in several frames.
@Suite struct DeviationTextTests {
  private let scene: JudgedScene

  init() throws { scene = try JudgedScene(try FitScene.document()) }

  /// Returns the deviation for frames with the given offsets and faults.
  private func text(
    _ found: [(offset: Double, fault: LayerFinding.Fault)], order: [OrderRecord] = []
  ) throws -> Deviation {
    let recorded = try scene.picture()
    let all = try found.enumerated().map { index, found in
      (
        frame: try scene.frame(recorded, index: index, offset: found.offset),
        finding: LayerFinding(layer: "badge", fault: found.fault, gain: 1)
      )
    }
    return DeviationText(
      findings: all, judged: all.map(\.frame), order: order
    ).deviation
  }

  private static let moves: [([(Double, Double)], String)] = [
    ([(0, 3), (0, 5), (0, 4)], "is 4 pt lower (dx 0, dy 4) than in the document"),
    ([(2, -3)], "is 3 pt higher and 2 pt further right (dx 2, dy -3) than in the document"),
    ([(-1.5, 0)], "is 1.5 pt further left (dx -1.5, dy 0) than in the document"),
    ([(0.1, -0.2)], "is in a different position (dx 0.1, dy -0.2) than in the document"),
  ]

  @Test(arguments: moves)
  func moveIsTheMedianOfAllFrames(moves: [(Double, Double)], words: String) throws {
    let found = moves.enumerated().map { index, move in
      (offset: Double(index), fault: LayerFinding.Fault.moved(x: move.0, y: move.1))
    }
    let deviation = try text(found)
    #expect(deviation.kind == .moved && deviation.layer == "badge")
    #expect(deviation.explanation.hasPrefix(words))
    #expect(deviation.frames == Array(moves.indices))
  }

  @Test func describesOffsetsAsRangeOrValue() throws {
    let one = try text([(7, .absent)])
    #expect(one.explanation == "is missing, at 7 pt" && one.offsets == 7...7)
    let more = try text([(9, .absent), (-2, .absent), (4, .absent)])
    #expect(more.explanation == "is missing, at -2 to 9 pt" && more.offsets == -2...9)
  }

  @Test(arguments: [
    ([1.03, 1.2, 1.1], "is drawn up to 20 % larger"),
    ([0.97, 0.85], "is drawn up to 15 % smaller"),
  ])
  func reportsLargestSizeDifference(factors: [Double], words: String) throws {
    let deviation = try text(factors.map { (0, .scaled($0)) })
    #expect(deviation.kind == .scaled)
    #expect(deviation.explanation.hasPrefix(words))
  }

  /// In the document the badge is behind the banner from 12 points on, in the recording from
  /// `recorded` on.
  @Test(arguments: [(15.0, "3 pt late"), (9, "3 pt early")])
  func orderDeviationNamesOffset(recorded: Double, words: String) throws {
    let order = stride(from: 0.5, through: 24.5, by: 1).map { offset in
      OrderRecord(
        offset: offset, isAboveInDocument: offset < 12,
        isFlagged: (offset < 12) != (offset < recorded), isVisible: true)
    }
    let flagged = order.filter(\.isFlagged).map {
      (offset: $0.offset, fault: LayerFinding.Fault.above(other: "banner"))
    }
    let deviation = try text(flagged, order: order)
    #expect(deviation.kind == .order)
    #expect(
      deviation.explanation.hasPrefix(
        "is painted above banner, which is below it in the document; the order changes at "
          + "\(Int(recorded)) pt instead of 12, \(words)"))
  }

  /// Frames in which the order is not visible do not determine the offset at which it changes.
  @Test func ignoresFramesWithInvisibleOrder() throws {
    let order = stride(from: 0.5, through: 24.5, by: 1).map { offset in
      OrderRecord(
        offset: offset, isAboveInDocument: offset < 12, isFlagged: (12..<15).contains(offset),
        isVisible: offset < 15)
    }
    let deviation = try text([(13, .above(other: "banner"))], order: order)
    #expect(!deviation.explanation.contains("changes at"))
  }

  @Test func blurDeviationNamesItsLargestOffset() throws {
    let found = [6.0, 8, 12, 16].map { offset in
      (
        offset: offset,
        fault: LayerFinding.Fault.blur(
          recorded: 0.05 * (offset - 4), expected: 0.01 * offset, unit: .amount)
      )
    }
    let deviation = try text(found)
    #expect(
      deviation.explanation
        == "is blurred by amount 0.6 where the document has 0.16 (at 16 pt), at 6 to 16 pt")
  }

  @Test func computesMedians() {
    #expect(([] as [Double]).median == 0)
    #expect(([4] as [Double]).median == 4)
    #expect(([9, 1, 5] as [Double]).median == 5)
    #expect(([9, 1, 5, 6] as [Double]).median == 5.5)
  }

  // MARK: - Related layers

  @Test func layersOfAGroupAreRelated() throws {
    let grouped = try JudgedScene(
      try HeaderDocument.parse(
        Array(
          """
          { "version": 1, "name": "grouped", "scroll": { "contentHeight": 120 },
            "layers": [
              { "id": "page", "type": "rectangle", "fill": "#FFFFFF" },
              { "id": "card", "type": "group", "width": 30, "height": 30, "layers": [
                { "id": "plate", "type": "rectangle", "fill": "#3060A0" },
                { "id": "mark", "type": "rectangle", "fill": "#A06030", "width": 4, "height": 4 } ] },
              { "id": "last", "type": "rectangle", "fill": "#208040", "width": 9, "height": 9 } ] }
          """.utf8)))
    let state = try grouped.state()
    #expect(state.related("card", "mark") && state.related("plate", "card"))
    #expect(!state.related("plate", "mark") && !state.related("card", "last"))
    #expect(!state.related("page", "card"))
    #expect(state.related("nothing", "nothing") && !state.related("nothing", "page"))
    #expect(state.paints("last", above: "mark") && !state.paints("page", above: "card"))
    #expect(!state.paints("nothing", above: "page"))
  }

  @Test func orderFindingOutweighsAbsence() {
    let order = LayerFinding(layer: "a", fault: .above(other: "b"), gain: 100)
    let absent = LayerFinding(layer: "a", fault: .absent, gain: 120)
    #expect(order.weight > absent.weight)
    #expect(order.other == "b" && absent.other == nil)
    #expect(order.key.kind == .order && absent.key.kind == .absent)
    #expect(order.key != absent.key)
  }
}
