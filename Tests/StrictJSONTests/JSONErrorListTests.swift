import StrictJSON
import Testing

/// Errors of a text are collected in its order, without repetitions and dependent errors.
@Suite struct JSONErrorListTests {
  private func error(_ line: Int, _ message: String = "no") -> JSONError {
    JSONError(file: nil, line: line, column: 1, keyPath: "", message: message)
  }

  private func thrown(by list: JSONErrorList) -> [JSONError] {
    do throws(JSONError) { try list.check() } catch { return [error] + error.others }
    return []
  }

  @Test func errorsAreInTextOrder() throws {
    var list = JSONErrorList()
    #expect(list.isEmpty && thrown(by: list).isEmpty)
    for line in [5, 2, 9, 2] { try list.add(error(line)) }
    #expect(thrown(by: list).map(\.line) == [2, 5, 9])
    try list.add(error(2, "neither"))
    #expect(thrown(by: list).map(\.line) == [2, 2, 5, 9])
  }

  @Test func omitsDependentErrors() throws {
    var dependentError = try JSONValue.parse(Array("1".utf8)).dependentError
    dependentError.line = 3
    var list = JSONErrorList()
    // Alone it is reported, so that no error is lost.
    try list.add(dependentError)
    #expect(thrown(by: list).count == 1)
    list = JSONErrorList()
    try list.add(error(4))
    try list.add(dependentError)
    #expect(thrown(by: list).map(\.line) == [4])
  }

  @Test func omitsErrorsOfObjectsWithUnknownKeys() throws {
    let object = try JSONValue.parse(Array(#"{ "a": { "b": 1 } }"#.utf8)).object()
      .required("a")
    var list = JSONErrorList()
    try list.add(unknownKey: error(7), of: object)
    try list.add(object.error("\"c\" is missing"))
    #expect(thrown(by: list).map(\.line) == [7])
    try list.add(object.object().required("b").error("no"))
    #expect(thrown(by: list).map(\.keyPath) == ["a.b", ""])
  }

  /// The last error throws all. An outer part that adds the thrown error throws it again.
  @Test func stopsReadingAfter20Errors() throws {
    var list = JSONErrorList()
    for line in 1..<JSONErrorList.maxCount { try list.add(error(line)) }
    do throws(JSONError) {
      try list.add(error(0))
      Issue.record("reading goes on")
    } catch let all {
      #expect(all.line == 0 && all.others.map(\.line) == Array(1..<JSONErrorList.maxCount))
      let again = #expect(throws: JSONError.self) { try list.add(all) }
      #expect(again == all)
    }
  }
}
