import PortableMath
import StrictJSON

/// Converts a log of times and offsets to a curve document.
package enum CurveImport {
  package struct Options: Hashable, Sendable {
    package enum Unit: String, CaseIterable, Hashable, Sendable {
      case seconds = "s"
      case milliseconds = "ms"

      /// Reads the unit at the end of a column name, as in `t_ms`, `time (s)` and `milliseconds`.
      /// `nil` if there is none.
      init?(columnName: String) {
        switch columnName.lowercased().split(whereSeparator: { !$0.isLetter }).last {
        case "ms", "millis", "milliseconds": self = .milliseconds
        case "s", "sec", "seconds": self = .seconds
        default: return nil
        }
      }
    }

    /// The offset in the log that corresponds to rest.
    package enum Rest: Hashable, Sendable {
      /// A fixed offset in points.
      case offset(Double)
      /// The first offset of the log.
      case first
    }

    /// The time unit. `nil` uses the column name's unit, else guesses from the median step.
    package var unit: Unit?
    package var rest = Rest.offset(0)
    /// The name of the time column, or `nil` for the first known name in the header.
    package var timeColumn: String?
    /// The name of the offset column, or `nil` for the first known name in the header.
    package var offsetColumn: String?

    package init() {}

    /// The known column names in order of preference. Case is ignored.
    package static let timeNames = ["time", "timestamp", "t", "seconds", "ms", "milliseconds"]
    package static let offsetNames = [
      "offset", "contentoffset.y", "contentoffset", "scrolly", "scrolltop", "y",
    ]
    package static let draggingNames = ["dragging", "isdragging"]
  }

  /// An error in a log, with a description such as `log.csv:5: ...`.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    package let file: String?
    /// The line number, counted from 1.
    package let line: Int
    package let message: String

    package var description: String { (file.map { "\($0):" } ?? "") + "\(line): \(message)" }
  }

  /// Converts a CSV or JSON Lines log to a curve document.
  ///
  /// The text is UTF-8 with one sample per line: `time,offset` or `time,offset,dragging` separated
  /// by commas, semicolons or tabs, or a JSON object or array. Blank lines, lines that start with
  /// `#` and prefixes printed by a console are skipped. A header line is optional. With a header,
  /// columns may be in any order and others are ignored. The first time becomes 0 and later times
  /// are rounded to microseconds, because logs often count from the device's start. If times
  /// repeat, the last sample counts.
  ///
  /// - Returns: The JSON text, and `summary`, a description of the columns and the time unit that
  ///   were used.
  /// - Throws: `Failure` with the line if the log has no samples, malformed samples or times that
  ///   decrease.
  package static func document(
    fromCSV bytes: [UInt8], file: String? = nil, name: String? = nil,
    options: Options = Options(), limits: CurveLimits = CurveLimits()
  ) throws(Failure) -> (text: String, summary: String) {
    let log = try SampleLog(bytes, file: file, options: options, limits: limits)
    var text = "{\n  \"version\": 1,\n"
    if let name { text += "  \"name\": \(JSONWriter.literal(name)),\n" }
    text += "  \"samples\": [\n    "
    text += try log.samples().joined(separator: ",\n    ")
    return (text + "\n  ]\n}\n", log.columnSummary)
  }
}

/// The columns of a log that contain time, offset and dragging flag.
struct SampleColumns {
  private(set) var time = 0
  private(set) var offset = 1
  /// The dragging column. Without a header it is the third column, which is used only if all its
  /// values are Booleans and at least one is true.
  private(set) var dragging: Int? = 2
  private(set) var names: [String] = []

  init() {}

  /// Finds the columns in a header. Returns `nil` if it has no time or no offset column.
  init?(_ names: [String], _ options: CurveImport.Options) {
    typealias Known = CurveImport.Options
    guard let time = Self.column(options.timeColumn, Known.timeNames, names),
      let offset = Self.column(options.offsetColumn, Known.offsetNames, names)
    else { return nil }
    dragging = Self.column(nil, Known.draggingNames, names)
    self.time = time
    self.offset = offset
    self.names = names
  }

  /// Returns the index of the requested column, else of the first known one. Ignores case and unit
  /// suffixes: `t_ms` and `t (ms)` match `t`.
  static func column(_ requested: String?, _ known: [String], _ names: [String]) -> Int? {
    let names = names.map { $0.lowercased() }
    let candidates = requested.map { [$0.lowercased()] } ?? known
    return candidates.lazy.compactMap(names.firstIndex(of:)).first
      ?? candidates.lazy.compactMap { name in
        names.firstIndex {
          CurveImport.Options.Unit(columnName: $0) != nil
            && $0.split(whereSeparator: { !$0.isLetter }).dropLast().joined() == name
        }
      }.first
  }

  func title(_ column: Int) -> String {
    names.indices.contains(column) ? "column \"\(names[column])\"" : "column \(column + 1)"
  }
}

enum ClockTime {
  /// Returns the seconds since 1970 of a timestamp such as `2026-10-02T12:00:00.123+02:00`, or
  /// `nil` if it is malformed. Accepts a space for the T and a comma for the decimal point. A
  /// timestamp without a zone is read as UTC, because only differences count.
  static func seconds(_ text: String) -> Double? {
    var rest = text.utf8.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }[...]
    func digits(_ count: Int) -> Int? {
      let word = rest.prefix(count)
      guard word.count == count, word.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      rest = rest.dropFirst(count)
      return word.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    func drop(_ bytes: String) -> UInt8? {
      guard let byte = rest.first, bytes.utf8.contains(byte) else { return nil }
      return rest.removeFirst()
    }
    guard let year = digits(4), drop("-") != nil, let month = digits(2), drop("-") != nil,
      let day = digits(2), drop("T t") != nil, let hour = digits(2), drop(":") != nil,
      let minute = digits(2), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    var seconds = 0.0
    if drop(":") != nil {
      let word = rest.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
      guard let value = WrittenNumber.css(String(decoding: word, as: UTF8.self)) else { return nil }
      seconds = value
      rest = rest.dropFirst(word.count)
    }
    var zone = 0
    if drop("Zz") == nil, let sign = drop("+-") {
      guard let hours = digits(2) else { return nil }
      _ = drop(":")
      zone = (hours * 60 + (digits(2) ?? 0)) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }
    guard rest.isEmpty else { return nil }
    // Years that start in March have their leap day at the end.
    let marchYear = month > 2 ? year : year - 1
    let days =
      365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400
      + (153 * ((month + 9) % 12) + 2) / 5 + day - 719_469
    return Double(days * 86_400 + (hour * 60 + minute - zone) * 60) + seconds
  }
}
