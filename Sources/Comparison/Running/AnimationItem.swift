import FileAccess
import PortableMath
import Raster
package import VisualDiff

/// Compares two animations, or an animation and a picture.
struct AnimationItem {
  var request: DiffRequest
  var first: AnimationSide
  var second: AnimationSide
  var manifests: ManifestPair?
  /// What was found between the files' frames of the same number while they were read in step.
  var differences: [Int: ImageDifference] = [:]
  /// Whether frames are known as they were before encoding.
  var knowsTrueFrames = false

  var isAnimation: Bool { first.isAnimation || second.isAnimation }

  mutating func take(_ manifests: ManifestPair) {
    self.manifests = manifests
    first.take(manifests.first)
    second.take(manifests.second)
    knowsTrueFrames = !request.strict
  }

  /// Fills in what was found; there are no pictures unless they are wanted and something differs.
  func compare(into item: inout ComparedItem) throws(HeaderKitError) -> ItemPictures? {
    let difference = try difference()
    // With the files' numbers of frames.
    let numbered = difference.renumbered(first: first.fileIndices, second: second.fileIndices)
    let found = difference.pairs.compactMap(\.content.difference)
    let worst = found.max { $0.differentPixels < $1.differentPixels }
    if let worst { item.note(worst) } else { item.comparedPixels = first.size.area }
    item.frames = zip(difference.pairs, numbered.pairs).map(frame)
    let masked = request.maskedLayers
    for var change in layerChanges(difference) where !masked.contains(change.layer) {
      change.frames = first.fileIndices(change.frames)
      item.details.append(change.description)
    }
    item.details += numbered.lines
    item.status = difference.isSame ? .same : .different
    if !difference.isSame, let cause = fontCause() { item.details.insert(cause, at: 0) }
    guard item.status == .different, request.needsPictures else { return nil }
    return try pictures(of: numbered.pairs)
  }

  private func difference() throws(HeaderKitError) -> AnimationDifference {
    let haveTimes = first.hasTimes && second.hasTimes
    var comparison = AnimationComparison()
    comparison.pictures = request.pictures
    comparison.tolerance = request.tolerance
    comparison.timing = haveTimes ? request.timing : .ignored
    comparison.strict = request.strict
    comparison.hashesDecide = knowsTrueFrames && request.comparesEverything
    var firstFrames = try first.source.open(limits: request.limits)
    var secondFrames = try second.source.open(limits: request.limits)
    // A folder of frames says nothing about how often it plays.
    var judged = second.timeline
    if !haveTimes { judged.plays = first.timeline.plays }
    return try comparison.difference(
      first.timeline, judged, sizes: (first.size, second.size),
      known: { known(first.fileIndex($0), second.fileIndex($1)) },
      firstPicture: { index throws(HeaderKitError) in
        try firstFrames.frame(at: first.fileIndex(index))
      },
      secondPicture: { index throws(HeaderKitError) in
        try secondFrames.frame(at: second.fileIndex(index))
      })
  }

  /// What was found while both were read in step. With manifests a frame's moment may lie
  /// elsewhere, which masks with times would notice.
  private func known(_ first: Int, _ second: Int) -> ImageDifference? {
    let isTimed = request.pictures.masks.contains { $0.from != nil || $0.until != nil }
    return first == second && (manifests == nil || !isTimed) ? differences[first] : nil
  }

  /// From manifests, or from what the files of two folders of frames carry.
  private func layerChanges(_ difference: AnimationDifference) -> [LayerChange] {
    if let manifests {
      return difference.layerChanges(
        first: { manifests.first.frames[$0].picture },
        second: { manifests.second.frames[$0].picture })
    }
    guard case .frames(_, let before) = first.source, case .frames(_, let after) = second.source
    else { return [] }
    func layers(_ path: String) -> PictureLayers? {
      (try? InputFile.read(path, limit: request.limits.inputBytes)).flatMap(
        PictureLayers.init(file:))
    }
    return difference.layerChanges(first: { layers(before[$0]) }, second: { layers(after[$0]) })
  }

  /// The sentence that names different fonts; from manifests, or from the first frames of folders.
  private func fontCause() -> String? {
    if let manifests { return PictureFont.cause(manifests.first.fonts, manifests.second.fonts) }
    guard case .frames(_, let before) = first.source, case .frames(_, let after) = second.source
    else { return nil }
    func fonts(_ paths: [String]) -> [PictureFont] {
      guard let path = paths.first,
        let bytes = try? InputFile.read(path, limit: request.limits.inputBytes)
      else { return [] }
      return PictureLayers(file: bytes)?.fonts ?? []
    }
    return PictureFont.cause(fonts(before), fonts(after))
  }

  private func frame(_ pair: FramePair, _ numbered: FramePair) -> ComparedFrame {
    var frame = ComparedFrame(state: pair.state)
    frame.first = numbered.first?.frames
    frame.second = numbered.second?.frames
    frame.firstTime = pair.first?.start.seconds
    frame.secondTime = pair.second?.start.seconds
    frame.differentPixels = pair.content.difference?.differentPixels ?? 0
    let known =
      pair.first.flatMap { run in manifests?.first.frames[run.frames.lowerBound] }
      ?? pair.second.flatMap { run in manifests?.second.frames[run.frames.lowerBound] }
    frame.offset = known?.offset
    frame.phase = known?.phase
    return frame
  }
}

extension FramePair {
  package var state: ComparedFrame.State {
    switch content {
    case .changed: .changed
    case .inserted: .inserted
    case .dropped: .dropped
    case .same, .tolerated:
      switch timing {
      case .shifted: .shifted
      case .retimed, .repeated: .retimed
      case nil: content == .same ? .same : .tolerated
      }
    }
  }
}

extension AnimationItem {
  /// The frames that a page shows, read once more: those that differ before those that do not.
  /// - Parameter pairs: with the files' numbers of frames.
  private func pictures(of pairs: [FramePair]) throws(HeaderKitError) -> ItemPictures {
    let chosen = MomentChoice.indices(pairs.map(\.isSame), atMost: max(1, request.framesOnPage))
    var firstFrames = try first.source.open(limits: request.limits)
    var secondFrames = try second.source.open(limits: request.limits)
    var moments: [ItemPictures.Moment] = []
    for pair in chosen.map({ pairs[$0] }) {
      var before: Pixmap?
      if let run = pair.first { before = try firstFrames.frame(at: run.frames.lowerBound) }
      var after: Pixmap?
      if let run = pair.second, pair.content != .same || pair.first == nil {
        after = try secondFrames.frame(at: run.frames.lowerBound)
      }
      var map: DifferenceMap?
      if let before, let after, let run = pair.first {
        map = request.pictures.map(before, after, at: run.start)
      }
      let label = (pair.first ?? pair.second).map {
        "\($0.frames.frameNumbers), \(plainNumber($0.start.seconds)) s"
      }
      moments.append(
        try ItemPictures.Moment(
          label ?? "", pair.state, before, after, map: map, pair.content.difference,
          isSame: pair.content == .same))
    }
    return ItemPictures(moments: moments, leftOut: pairs.count - chosen.count)
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
