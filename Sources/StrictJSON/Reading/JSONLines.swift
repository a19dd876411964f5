/// A text of JSON values, one a line (JSON Lines): manifests, traces.
public enum JSONLines {
  /// The values in order, with the line each stands on; lines of nothing but space are skipped.
  ///
  /// Each line is read as strictly as a whole text; errors count lines from the start of `bytes`.
  public static func parse(
    _ bytes: [UInt8], file: String? = nil
  ) throws(JSONError) -> [JSONValue] {
    var values: [JSONValue] = []
    var number = 1
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
        values.append(try JSONValue.parse(Array(line), file: file, firstLine: number))
      }
      number += 1
    }
    return values
  }
}
