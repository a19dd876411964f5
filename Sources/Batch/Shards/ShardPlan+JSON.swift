import Comparison
import Files
import Rendering
import StrictJSON

extension ShardPlan {
  /// One object a shard, one a line.
  public var jsonLines: String {
    shards.indices.map { index in
      JSONWriter.object { object in
        object.member("shard", index + 1)
        object.member("of", shards.count)
        object.member("items", shards[index].count)
        object.member("cost", cost(of: index))
        object.member("ids", shards[index].map(\.id))
      } + "\n"
    }.joined()
  }
}
