import PortableMath
import StrictJSON

/// Turns a log of times and offsets into a curve document.
package enum CurveImport {
  package struct Options: Hashable, Sendable {
    package enum Unit: String, CaseIterable, Hashable, Sendable {
      case seconds = "s"
      case milliseconds = "ms"

      /// What a column's name ends with, as `t_ms`, `time (s)` and `milliseconds`.
      init?(columnName: String) {
        switch columnName.lowercased().split(whereSeparator: { !$0.isLetter }).last {
        case "ms", "millis", "milliseconds": self = .milliseconds
        case "s", "sec", "seconds": self = .seconds
        default: return nil
        }
      }
    }

    /// What the log shows at rest.
    package enum Rest: Hashable, Sendable {
      /// Points.
      case offset(Double)
      /// The offset with which the log begins.
      case first
    }

    /// Nil: as the column's name says, else by the steps.
    package var unit: Unit?
    package var rest = Rest.offset(0)
    /// The names of the columns; nil: one of those that are known.
    package var timeColumn: String?
    package var offsetColumn: String?

    package init() {}

    /// In the order in which they are looked for, without regard to case.
    package static let timeNames = ["time", "timestamp", "t", "seconds", "ms", "milliseconds"]
    package static let offsetNames = [
      "offset", "contentoffset.y", "contentoffset", "scrolly", "scrolltop", "y",
    ]
    package static let draggingNames = ["dragging", "isdragging"]
  }

  /// Why a log is no curve: `log.csv:5: ...`.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    package let file: String?
    /// Counts from 1.
    package let line: Int
    package let message: String

    package var description: String { (file.map { "\($0):" } ?? "") + "\(line): \(message)" }
  }

  /// A curve document with the samples of a CSV text, as JSON.
  ///
  /// The text: UTF-8, a line for each sample: `time,offset` or `time,offset,dragging` with commas,
  /// semicolons or tabs between, or a JSON object or array; blank lines and lines that begin with
  /// `#` are skipped, and so is what a console puts in front of a line. A header is optional; with
  /// one, columns may stand in any order among others. The first sample's time becomes 0 (later
  /// times to the nearest microsecond), as logs count from when the device was started. Of equal
  /// times the last counts. `taken` says which columns were read, and how.
  package static func document(
    fromCSV bytes: [UInt8], file: String? = nil, name: String? = nil,
    options: Options = Options(), limits: CurveLimits = CurveLimits()
  ) throws(Failure) -> (text: String, taken: String) {
    let log = try SampleLog(bytes, file: file, options: options, limits: limits)
    var text = "{\n  \"version\": 1,\n"
    if let name { text += "  \"name\": \(JSONWriter.literal(name)),\n" }
    text += "  \"samples\": [\n    "
    text += try log.samples().joined(separator: ",\n    ")
    return (text + "\n  ]\n}\n", log.taken)
  }
}

/// Which fields of a log's lines make a sample.
struct SampleColumns {
  private(set) var time = 0
  private(set) var offset = 1
  /// Without a header the third is one if it is 0 or 1 throughout.
  private(set) var dragging: Int? = 2
  private(set) var names: [String] = []

  init() {}

  /// Nil where the names of a header have no time or no offset.
  init?(_ names: [String], _ options: CurveImport.Options) {
    typealias Known = CurveImport.Options
    guard let time = Self.place(options.timeColumn, Known.timeNames, names),
      let offset = Self.place(options.offsetColumn, Known.offsetNames, names)
    else { return nil }
    dragging = Self.place(nil, Known.draggingNames, names)
    (self.time, self.offset, self.names) = (time, offset, names)
  }

  /// Of the first name that is asked for, else known, whatever its case; `t_ms`, `t (ms)` are `t`.
  static func place(_ asked: String?, _ known: [String], _ names: [String]) -> Int? {
    let names = names.map { $0.lowercased() }
    let wanted = asked.map { [$0.lowercased()] } ?? known
    return wanted.lazy.compactMap(names.firstIndex(of:)).first
      ?? wanted.lazy.compactMap { name in
        names.firstIndex {
          CurveImport.Options.Unit(columnName: $0) != nil
            && $0.split(whereSeparator: { !$0.isLetter }).dropLast().joined() == name
        }
      }.first
  }

  func title(_ place: Int) -> String {
    names.indices.contains(place) ? "column \"\(names[place])\"" : "column \(place + 1)"
  }
}

enum ClockTime {
  /// Seconds since 1970 of `2026-10-02T12:00:00.123+02:00`; a space may stand for the T, a comma for
  /// the point, and without a zone it is UTC, as only differences count.
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
    // Years that begin in March have their leap day at the end.
    let marchYear = month > 2 ? year : year - 1
    let days =
      365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400
      + (153 * ((month + 9) % 12) + 2) / 5 + day - 719_469
    return Double(days * 86_400 + (hour * 60 + minute - zone) * 60) + seconds
  }
}
