package import FileAccess
import PortableFoundation
import Rendering
package import StrictJSON

/// The result of one attempt at one shard. The file is written last, so its existence shows that
/// the attempt ran to its end.
package struct ShardResult: Hashable, Sendable {
  package var batch: ContentDigest
  package var shard: ShardNumber
  /// The number of the attempt, from 1.
  package var attempt: Int
  /// The results in the order of the manifest.
  package var items: [ItemResult]

  package var json: String {
    JSONWriter.object(layout: .indented) { object in
      object.member("version", 1)
      object.member("engine", Engine.version)
      object.member("batch", batch.hexadecimal)
      object.member("shard", shard.index)
      object.member("of", shard.count)
      object.member("attempt", attempt)
      object.objects("items", items) { $0.write(to: &$1) }
    } + "\n"
  }
}

extension ShardResult {
  package init(_ root: JSONValue) throws(JSONError) {
    let object = try root.object(keys: [
      "version", "engine", "batch", "shard", "of", "attempt", "items",
    ])
    _ = try object.required("version").integer(in: 1...1)
    batch = try ContentDigest(object.required("batch"))
    let count = try object.required("of").integer(in: ShardNumber.counts)
    let index = try object.required("shard").integer(in: 1...count)
    shard = ShardNumber(index: index, count: count) ?? .whole
    attempt = try object.required("attempt").integer(in: 1...1_000_000)
    items = try object.required("items").array().map(ItemResult.init(_:))
  }
}

extension ItemResult {
  func write(to object: inout JSONObjectWriter) {
    object.member("id", id)
    object.member("state", state.rawValue)
    object.member("frames", frames)
    object.member("seconds", seconds)
    object.outputs(outputs)
    object.error(error)
    object.member("warnings", warnings)
  }

  fileprivate init(_ json: JSONValue) throws(JSONError) {
    let object = try json.object(keys: [
      "id", "state", "frames", "seconds", "outputs", "error", "warnings",
    ])
    self.init(
      id: try object.required("id").string(),
      state: try object.required("state").choice(of: State.self),
      frames: try object.required("frames").integer(in: 0...Int.max))
    seconds = try object.required("seconds").number()
    outputs = try object.required("outputs").list { json throws(JSONError) in
      let output = try json.object(keys: ["path", "bytes", "sha256"])
      return Output(
        path: try output.required("path").string(),
        bytes: try output.required("bytes").integer(in: 0...Int.max),
        digest: try ContentDigest(output.required("sha256")))
    }
    let json = try object.required("error")
    if !json.isNull {
      let error = try json.object(keys: ["status", "message"])
      let status = try error.required("status").integer(in: 0...255)
      self.error = HeaderKitError(
        HeaderKitError.Code(rawValue: Int32(status)) ?? .internalDefect,
        reason: MessageText(try error.required("message").string()))
    }
    warnings = try object.required("warnings").strings()
  }
}

extension ContentDigest {
  init(_ json: JSONValue) throws(JSONError) {
    guard let digest = ContentDigest(hexadecimal: try json.string()) else {
      throw json.error("\(json.literal) is not a SHA-256 digest; write 64 hexadecimal digits")
    }
    self = digest
  }
}

/// The folder to which the shards of a batch write their results.
package struct ResultFolder: Sendable {
  package let path: String

  private static let list = "batch.json"
  static let largestFile = 1 << 30

  /// Creates a reference to a folder, which need not exist.
  package init(_ path: String) { self.path = path }

  /// Writes the result of a shard. The first call also writes the ids of all items.
  ///
  /// - Parameter attempt: The scheduler's number of the attempt. `nil` or an existing number
  ///   selects the next free one.
  /// - Throws: `.usage` if the folder has results of another batch; `.cannotCreate`;
  ///   `.writeFailed`.
  package func write(
    _ items: [ItemResult], of manifest: Manifest, shard: ShardNumber, attempt: Int?
  ) throws(HeaderKitError) {
    try prepare(manifest)
    let start = ResultFolder.start(of: shard)
    let taken = names().compactMap { name in
      name.hasPrefix(start) ? Int(name.dropFirst(start.count).prefix { $0 != "." }) : nil
    }
    let number = max(attempt ?? 1, (taken.max() ?? 0) + 1)
    let result = ShardResult(batch: manifest.digest, shard: shard, attempt: number, items: items)
    try AtomicFile.write(
      Array(result.json.utf8), to: "\(path)/\(start)\(number).json", durably: true)
  }

  /// Creates the folder and its list of ids.
  ///
  /// - Throws: `.usage` if the folder has results of another batch.
  package func prepare(_ manifest: Manifest) throws(HeaderKitError) {
    let list = path + "/" + ResultFolder.list
    guard FileManager.default.fileExists(atPath: list) else {
      let text = JSONWriter.object(layout: .indented) { object in
        object.member("version", 1)
        object.member("batch", manifest.digest.hexadecimal)
        object.member("ids", manifest.items.map(\.id))
      }
      return try AtomicFile.write(Array("\(text)\n".utf8), to: list, durably: true)
    }
    guard try ids().batch == manifest.digest else {
      throw HeaderKitError(
        .usage, subject: .file(path), reason: "contains results of another manifest",
        remedy: "remove them, or choose another folder with \(.resultFolder)")
    }
  }

  /// Returns the digest and the ids of the batch.
  ///
  /// - Throws: `.noInput` if no shard has started.
  func ids() throws(HeaderKitError) -> (batch: ContentDigest, ids: [String]) {
    let file = path + "/" + ResultFolder.list
    guard FileManager.default.fileExists(atPath: file) else {
      throw HeaderKitError(
        .noInput, subject: .file(path), reason: "has no \(ResultFolder.list)",
        remedy: "pass the folder that batch run \(.resultFolder) wrote to")
    }
    let root = try InputFile.json(file, limit: ResultFolder.largestFile)
    return try HeaderKitError.parsing(ResultFolder.ids(root))
  }

  private static func ids(
    _ root: JSONValue
  ) throws(JSONError) -> (batch: ContentDigest, ids: [String]) {
    let object = try root.object(keys: ["version", "batch", "ids"])
    _ = try object.required("version").integer(in: 1...1)
    let ids = try object.required("ids").strings()
    return (try ContentDigest(object.required("batch")), ids)
  }

  /// Returns all results, sorted by file name.
  ///
  /// - Throws: `.badData` if a file is invalid or belongs to another batch.
  func results(of batch: ContentDigest) throws(HeaderKitError) -> [ShardResult] {
    var results: [ShardResult] = []
    for name in names() where name.hasPrefix("shard-") {
      let file = path + "/" + name
      let root = try InputFile.json(file, limit: ResultFolder.largestFile)
      let result = try HeaderKitError.parsing(ShardResult(root))
      guard result.batch == batch else {
        throw HeaderKitError(
          .badData, subject: .file(file), reason: "belongs to another manifest",
          remedy: "remove it from the folder")
      }
      results.append(result)
    }
    return results
  }

  package var files: [String] { names().map { path + "/" + $0 } }

  private func names() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
      .filter { $0.hasSuffix(".json") }.sorted()
  }

  private static func start(of shard: ShardNumber) -> String {
    "shard-\(digits(shard.index))-of-\(digits(shard.count)).attempt-"
  }

  /// The number with at least five digits, so that names sort by number.
  private static func digits(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }
}
