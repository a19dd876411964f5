import StrictJSON
import TestSupport
import Testing

/// The comparison of the states of a page with those of a trace.
@Suite struct JSONDifferenceTests {
  private func compare(_ expected: String, _ found: String) throws -> JSONDifference {
    var difference = JSONDifference()
    try difference.compare(
      JSONValue.parse(Array(expected.utf8)), JSONValue.parse(Array(found.utf8)), at: "x")
    return difference
  }

  @Test(arguments: [
    (#"{"a": 1, "b": [true, null, "c"]}"#, #"{"b": [true, null, "c"], "a": 1.0}"#),
    ("true", "1"), ("[]", "[ ]"), (#""A""#, #""\u0041""#),
  ])
  func equalValuesHaveNoDifference(expected: String, found: String) throws {
    let difference = try compare(expected, found)
    #expect(difference.distance == 0)
    #expect(difference.others == [])
  }

  @Test func largestDistanceHasItsPosition() throws {
    let difference = try compare(
      #"{"a": [1, 2, 3], "b": 5}"#, #"{"a": [1, 2.5, 3.25], "b": 5.125}"#)
    #expect(difference.distance == 0.5)
    #expect(difference.position == "x.a[1]")
    #expect(difference.others == [])
  }

  @Test(arguments: [
    (#"{"a": 1}"#, #"{"a": 1, "b": 2}"#, "x: keys"),
    (#"{"a": 1, "b": 2}"#, #"{"a": 1}"#, "x: keys"),
    (#"{"a": 1}"#, #"{"b": 1}"#, "x: keys"),
    (#"{"a": {"b": "c"}}"#, #"{"a": {"b": "d"}}"#, #"x.a.b: "c" and "d""#),
    ("[1, 2]", "[1]", "x: 2 elements and 1"), ("[null]", "[0]", "x[0]: null and 0"),
    (#""1""#, "1", #"x: "1" and 1"#),
  ])
  func reportsOtherDifferences(expected: String, found: String, text: String) throws {
    #expect(try compare(expected, found).others == [text])
  }

  @Test func missingValueIsADifference() throws {
    var difference = JSONDifference()
    try difference.compare(JSONValue.parse([0x31]), nil, at: "time")
    try difference.compare(nil, nil, at: "none")
    #expect(difference.others == ["time: 1 and nothing"])
  }
}
