import Files
import Rendering

/// Chooses which frames to show when there are too many.
enum MomentChoice {
  /// Indices in rising order: of the frames that differ all or an even spread, then of the others
  /// an even spread in what room is left.
  static func indices(_ isSame: [Bool], atMost limit: Int) -> [Int] {
    let different = spread(isSame.indices.filter { !isSame[$0] }, atMost: limit)
    let same = spread(isSame.indices.filter { isSame[$0] }, atMost: limit - different.count)
    return (different + same).sorted()
  }

  private static func spread(_ indices: [Int], atMost limit: Int) -> [Int] {
    if indices.count <= limit { return indices }
    if limit <= 0 { return [] }
    if limit == 1 { return [indices[0]] }
    return (0..<limit).map { indices[$0 * (indices.count - 1) / (limit - 1)] }
  }
}
