import StrictJSON

/// Turns a log of `time,offset` lines into a curve document.
public enum CurveImport {
  /// Why a log is no curve: `log.csv:5: ...`.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name the log was read under.
    public let file: String?
    /// Counts from 1.
    public let line: Int
    /// Lower case: what is wrong, what would be right.
    public let message: String

    /// `file:line: message`
    public var description: String {
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
  public static func document(
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
