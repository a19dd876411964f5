import FileAccess
import PortableMath
import Raster
import VisualDiff

/// Renders the frames that a page shows of two animations, reading both once more.
struct MomentPictures {
  /// A moment with how telling it is: the pixels that differ, nothing for a frame that only one
  /// side has, less for frames that are the same.
  struct Measured {
    let moment: ItemPictures.Moment
    let weight: Int
  }

  let item: AnimationItem
  /// With the files' numbers of frames.
  let pairs: [FramePair]

  /// At most so many moments in order of time, those that differ before those that do not.
  func render(atMost limit: Int) throws(HeaderKitError) -> (moments: [Measured], leftOut: Int) {
    let chosen = MomentChoice.indices(pairs.map { $0.isSame }, atMost: max(1, limit))
    var firstFrames = try item.first.source.open(limits: item.request.limits)
    var secondFrames = try item.second.source.open(limits: item.request.limits)
    var moments: [Measured] = []
    for index in chosen {
      let pair = pairs[index]
      var before: Pixmap?
      if let run = pair.first { before = try firstFrames.frame(at: run.frames.lowerBound) }
      var after: Pixmap?
      if let run = pair.second, pair.content != .same || pair.first == nil {
        after = try secondFrames.frame(at: run.frames.lowerBound)
      }
      moments.append(try moment(pair, before, after))
    }
    return (moments, pairs.count - chosen.count)
  }

  private func moment(
    _ pair: FramePair, _ before: Pixmap?, _ after: Pixmap?
  ) throws(HeaderKitError) -> Measured {
    var difference: [UInt8]?
    var found: ImageDifference?
    if let before, let after, let run = pair.first {
      let map = item.request.pictures.map(before, after, at: run.start)
      difference = try PageImage.encode(map.heatMap(over: before))
      found = pair.content.difference
    }
    let (first, second) = (try before.map(PageImage.encode), try after.map(PageImage.encode))
    let moment = ItemPictures.Moment(
      label: label(pair), state: pair.state, first: first, second: second,
      difference: difference, differentPixels: found?.differentPixels ?? 0,
      bounds: found?.bounds, isSame: pair.content == .same)
    return Measured(moment: moment, weight: moment.isSame ? -1 : moment.differentPixels)
  }

  private func label(_ pair: FramePair) -> String {
    guard let run = pair.first ?? pair.second else { return "" }
    let numbers =
      run.frames.count == 1
      ? "frame \(run.frames.lowerBound)"
      : "frames \(run.frames.lowerBound)-\(run.frames.upperBound)"
    return "\(numbers), \(plainNumber(run.start.seconds)) s"
  }
}

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
