import HeaderModel
import Testing

/// The rows of a list that are evaluated, and their positions.
@Suite struct ListRows {
  /// Returns the rows at each of the offsets, in order.
  private func rows(_ list: String, offsets: [Double]) throws -> [[ListRow]] {
    var header = try TestDocument.interpreter(
      "",
      layers: """
        [{ "id": "probe", "type": "list", \(list), "layers": [{ "type": "group" }] }]
        """)
    return try offsets.map { offset in
      try header.receive(offset: offset)
      guard case .list(let content) = try header.state().layer("probe")?.content else { return [] }
      return content.rows
    }
  }

  /// The evaluated rows are those on a screen of 667 points and one more at both ends, because a
  /// row may extend beyond its frame.
  @Test(arguments: [
    (0.0, 0...17), (39, 0...18), (40, 0...18), (41, 0...18), (100, 1...20), (3900, 96...99),
  ])
  func evaluatesVisibleRowsAndOneMore(offset: Double, shown: ClosedRange<Int>) throws {
    let rows = try rows(
      #""y": "0 - offset", "pitch": 40, "count": 100"#, offsets: [0, offset])
    #expect(rows[1].map(\.index) == Array(shown))
    #expect(rows[1].map(\.start) == shown.map { Double($0) * 40 })
  }

  /// Row heights may depend on the index and on the offset.
  @Test func movesListsWithUnequalRows() throws {
    let offsets = [0.0, 5, 30]
    let rows = try rows(#""count": 3, "pitch": "10 + index + offset""#, offsets: offsets)
    for (offset, rows) in zip(offsets, rows) {
      #expect(rows.map(\.start) == [0, 10 + offset, 21 + 2 * offset])
      #expect(rows.map(\.length) == [10 + offset, 11 + offset, 12 + offset])
    }
  }
}
