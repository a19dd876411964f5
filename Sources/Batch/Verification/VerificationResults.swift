package import Comparison
package import FileAccess
import Foundation

/// The folder that the shards of a verification write their reports to.
package struct VerificationResults: Sendable {
  package let path: String

  /// The folder need not exist.
  package init(_ path: String) { self.path = path }
  package var areThere: Bool { !names.isEmpty }
  package var files: [String] { names.map { path + "/" + $0 } }

  /// Writes the report of a shard; a later attempt at it replaces an earlier one.
  package func write(_ report: ComparisonReport, shard: ShardNumber) throws(HeaderKitError) {
    let file = path + "/" + VerificationResults.name(of: shard)
    try AtomicFile.write(Array(JSONReport.text(report).utf8), to: file, durably: true)
  }

  /// The report of all shards. Throws `.noInput` where one is missing, `.badData` for a report that
  /// cannot be read or is of another verification.
  package func merged() throws(HeaderKitError) -> ComparisonReport {
    var parts: [ComparisonReport] = []
    guard let count = names.compactMap(VerificationResults.count).max() else {
      throw HeaderKitError(
        .noInput, subject: .file(path), reason: "has no result of a shard",
        remedy: "name the folder that batch verify \(.resultFolder) wrote to")
    }
    for index in 1...count {
      guard let shard = ShardNumber(index: index, count: count) else { continue }
      let file = path + "/" + VerificationResults.name(of: shard)
      guard FileManager.default.fileExists(atPath: file) else {
        throw HeaderKitError(
          .noInput, subject: .file(path), reason: "has no result of shard \(index)/\(count)",
          remedy: "run that shard")
      }
      let part = try ComparisonReport.read(file)
      guard parts.isEmpty || (parts[0].first, parts[0].second) == (part.first, part.second) else {
        throw HeaderKitError(
          .badData, subject: .file(file), reason: "is a result of another verification",
          remedy: "remove it from the folder")
      }
      parts.append(part)
    }
    return ComparisonReport(merging: parts)
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
      .filter { VerificationResults.count($0) != nil }.sorted()
  }

  private static func name(of shard: ShardNumber) -> String {
    "verify-\(shard.index)-of-\(shard.count).json"
  }

  /// Of how many shards a file is one; nil for other files.
  private static func count(_ name: String) -> Int? {
    guard let numbers = name.wholeMatch(of: /verify-([0-9]{1,5})-of-([0-9]{1,5})\.json/),
      let index = Int(numbers.1), let count = Int(numbers.2),
      ShardNumber(index: index, count: count) != nil
    else { return nil }
    return count
  }
}
