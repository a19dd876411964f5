import PortableMath
import StrictJSON

/// The lines of a CSV text of times and offsets.
struct SampleLog {
  private struct Entry {
    let line: Int
    let time: Double
    let timeText: String
    let offset: Double
  }

  private let file: String?
  private let options: CurveImport.Options
  private var entries: [Entry] = []

  init(
    _ bytes: [UInt8], file: String?, options: CurveImport.Options, limits: CurveLimits
  ) throws(CurveImport.Failure) {
    self.file = file
    self.options = options
    // Spreadsheets put a byte order mark in front of the CSV they export.
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    var columns = (time: 0, offset: 1, count: 2)
    var number = 0
    var isFirst = true
    for line in SampleLog.lines(of: text) {
      number += 1
      if line.first == UInt8(ascii: "#") { continue }
      if let object = try json(line, number: number) {
        columns = (0, 1, 2)
        isFirst = false
        try add(object, columns, line: number, limits)
        continue
      }
      let fields = SampleLog.fields(of: line)
      if fields.allSatisfy(\.isEmpty) { continue }
      if isFirst, let header = try header(fields, line: number) {
        columns = header
        isFirst = false
        continue
      }
      isFirst = false
      guard fields.count >= columns.count else {
        throw failure(
          number, "has \(fields.count) fields; \(columns.count) are expected, as in 0.0167,-3.5")
      }
      try add(fields, columns, line: number, limits)
    }
    guard !entries.isEmpty else {
      throw failure(max(1, number), "no samples; lines like 0.0167,-3.5 are expected")
    }
  }

  private mutating func add(
    _ fields: [String], _ columns: (time: Int, offset: Int, count: Int), line: Int,
    _ limits: CurveLimits
  ) throws(CurveImport.Failure) {
    guard entries.count < limits.entries else {
      throw failure(line, "more than \(limits.entries) samples; split the log")
    }
    let unit = options.unit == .seconds ? 1.0 : 1000
    let time = try number(
      fields[columns.time], "time", within: unit * CurveLimits.latestLogTime, line: line)
    entries.append(
      Entry(
        line: line, time: time / unit,
        timeText: fields[columns.time],
        offset: try number(
          fields[columns.offset], "offset", within: CurveLimits.farthestOffset, line: line)))
  }

  /// Time and offset of a line that holds a JSON object or array; nil for any other line.
  private func json(
    _ line: ArraySlice<UInt8>, number: Int
  ) throws(CurveImport.Failure) -> [String]? {
    guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return nil }
    do throws(JSONError) {
      let value = try JSONValue.parse(Array(line), file: nil)
      if value.kind == .array {
        let pair = Array(try value.array(count: 2...100, of: "numbers"))
        return [pair[0].literal, pair[1].literal]
      }
      let members = Array(try value.object())
      let names = members.map(\.name)
      guard let time = Self.column(options.timeColumn, CurveImport.Options.timeNames, names),
        let offset = Self.column(options.offsetColumn, CurveImport.Options.offsetNames, names)
      else {
        throw value.error("has no time and offset; it names \(names.joined(separator: ", "))")
      }
      return [members[time].value.literal, members[offset].value.literal]
    } catch {
      throw failure(number, error.message)
    }
  }

  /// What the log shows at rest.
  private var restOffset: Double {
    guard case .longestHeld = options.rest else {
      if case .offset(let offset) = options.rest { return offset }
      return 0
    }
    var held: [Double: Double] = [:]
    for (entry, next) in zip(entries, entries.dropFirst()) {
      held[entry.offset, default: 0] += next.time - entry.time
    }
    let longest = held.values.max() ?? 0
    return entries.first { held[$0.offset] == longest }?.offset ?? entries.first?.offset ?? 0
  }

  func samples() throws(CurveImport.Failure) -> [(time: Double, offset: Double)] {
    let restOffset = restOffset
    var samples: [(time: Double, offset: Double)] = []
    samples.reserveCapacity(entries.count)
    let start = entries.first?.time ?? 0
    for (index, entry) in entries.enumerated() {
      let time =
        start == 0 ? entry.time : ((entry.time - start) * 1_000_000).rounded() / 1_000_000
      if samples.last?.time == time {
        samples[samples.count - 1].offset = entry.offset - restOffset + 0
        continue
      }
      if let last = samples.last, time < last.time {
        let before = entries[index - 1]
        throw failure(
          entry.line,
          "time \(entry.timeText) is before \(before.timeText) on line \(before.line)")
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
    guard fields.allSatisfy({ CSSNumber.parse($0) == nil }) else {
      if let asked = options.timeColumn ?? options.offsetColumn {
        throw failure(
          line, "there is no header line that could name a column \"\(asked)\"; put one in front")
      }
      return nil
    }
    func column(_ asked: String?, _ known: [String]) throws(CurveImport.Failure) -> Int {
      if let place = Self.column(asked, known, fields) { return place }
      throw failure(
        line,
        "the header has no column \"\(asked ?? known[0])\"; it names "
          + fields.joined(separator: ", "))
    }
    let time = try column(options.timeColumn, CurveImport.Options.timeNames)
    let offset = try column(options.offsetColumn, CurveImport.Options.offsetNames)
    return (time, offset, max(time, offset) + 1)
  }

  /// Where the first of the names stands that is asked for, else known, without regard to case.
  private static func column(_ asked: String?, _ known: [String], _ names: [String]) -> Int? {
    let names = names.map { $0.lowercased() }
    return (asked.map { [$0.lowercased()] } ?? known).lazy.compactMap(names.firstIndex(of:)).first
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

  /// Fields between semicolons, commas or tabs, whichever of these the line has first in this order,
  /// without the space and the quotes around them.
  private static func fields(of line: ArraySlice<UInt8>) -> [String] {
    let separator =
      [UInt8(ascii: ";"), UInt8(ascii: ",")].first(where: line.contains) ?? UInt8(ascii: "\t")
    return line.split(separator: separator, omittingEmptySubsequences: false).map { field in
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
