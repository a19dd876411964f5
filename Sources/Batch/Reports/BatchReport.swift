import Comparison
public import Files
import Rendering
import StrictJSON

/// What became of a whole batch, however many machines and attempts it took: the same items done
/// give the same report, byte by byte.
public struct BatchReport: Hashable, Sendable {
  /// How an item stands.
  public enum State: String, Hashable, Sendable {
    case done, failed
    /// No attempt came to an end with it.
    case missing
  }

  /// An item.
  public struct Entry: Hashable, Sendable {
    /// As in the manifest.
    public var id: String
    /// How it stands.
    public var state: State
    /// Nil for a missing one.
    public var frames: Int?
    /// Of a done one.
    public var outputs: [ItemResult.Output]
    /// Of a failed one.
    public var error: HeaderKitError?
  }

  /// Tells the batch from others.
  public let batch: ContentDigest
  /// In the order of the manifest.
  public let entries: [Entry]

  /// Takes the best attempt at each id: done before failed, then the later one.
  public init(batch: ContentDigest, ids: [String], results: [ShardResult]) {
    self.batch = batch
    var best: [String: (item: ItemResult, attempt: Int)] = [:]
    let ordered = results.sorted {
      ($0.attempt, $0.shard.count, $0.shard.index) < ($1.attempt, $1.shard.count, $1.shard.index)
    }
    for result in ordered {
      for item in result.items where item.state != .dropped {
        if let other = best[item.id], other.item.isDone, !item.isDone { continue }
        best[item.id] = (item, result.attempt)
      }
    }
    entries = ids.map { id in
      guard let item = best[id]?.item else {
        return Entry(id: id, state: .missing, outputs: [])
      }
      return Entry(
        id: id, state: item.isDone ? .done : .failed, frames: item.frames,
        outputs: item.isDone ? item.outputs : [], error: item.error)
    }
  }

  /// Merges what is in a folder of results.
  public init(_ folder: ResultFolder) throws(HeaderKitError) {
    let (batch, ids) = try folder.ids()
    self.init(batch: batch, ids: ids, results: try folder.results(of: batch))
  }

  /// How many items stand so.
  public func count(_ state: State) -> Int { entries.count { $0.state == state } }

  /// Whether every item is done.
  public var isComplete: Bool { count(.done) == entries.count }

  /// One object on several lines.
  public var json: String {
    JSONWriter.object(layout: .indented) { object in
      object.member("version", 1)
      object.member("engine", Engine.version)
      object.member("batch", batch.hexadecimal)
      object.member("done", count(.done))
      object.member("failed", count(.failed))
      object.member("missing", count(.missing))
      object.array("items") { list in
        for entry in entries {
          list.object { object in
            object.member("id", entry.id)
            object.member("state", entry.state.rawValue)
            object.member("frames", entry.frames)
            object.outputs(entry.outputs)
            object.error(entry.error)
          }
        }
      }
    } + "\n"
  }
}
