import Comparison
public import Files
import Rendering
public import StrictJSON

/// What one attempt at one shard came to: written last, so that its presence says that the attempt
/// ran to its end.
public struct ShardResult: Hashable, Sendable {
  /// Of the whole batch.
  public var batch: ContentDigest
  /// Which part of the batch it is.
  public var shard: ShardNumber
  /// 1...
  public var attempt: Int
  /// In the order of the manifest.
  public var items: [ItemResult]

  /// `attempt` counts from 1.
  public init(batch: ContentDigest, shard: ShardNumber, attempt: Int, items: [ItemResult]) {
    self.batch = batch
    self.shard = shard
    self.attempt = attempt
    self.items = items
  }

  /// One object on several lines.
  public var json: String {
    JSONWriter.object(layout: .indented) { object in
      object.member("version", 1)
      object.member("engine", Engine.version)
      object.member("batch", batch.hexadecimal)
      object.member("shard", shard.index)
      object.member("of", shard.count)
      object.member("attempt", attempt)
      object.array("items") { list in
        for item in items { list.object { item.write(to: &$0) } }
      }
    } + "\n"
  }

  /// Reads what `json` writes.
  public init(_ root: JSONValue) throws(JSONError) {
    let object = try root.object(keys: [
      "version", "engine", "batch", "shard", "of", "attempt", "items",
    ])
    _ = try object.required("version").integer(in: 1...1)
    batch = try ContentDigest(object.required("batch"))
    let count = try object.required("of").integer(in: 1...ShardPlan.mostShards)
    let index = try object.required("shard").integer(in: 1...count)
    shard = ShardNumber(index: index, count: count) ?? .whole
    attempt = try object.required("attempt").integer(in: 1...1_000_000)
    items = []
    for place in try object.required("items").array() { items.append(try ItemResult(place)) }
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

  fileprivate init(_ place: JSONValue) throws(JSONError) {
    let object = try place.object(keys: [
      "id", "state", "frames", "seconds", "outputs", "error", "warnings",
    ])
    self.init(
      id: try object.required("id").string(),
      state: try object.required("state").choice(of: State.self),
      frames: try object.required("frames").integer(in: 0...Int.max))
    seconds = try object.required("seconds").number()
    for place in try object.required("outputs").array() {
      let output = try place.object(keys: ["path", "bytes", "sha256"])
      outputs.append(
        Output(
          path: try output.required("path").string(),
          bytes: try output.required("bytes").integer(in: 0...Int.max),
          digest: try ContentDigest(output.required("sha256"))))
    }
    let place = try object.required("error")
    if !place.isNull {
      let error = try place.object(keys: ["status", "message"])
      let status = try error.required("status").integer(in: 0...255)
      self.error = HeaderKitError(
        HeaderKitError.Code(rawValue: Int32(status)) ?? .internalDefect,
        reason: MessageText(try error.required("message").string()))
    }
    for place in try object.required("warnings").array() { warnings.append(try place.string()) }
  }
}

extension ContentDigest {
  init(_ place: JSONValue) throws(JSONError) {
    guard let digest = ContentDigest(hexadecimal: try place.string()) else {
      throw place.error("\(place.literal) is no SHA-256; 64 hexadecimal digits are")
    }
    self = digest
  }
}
