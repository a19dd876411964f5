import Numerics
import StrictJSON

/// Turns a log of `time,offset` lines into a curve document.
package enum CurveImport {
  /// Why a log is no curve: `log.csv:5: ...`.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name the log was read under.
    package let file: String?
    /// Counts from 1.
    package let line: Int
    /// Lower case: what is wrong, what would be right.
    package let message: String

    /// `file:line: message`
    package var description: String {
      (file.map { "\($0):" } ?? "") + "\(line): \(message)"
    }
  }

  /// A curve document with the samples of a CSV text, as JSON.
  ///
  /// The text: UTF-8, a line for each sample, `time,offset` in seconds and points; blank lines are
  /// skipped. A header is optional; with one that names `time` and `offset`, columns may stand in
  /// any order among others. The first sample's time becomes 0 (later times to the nearest
  /// microsecond), as logs count from when the device was started. `restOffset` is what the log
  /// shows at rest, for logs of `contentOffset` under a bar.
  package static func document(
    fromCSV bytes: [UInt8], file: String? = nil, name: String? = nil, restOffset: Double = 0,
    limits: CurveLimits = CurveLimits()
  ) throws(Failure) -> String {
    let samples = try SampleLog(bytes, file: file, limits: limits).samples(restOffset: restOffset)
    var text = "{\n  \"version\": 1,\n"
    if let name { text += "  \"name\": \(JSONWriter.literal(name)),\n" }
    text += "  \"samples\": [\n    "
    text += samples.map { "[\(literal($0.time)), \(literal($0.offset))]" }
      .joined(separator: ",\n    ")
    return text + "\n  ]\n}\n"
  }

  /// Whole numbers without the ".0" of a Double.
  private static func literal(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? JSONWriter.literal(number)
  }
}

/// The lines of a CSV text of times and offsets.
struct SampleLog {
  private struct Entry {
    let line: Int
    let time: Double
    let timeText: String
    let offset: Double
  }

  private let file: String?
  private var entries: [Entry] = []

  init(_ bytes: [UInt8], file: String?, limits: CurveLimits) throws(CurveImport.Failure) {
    self.file = file
    // Spreadsheets put a byte order mark in front of the CSV they export.
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    var columns = (time: 0, offset: 1, count: 2)
    var number = 0
    var isFirst = true
    for line in SampleLog.lines(of: text) {
      number += 1
      let fields = SampleLog.fields(of: line)
      if fields.allSatisfy(\.isEmpty) { continue }
      if isFirst, let header = try header(fields, line: number) {
        columns = header
        isFirst = false
        continue
      }
      isFirst = false
      guard fields.count == columns.count else {
        throw failure(
          number, "has \(fields.count) fields; \(columns.count) are expected, as in 0.0167,-3.5")
      }
      guard entries.count < limits.entries else {
        throw failure(number, "more than \(limits.entries) samples; split the log")
      }
      entries.append(
        Entry(
          line: number,
          time: try self.number(
            fields[columns.time], "time", within: CurveLimits.latestLogTime, line: number),
          timeText: fields[columns.time],
          offset: try self.number(
            fields[columns.offset], "offset", within: CurveLimits.farthestOffset, line: number)))
    }
    guard !entries.isEmpty else {
      throw failure(max(1, number), "no samples; lines like 0.0167,-3.5 are expected")
    }
  }

  func samples(
    restOffset: Double
  ) throws(CurveImport.Failure) -> [(time: Double, offset: Double)] {
    var samples: [(time: Double, offset: Double)] = []
    samples.reserveCapacity(entries.count)
    let start = entries.first?.time ?? 0
    for (index, entry) in entries.enumerated() {
      let time =
        start == 0 ? entry.time : ((entry.time - start) * 1_000_000).rounded() / 1_000_000
      if let last = samples.last, time <= last.time {
        let before = entries[index - 1]
        throw failure(
          entry.line,
          "time \(entry.timeText) is not later than \(before.timeText) on line \(before.line)")
      }
      guard time <= CurveLimits.longestTime else {
        throw failure(entry.line, "time \(entry.timeText) is more than a day after the first")
      }
      samples.append((time, entry.offset - restOffset + 0))
    }
    return samples
  }

  // MARK: - Lines

  /// The columns that a first line names; nil when it holds numbers.
  private func header(
    _ fields: [String], line: Int
  ) throws(CurveImport.Failure) -> (time: Int, offset: Int, count: Int)? {
    guard fields.allSatisfy({ CSSNumber.parse($0) == nil }) else { return nil }
    let names = fields.map { $0.lowercased() }
    for name in ["time", "offset"] where !names.contains(name) {
      throw failure(
        line, "the header has no column \"\(name)\"; it names \(fields.joined(separator: ", "))")
    }
    guard let time = names.firstIndex(of: "time"), let offset = names.firstIndex(of: "offset")
    else { return nil }
    return (time, offset, names.count)
  }

  private func number(
    _ text: String, _ column: String, within limit: Double, line: Int
  ) throws(CurveImport.Failure) -> Double {
    guard let value = CSSNumber.parse(text) else {
      throw failure(line, "\(column) \"\(text.prefix(40))\" is not a number")
    }
    guard value.magnitude <= limit else {
      throw failure(line, "\(column) \(text.prefix(40)) is out of range (±\(Int(limit)))")
    }
    return value
  }

  private func failure(_ line: Int, _ message: String) -> CurveImport.Failure {
    CurveImport.Failure(file: file, line: line, message: message)
  }

  /// Lines end with LF, CR LF or CR.
  private static func lines(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var at = start
    while at < bytes.endIndex {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        lines.append(bytes[start..<at])
        let isPair =
          byte == UInt8(ascii: "\r") && at + 1 < bytes.endIndex
          && bytes[at + 1] == UInt8(ascii: "\n")
        at += isPair ? 2 : 1
        start = at
      } else {
        at += 1
      }
    }
    if start < bytes.endIndex { lines.append(bytes[start...]) }
    return lines
  }

  /// Fields between commas, without the space and the quotes around them.
  private static func fields(of line: ArraySlice<UInt8>) -> [String] {
    line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { field in
      var inner = field
      while let first = inner.first, first == 0x20 || first == 0x09 { inner.removeFirst() }
      while let last = inner.last, last == 0x20 || last == 0x09 { inner.removeLast() }
      let quote = UInt8(ascii: "\"")
      if inner.count >= 2, inner.first == quote, inner.last == quote {
        inner = inner.dropFirst().dropLast()
      }
      return String(decoding: inner, as: UTF8.self)
    }
  }
}
