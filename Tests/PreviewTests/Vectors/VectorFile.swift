import Foundation
import HeaderModel
import PortableMath
import StrictJSON

/// The rows of one pair of files that must compute the same: a JavaScript file of the page and a
/// Swift file. A row is a line of JSON with an operation, its arguments and the result.
struct VectorFile {
  /// The name of the JavaScript file without extension.
  let name: String
  private(set) var rows: [String] = []
  /// The header documents of the rows, by name.
  private(set) var pages: [String: TestPage] = [:]

  init(_ name: String) { self.name = name }

  /// Adds a row.
  mutating func add(_ operation: String, _ members: (inout JSONObjectWriter) -> Void) {
    rows.append(
      JSONWriter.object { row in
        row.member("op", operation)
        members(&row)
      })
  }

  /// Adds a row that evaluates a header document.
  mutating func add(
    _ operation: String, page: TestPage, _ members: (inout JSONObjectWriter) -> Void
  ) {
    pages["\(page)"] = page
    add(operation) { row in
      row.member("page", "\(page)")
      members(&row)
    }
  }

  /// The content of the file.
  var text: String { rows.map { $0 + "\n" }.joined() }

  /// The recorded file in Fixtures/Vectors.
  var url: URL { Self.folder.appending(path: name + ".jsonl") }

  static let folder = TestFiles.root.appending(path: "Fixtures/Vectors")

  /// All files, in the order of the table in ARCHITECTURE.md.
  static func all() throws -> [VectorFile] {
    try [
      exact(), easing(), springs(), homography(), cells(), header(), interaction(), layers(),
      contents(),
      scrolling(), simulation(), curves(), inputs(),
    ]
  }
}

/// A generator of reproducible test inputs.
struct VectorRandom {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  /// Returns a number in `range` with three decimals.
  mutating func number(_ range: ClosedRange<Double>) -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let share = Double(state >> 11) / 0x1p53
    return ((range.lowerBound + share * (range.upperBound - range.lowerBound)) * 1000).rounded()
      / 1000
  }

  mutating func integer(_ range: ClosedRange<Int>) -> Int {
    Int(number(Double(range.lowerBound)...Double(range.upperBound) + 0.999).rounded(.down))
  }
}
