import PortableMath
import StrictJSON

struct SampleLog {
  private struct Entry {
    let line: Int
    let time: Double
    let timeText: String
    let offset: Double
    let isDragging: Bool?
  }

  private let file: String?
  private let options: CurveImport.Options
  private var entries: [Entry] = []
  private var columns = SampleColumns()
  private var hasDates = false

  init(
    _ bytes: [UInt8], file: String?, options: CurveImport.Options, limits: CurveLimits
  ) throws(CurveImport.Failure) {
    self.file = file
    self.options = options
    // Spreadsheets start exported CSV files with a byte order mark.
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    let lines = SampleLog.lines(of: text)
    var isFirst = true
    for (number, line) in zip(1..., lines) where line.first != UInt8(ascii: "#") {
      let whole = try json(line, number: number) ?? SampleLog.fields(of: line)
      if whole.allSatisfy(\.isEmpty) { continue }
      let messages =
        [whole] + (isSample(whole) ? [] : SampleLog.messages(of: line).map(SampleLog.fields))
      let sample = messages.first(where: isSample)
      if isFirst, columns.names.isEmpty {
        isFirst = false
        if try takeHeader(messages, isSample: sample != nil, line: number) { continue }
      }
      let fields = sample ?? whole
      let count = max(columns.time, columns.offset) + 1
      guard fields.count >= count else {
        throw failure(
          number, "has \(fields.count) fields; \(count) are expected, as in 0.0167,-3.5")
      }
      try add(fields, line: number, limits)
    }
    guard !entries.isEmpty else {
      throw failure(max(1, lines.count), "no samples; lines like 0.0167,-3.5 are expected")
    }
  }

  private mutating func add(
    _ fields: [String], line: Int, _ limits: CurveLimits
  ) throws(CurveImport.Failure) {
    guard entries.count < limits.entries else {
      throw failure(line, "more than \(limits.entries) samples; split the log")
    }
    let timeText = fields[columns.time]
    let date = ClockTime.seconds(timeText)
    hasDates = hasDates || date != nil
    let latest = CurveLimits.latestLogTime * (options.unit == .seconds ? 1 : 1000)
    let time =
      if let date { date } else { try number(timeText, "time", within: latest, line: line) }
    let finger = columns.dragging.flatMap { fields.indices.contains($0) ? fields[$0] : nil }
    let isDragging = finger.flatMap { ["0": false, "1": true][$0] ?? Bool($0.lowercased()) }
    if let finger, isDragging == nil, !columns.names.isEmpty {
      throw failure(line, "dragging \"\(finger.prefix(40))\" is neither 0 nor 1")
    }
    entries.append(
      Entry(
        line: line, time: time, timeText: timeText,
        offset: try number(
          fields[columns.offset], "offset", within: CurveLimits.farthestOffset, line: line),
        isDragging: isDragging))
  }

  /// Returns the fields of a line that contains a JSON object or array. An object's names become
  /// the columns. `nil` if the line is not JSON.
  private mutating func json(
    _ line: ArraySlice<UInt8>, number: Int
  ) throws(CurveImport.Failure) -> [String]? {
    guard let bracket = line.first(where: { $0 != 0x20 && $0 != 0x09 }),
      bracket == UInt8(ascii: "{") || bracket == UInt8(ascii: "["),
      line.last(where: { $0 != 0x20 && $0 != 0x09 }).map({ $0 == bracket + 2 }) == true
    else {
      // Skip a prefix printed by a console.
      guard line.last == UInt8(ascii: "}"), let start = line.firstIndex(of: UInt8(ascii: "{"))
      else { return nil }
      return start == line.startIndex ? nil : try json(line[start...], number: number)
    }
    do throws(JSONError) {
      let value = try JSONValue.parse(Array(line), file: nil)
      if value.kind == .array {
        return try value.array(count: 2...100, of: "numbers").map(\.literal)
      }
      let members = Array(try value.object())
      guard let named = SampleColumns(members.map(\.name), options) else {
        throw value.error(
          "has no time and offset; it names \(members.map(\.name).joined(separator: ", "))")
      }
      columns = named
      return members.map(\.value.literal)
    } catch {
      throw failure(number, error.message)
    }
  }

  private func isSample(_ fields: [String]) -> Bool {
    fields.count > max(columns.time, columns.offset)
      && (ClockTime.seconds(fields[columns.time]) ?? SampleLog.value(fields[columns.time])) != nil
      && SampleLog.value(fields[columns.offset]) != nil
  }

  /// Returns the suffixes of a line that may be the message after a console's prefix: each starts
  /// after a space that does not follow a separator. At most 32.
  private static func messages(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let starts = line.indices.dropFirst().filter {
      line[$0 - 1] == 0x20 && line[$0] != 0x20
        && !line[..<$0].reversed().drop { $0 == 0x20 }.prefix(1).contains { ",;".utf8.contains($0) }
    }
    return starts.prefix(32).map { line[$0...] }
  }

  // MARK: - Samples

  /// The time unit: as requested, from the column's name, or guessed from the median step.
  private var unit: (unit: CurveImport.Options.Unit, why: String) {
    if hasDates { return (.seconds, "dates") }
    if let unit = options.unit { return (unit, "--unit") }
    if columns.names.indices.contains(columns.time),
      let unit = CurveImport.Options.Unit(columnName: columns.names[columns.time])
    {
      return (unit, "by its name")
    }
    let steps = zip(entries, entries.dropFirst()).map { $1.time - $0.time }.filter { $0 > 0 }
      .sorted()
    // A single step may be a pause.
    guard steps.count > 1 else { return (.seconds, "--unit ms for milliseconds") }
    let median = steps[steps.count / 2]
    return median >= Self.minMilliseconds
      ? (.milliseconds, "the median step is \(median); --unit s for seconds")
      : (.seconds, "the median step is \(median); --unit ms for milliseconds")
  }

