import FileAccess
import Foundation
import HeaderModel
@testable import HeaderTracing
import PortableMath
import Rendering
import Testing

@Suite struct TraceLines {
  @Test func printsOnlyRequestedLayers() throws {
    var request = TraceRequest()
    request.header.style = .named("x-profile")
    request.events = .offsets([0, 40])
    request.layers = ["avatar", "banner"]
    for record in try request.run() {
      #expect(Set(record.state.layers.map(\.id)) == ["avatar", "banner"])
    }
    request.layers = ["avatr"]
    let error = #expect(throws: HeaderKitError.self) { try request.run() }
    #expect(error?.code == .usage)
    #expect(error?.description.hasSuffix("did you mean \"avatar\"?") == true)
  }

  @Test func linesFollowTheOrderOfTheSchema() throws {
    let header = try TracedHeader(
      "mimic", constants: ["rowCount": 12],
      widths: ["My Handle": 72.5, "2 666 Tweets": 66, "My Display Name": 143])
    // The header's memory and the layers that depend on it.
    let lines = try header.trace([20, 64]).map { record in
      let line = record.jsonLine
      return try #require(line.range(of: #", "memory":"#).map { String(line[..<$0.lowerBound]) })
    }
    #expect(
      lines == [
        """
        {"index":0, "time":null, "offset":20, "contentOffset":-44, "style":"mimic", \
        "variant":"final", "phase":"collapsing", \
        "header":{"rect":[0,0,320,80], "bottom":80, "sourceCrop":[0,105.25,1266,316.5]}, \
        "blur":{"kind":"none", "alpha":null, "step":null, "radius":null}, \
        "avatar":{"rect":[8,64,66,66], "cornerRadius":8, "borderWidth":3, "aboveHeader":true}, \
        "title":null, "subtitle":null, \
        "name":{"rect":[8,140,143,21.5], "pointSize":18}, "handle":null, \
        "follow":{"rect":[249,88,63,30]}, \
        "sectionHeader":{"rect":[0,180,320,44], "stuck":false}, \
        "rows":{"firstTop":224, "pitch":44, "count":12}, \
        "paintOrder":["rows","subheader","banner","avatar","sectionHeader","bar"]
        """,
        """
        {"index":1, "time":null, "offset":64, "contentOffset":0, "style":"mimic", \
        "variant":"final", "phase":"titleArriving", \
        "header":{"rect":[0,0,320,64], "bottom":64, "sourceCrop":[0,136.9,1266,253.2]}, \
        "blur":{"kind":"ladder", "alpha":null, "step":5, "radius":15}, \
        "avatar":{"rect":[8,42,44,44], "cornerRadius":8, "borderWidth":3, "aboveHeader":false}, \
        "title":{"rect":[123.75,58,72.5,18], "clip":[0,20,320,44], "shift":32, "visible":true}, \
        "subtitle":{"rect":[127,78,66,12], "visible":false}, \
        "name":{"rect":[8,96,143,21.5], "pointSize":18}, "handle":null, \
        "follow":{"rect":[249,44,63,30]}, \
        "sectionHeader":{"rect":[0,136,320,44], "stuck":false}, \
        "rows":{"firstTop":180, "pitch":44, "count":12}, \
        "paintOrder":["rows","subheader","avatar","banner","sectionHeader","bar"]
        """,
      ])
  }

  @Test func thinkAndBuildHasCrossfadeAndHandle() throws {
    let line = try #require(
      TracedHeader("thinkandbuild").trace([112.5]).map(\.jsonLine).first)
    #expect(line.contains(#""blur":{"kind":"crossfade", "alpha":0.5, "step":null, "radius":null}"#))
    #expect(line.contains(#""handle":{"rect":[8,64.5,128,21]}"#))
    #expect(
      line.contains(#""title":{"rect":[113.5,46.5,148,21], "clip":[0,-40,375,107]"#))
    #expect(line.contains(#""subtitle":null"#) && line.contains(#""rows":null"#))
  }

  @Test func contactsHaveNoBannerPicture() throws {
    let line = try #require(
      TracedHeader("contacts").trace([10]).map(\.jsonLine).first)
    #expect(
      line.contains(#""header":{"rect":[0,44,414,190], "bottom":234, "sourceCrop":null}"#)
    )
    #expect(line.contains(#""title":null"#) && line.contains(#""sectionHeader":null"#))
  }

  /// Returns the fields of a line of RFC 4180.
  private func fields(of line: String) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line.replacing("\"\"", with: "\u{0}").unicodeScalars {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      case "\u{0}": fields[fields.count - 1] += "\""
      default: fields[fields.count - 1].unicodeScalars.append(character)
      }
    }
    return fields
  }

  @Test func quotesNamesInTables() throws {
    let text = #"""
      {"version": 1, "name": "x,\"y\"", "scroll": {"maximumOffset": 100},
       "phases": [{"name": "far, \"far\"", "when": "offset > 5"}, {"name": "near"}],
       "layers": [{"id": "a", "type": "rectangle", "width": 10, "height": 10}]}
      """#
    let trace = try TracedHeader(HeaderDocument.parse(Array(text.utf8))).trace([0, 10])
    let lines = TraceTable.lines(trace).map(fields)
    #expect(lines.map(\.count) == Array(repeating: lines[0].count, count: 3))
    #expect(lines[0].contains("layers.a.frame.x"))
    let style = try #require(lines[0].firstIndex(of: "style"))
    let phase = try #require(lines[0].firstIndex(of: "phase"))
    #expect(lines[1][style] == "x,\"y\"")
    #expect(lines.dropFirst().map { $0[phase] } == ["near", "far, \"far\""])
  }

  /// Two scales if they differ, rotations in either direction, and layers in document order instead
  /// of painting order.
  @Test func lineHasTransformsInDocumentOrder() throws {
    let text = #"""
      {"version": 1, "name": "turned", "scroll": {"maximumOffset": 100}, "layers": [
        {"id": "above", "type": "group", "width": 10, "height": 10, "z": 1,
         "transform": {"scaleX": 2, "scaleY": 0.5, "rotate": -30, "origin": [0, 0]}},
        {"id": "below", "type": "group", "width": 4, "height": 2}]}
      """#
    let trace = try TracedHeader(HeaderDocument.parse(Array(text.utf8))).trace([0])
    let record = try #require(Array(trace).first)
    #expect(
      record.jsonLine.hasSuffix(
        """
        "layers":{"above":{"frame":[0,0,20,5], "scale":[2,0.5], "rotate":-30, \
        "opacity":1, "z":1, "visible":true}, "below":{"frame":[0,0,4,2], \
        "scale":1, "opacity":1, "z":0, "visible":true}}}
        """))
    let columns = TraceTable.header(record).split(separator: ",").filter { $0.hasSuffix("frame.x") }
    #expect(columns == ["layers.above.frame.x", "layers.below.frame.x"])
  }

  @Test(arguments: [
    (#"a\nb"#, "\"a\nb\""), (#"a\rb"#, "\"a\rb\""), (#"a\r\nb"#, "\"a\r\nb\""),
    ("a,b", "\"a,b\""), (#"a \"b\""#, "\"a \"\"b\"\"\""), ("a b", "a b"),
  ])
  func namesAreSingleTableFields(written: String, field: String) throws {
    let text =
      #"{"version": 1, "name": "\#(written)", "scroll": {"maximumOffset": 9}, "layers": []}"#
    let trace = try TracedHeader(HeaderDocument.parse(Array(text.utf8))).trace([0])
    #expect(trace.map(TraceTable.line) == ["0,,0,0,\(field),"])
  }

  /// A line is read back as exactly the doubles of the state, and as the fields of the table.
  @Test(arguments: TracedHeader.names) func linesRoundTrip(_ style: String) throws {
    let offsets = stride(from: -90.25, through: 300, by: 8.0 / 3).map { $0 } + [0, -0.0, 1e-9, 36]
    for record in try TracedHeader(style).trace(offsets) {
      let decoded = try DecodedLine(record.jsonLine).fields
      let rect = try #require(record.rect("avatar.rect"))
      #expect(decoded["avatar.rect.x"].flatMap(Double.init) == rect.x)
      #expect(decoded["avatar.rect.y"].flatMap(Double.init) == rect.y)
      #expect(decoded["avatar.rect.width"].flatMap(Double.init) == rect.width)
      #expect(decoded["header.rect.x"].flatMap(Double.init) == record.rect("header.rect")?.x)
      #expect(decoded["header.bottom"].flatMap(Double.init) == record.number("header.bottom"))
      #expect(decoded["title.shift"].flatMap(Double.init) == record.number("title.shift"))
      #expect(
        decoded["title.visible"] == record.condition("title.visible").map { $0 ? "true" : "false" })
      #expect(!decoded.values.contains("-0"))

      let names = TraceTable.header(record).split(separator: ",").map(String.init)
      let fields = TraceTable.line(record).split(separator: ",", omittingEmptySubsequences: false)
      #expect(fields.count == names.count)
      for (name, field) in zip(names, fields)
      where !name.hasPrefix("layers.") && !name.hasPrefix("memory") {
        #expect(decoded[name] ?? "" == String(field), "\(name)")
      }
      for (name, field) in zip(names, fields) where name.hasPrefix("memory") {
        let decoded = decoded[name]
        #expect(
          decoded == String(field) || decoded.flatMap(Double.init) == Double(field), "\(name)")
      }
      for (name, field) in zip(names, fields)
      where name.hasPrefix("layers.") && !name.contains(".scale") && !name.hasSuffix(".rotate") {
        #expect(decoded[name] ?? "" == String(field), "\(name)")
      }
      // A table has both scales. A line omits a rotation of 0.
      #expect(Set(decoded.keys.filter { !$0.contains(".scale") }).isSubset(of: names))
    }
  }
}
