import Comparison
public import Files
import Foundation
import Rendering
import StrictJSON

/// The folder where the shards of a batch leave their results.
public struct ResultFolder: Sendable {
  /// As given.
  public let path: String

  private static let list = "batch.json"

  /// The folder need not exist.
  public init(_ path: String) {
    self.path = path
  }

  /// Writes what a shard came to, and, the first time, the ids of the whole batch.
  ///
  /// - Parameter attempt: what the scheduler says; nil, or taken already: the next number.
  /// - Throws: `.usage` when the folder has results of another batch, `.cannotCreate`, `.writeFailed`.
  public func write(
    _ items: [ItemResult], of manifest: Manifest, shard: ShardNumber, attempt: Int?
  ) throws(HeaderKitError) {
    try prepare(manifest)
    let start = ResultFolder.start(of: shard)
    let taken = names().compactMap { name in
      name.hasPrefix(start) ? Int(name.dropFirst(start.count).prefix { $0 != "." }) : nil
    }
    let number = max(attempt ?? 1, (taken.max() ?? 0) + 1)
    let result = ShardResult(
      batch: manifest.digest, shard: shard, attempt: number, items: items)
    try ResultFolder.write(result.json, to: "\(path)/\(start)\(number).json")
  }

  /// Makes the folder and its list of ids; refuses a folder of another batch.
  public func prepare(_ manifest: Manifest) throws(HeaderKitError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw HeaderKitError(.cannotCreate, subject: .file(path), reason: "the folder cannot be made")
    }
    let list = path + "/" + ResultFolder.list
    guard FileManager.default.fileExists(atPath: list) else {
      let text =
        JSONWriter.object(layout: .indented) { object in
          object.member("version", 1)
          object.member("batch", manifest.digest.hexadecimal)
          object.member("ids", manifest.items.map(\.id))
        } + "\n"
      try ResultFolder.write(text, to: list)
      return
    }
    guard try ids().batch == manifest.digest else {
      throw HeaderKitError(
        .usage, subject: .file(path), reason: "holds results of another manifest",
        remedy: "remove them, or name another folder with \(.resultFolder)")
    }
  }

  /// The digest and the ids of the batch. Throws `.noInput` where no shard has begun.
  func ids() throws(HeaderKitError) -> (batch: ContentDigest, ids: [String]) {
    let file = path + "/" + ResultFolder.list
    guard FileManager.default.fileExists(atPath: file) else {
      throw HeaderKitError(
        .noInput, subject: .file(path), reason: "has no \(ResultFolder.list)",
        remedy: "name the folder that batch run \(.resultFolder) wrote to")
    }
    return try ResultFolder.parse(file) { root throws(JSONError) in
      let object = try root.object(keys: ["version", "batch", "ids"])
      _ = try object.required("version").integer(in: 1...1)
      var ids: [String] = []
      for place in try object.required("ids").array() { ids.append(try place.string()) }
      return (try ContentDigest(object.required("batch")), ids)
    }
  }

  /// Every result, by name. Throws `.badData` for one that cannot be read or is of another batch.
  func results(of batch: ContentDigest) throws(HeaderKitError) -> [ShardResult] {
    var results: [ShardResult] = []
    for name in names() where name.hasPrefix("shard-") {
      let file = path + "/" + name
      let result = try ResultFolder.parse(file) { root throws(JSONError) in try ShardResult(root) }
      guard result.batch == batch else {
        throw HeaderKitError(
          .badData, subject: .file(file), reason: "is a result of another manifest",
          remedy: "remove it from the folder")
      }
      results.append(result)
    }
    return results
  }

  private func names() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
      .filter { $0.hasSuffix(".json") }.sorted()
  }

  private static func start(of shard: ShardNumber) -> String {
    func padded(_ number: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
    }
    return "shard-\(padded(shard.index))-of-\(padded(shard.count)).attempt-"
  }

  private static func write(_ text: String, to path: String) throws(HeaderKitError) {
    var file = try AtomicFile(path)
    try file.write(Array(text.utf8))
    try file.commit(durably: true)
  }

  private static func parse<Value>(
    _ file: String, _ read: (JSONValue) throws(JSONError) -> Value
  ) throws(HeaderKitError) -> Value {
    let bytes = try InputFile.read(file, limit: 1 << 30)
    do {
      return try read(JSONValue.parse(bytes, file: file))
    } catch {
      throw HeaderKitError(error)
    }
  }
}