  /// The smallest median step that is read as milliseconds. In milliseconds, smaller steps would be
  /// shorter than any display's frame. In seconds, larger steps would be longer than in any log.
  private static let minMilliseconds = 3.0

  private var showsDragging: Bool {
    !entries.contains { $0.isDragging == nil }
      && (!columns.names.isEmpty || entries.contains { $0.isDragging == true })
  }

  /// A description of the columns that were read, with their units.
  var columnSummary: String {
    let unit = unit
    let times = unit.unit == .seconds ? "seconds" : "milliseconds"
    let dragging = showsDragging ? columns.dragging.map(columns.title) : nil
    return "times: \(columns.title(columns.time)), \(times) (\(unit.why)); offsets: "
      + columns.title(columns.offset) + (dragging.map { "; dragging: \($0)" } ?? "")
  }

  func samples() throws(CurveImport.Failure) -> [String] {
    let first = entries.first
    let rest = if case .offset(let offset) = options.rest { offset } else { first?.offset ?? 0 }
    let showsDragging = showsDragging
    let unit = unit.unit == .seconds ? 1.0 : 1000
    let start = first?.time ?? 0
    var samples: [String] = []
    samples.reserveCapacity(entries.count)
    var last = -1.0
    for (index, entry) in entries.enumerated() {
      let time =
        start == 0
        ? entry.time / unit : ((entry.time - start) / unit * 1_000_000).rounded() / 1_000_000
      if time == last { samples.removeLast() }
      guard index == 0 || time >= last else {
        let before = entries[index - 1]
        throw failure(
          entry.line,
          "time \(entry.timeText) is before \(before.timeText) on line \(before.line)")
      }
      guard time <= CurveLimits.longestTime else {
        throw failure(entry.line, "time \(entry.timeText) is more than a day after the first")
      }
      last = time
      let at = literal(time)
      let offset = literal(entry.offset - rest + 0)
      if showsDragging, let isDragging = entry.isDragging {
        samples.append("{\"time\": \(at), \"offset\": \(offset), \"dragging\": \(isDragging)}")
      } else {
        samples.append("[\(at), \(offset)]")
      }
    }
    return samples
  }

  private func literal(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? JSONWriter.literal(number)
  }

  // MARK: - Lines

  /// Sets the columns if the first line is a header. Returns whether it is one.
  private mutating func takeHeader(
    _ messages: [[String]], isSample: Bool, line: Int
  ) throws(CurveImport.Failure) -> Bool {
    let whole = messages[0]
    if isSample || whole.contains(where: { SampleLog.value($0) != nil }) {
      if let asked = options.timeColumn ?? options.offsetColumn {
        throw failure(
          line, "column \"\(asked)\" needs a header line; add one")
      }
      return false
    }
    guard let named = messages.compactMap({ SampleColumns($0, options) }).first else {
      let missing =
        SampleColumns.column(options.timeColumn, CurveImport.Options.timeNames, whole) == nil
        ? options.timeColumn ?? CurveImport.Options.timeNames[0]
        : options.offsetColumn ?? CurveImport.Options.offsetNames[0]
      throw failure(
        line,
        "the header has no column \"\(missing)\"; it names " + whole.joined(separator: ", "))
    }
    columns = named
    return true
  }

  /// Parses a number with a decimal point or a decimal comma.
  private static func value(_ text: String) -> Double? {
    WrittenNumber.css(text) ?? WrittenNumber.css(String(text.map { $0 == "," ? "." : $0 }))
  }

  private func number(
    _ text: String, _ column: String, within limit: Double, line: Int
  ) throws(CurveImport.Failure) -> Double {
    guard let value = SampleLog.value(text) else {
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

  /// Splits at LF or CR LF, or at CR if the text contains no LF.
  private static func lines(of bytes: ArraySlice<UInt8>) -> ArraySlice<ArraySlice<UInt8>> {
    let feed = UInt8(ascii: "\n")
    let carriage = UInt8(ascii: "\r")
    let lines = bytes.split(
      separator: bytes.contains(feed) ? feed : carriage, omittingEmptySubsequences: false
    ).map { $0.last == carriage ? $0.dropLast() : $0 }
    return lines.last?.isEmpty == true ? lines.dropLast() : lines[...]
  }

  /// Splits a line at semicolons, tabs or commas and trims spaces and quotes. If a line has
  /// semicolons or tabs, commas are decimal commas, unless one is next to a tab.
  private static func fields(of line: ArraySlice<UInt8>) -> [String] {
    let comma = UInt8(ascii: ",")
    let tabbed = line.split(separator: 0x09)
    let hasTabs = tabbed.count > 1 && !tabbed.contains { $0.first == comma || $0.last == comma }
    let separator = line.contains(UInt8(ascii: ";")) ? UInt8(ascii: ";") : hasTabs ? 0x09 : comma
    return line.split(separator: separator, omittingEmptySubsequences: false).map { field in
      var inner = field.drop { $0 == 0x20 || $0 == 0x09 }
      while let last = inner.last, last == 0x20 || last == 0x09 { inner.removeLast() }
      let quote = UInt8(ascii: "\"")
      if inner.count >= 2, inner.first == quote, inner.last == quote {
        inner = inner.dropFirst().dropLast()
      }
      return String(decoding: inner, as: UTF8.self)
    }
  }
}
