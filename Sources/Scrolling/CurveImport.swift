import PortableMath
import StrictJSON

/// Turns a log of times and offsets into a curve document.
package enum CurveImport {
  /// How a log is to be read.
  package struct Options: Hashable, Sendable {
    /// What times are counted in.
    package enum Unit: String, CaseIterable, Hashable, Sendable {
      case seconds = "s"
      case milliseconds = "ms"
    }

    /// What the log shows at rest.
    package enum Rest: Hashable, Sendable {
      /// Points.
      case offset(Double)
      /// The offset at which the log stays longest.
      case longestHeld
    }

    package var unit = Unit.seconds
    package var rest = Rest.offset(0)
    /// The names of the columns; nil: one of those that are known.
    package var timeColumn: String?
    package var offsetColumn: String?

    package init() {}

    /// In the order in which they are looked for, without regard to case.
    package static let timeNames = ["time", "timestamp", "t", "seconds", "ms"]
    package static let offsetNames = [
      "offset", "contentoffset.y", "contentoffset", "scrolly", "scrolltop", "y",
    ]
  }

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
  /// The text: UTF-8, a line for each sample: `time,offset` in seconds and points, with commas,
  /// semicolons or tabs between, or a JSON object or array; blank lines and lines that begin with
  /// `#` are skipped. A header is optional; with one, columns may stand in any order among others.
  /// The first sample's time becomes 0 (later times to the nearest microsecond), as logs count from
  /// when the device was started. Of equal times the last counts.
  package static func document(
    fromCSV bytes: [UInt8], file: String? = nil, name: String? = nil,
    options: Options = Options(), limits: CurveLimits = CurveLimits()
  ) throws(Failure) -> String {
    let samples = try SampleLog(bytes, file: file, options: options, limits: limits).samples()
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
