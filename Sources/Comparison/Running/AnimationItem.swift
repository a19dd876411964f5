import FileAccess
import PortableMath
package import VisualDiff

/// Compares two animations, or an animation and a picture.
struct AnimationItem {
  let request: DiffRequest
  let first: AnimationSide
  let second: AnimationSide
  let manifests: (first: FrameManifest, second: FrameManifest)?
  /// What was found between the files' frames of the same number while they were read in step.
  var differences: [Int: ImageDifference] = [:]
  let knowsTrueFrames: Bool

  private var left: FrameClock { first.clock }
  private var right: FrameClock { second.clock }

  /// Fills in what was found; the pictures are empty unless wanted and something differs.
  func compare(
    into item: inout ComparedItem
  ) throws(HeaderKitError) -> (page: ItemPictures?, worst: ItemPictures.Moment?) {
    let difference = try difference()
    let numbered = difference.renumbered(first: left.fileIndices, second: right.fileIndices)
    describe(difference, numbered, in: &item)
    item.status = difference.isSame ? .same : .different
    guard item.status == .different, request.needsPictures else { return (nil, nil) }
    let moments = try MomentPictures(item: self, pairs: numbered.pairs).render(
      atMost: request.framesOnPage)
    let worst = moments.moments.max { $0.weight < $1.weight }
    let page = ItemPictures(moments: moments.moments.map(\.moment), leftOut: moments.leftOut)
    return (page, worst?.moment)
  }

  private func difference() throws(HeaderKitError) -> AnimationDifference {
    let haveTimes = first.hasTimes && second.hasTimes
    var comparison = AnimationComparison(
      pictures: request.pictures, tolerance: request.tolerance,
      timing: haveTimes ? request.timing : .ignored, strict: request.strict)
    comparison.hashesDecide = knowsTrueFrames && request.comparesEverything
    var firstFrames = try first.source.open(limits: request.limits)
    var secondFrames = try second.source.open(limits: request.limits)
    // A folder of frames says nothing about how often it plays.
    let plays = haveTimes ? right.timeline.plays : left.timeline.plays
    return try comparison.difference(
      left.timeline, right.timeline.playing(plays), sizes: (first.size, second.size),
      known: { known(left.fileIndex($0), right.fileIndex($1)) },
      firstPicture: { index throws(HeaderKitError) in
        try firstFrames.frame(at: left.fileIndex(index))
      },
      secondPicture: { index throws(HeaderKitError) in
        try secondFrames.frame(at: right.fileIndex(index))
      })
  }

  /// What was found while both were read in step. With manifests a frame's moment may lie
  /// elsewhere, which masks with times would notice.
  private func known(_ first: Int, _ second: Int) -> ImageDifference? {
    let isTimed = request.pictures.masks.contains { $0.from != nil || $0.until != nil }
    return first == second && (manifests == nil || !isTimed) ? differences[first] : nil
  }

  /// - Parameter numbered: the same with the files' numbers of frames.
  private func describe(
    _ difference: AnimationDifference, _ numbered: AnimationDifference,
    in item: inout ComparedItem
  ) {
    var worst: ImageDifference?
    for found in difference.pairs.compactMap(\.content.difference)
    where found.differentPixels > worst?.differentPixels ?? -1 { worst = found }
    if let worst { item.note(worst) } else { item.comparedPixels = first.size.area }
    item.frames = zip(difference.pairs, numbered.pairs).map(frame)
    let masked = request.maskedLayers
    item.details = layerChanges(difference)
      .filter { !masked.contains($0.layer) }
      .map { $0.renumbered(left.fileIndices).description }
    item.details += numbered.lines
  }

  /// From manifests, or from what the files of two folders of frames carry.
  private func layerChanges(_ difference: AnimationDifference) -> [LayerChange] {
    if let manifests { return difference.layerChanges(manifests.first, manifests.second) }
    guard case .frames(_, let before) = first.source, case .frames(_, let after) = second.source
    else { return [] }
    func layers(_ path: String) -> PictureLayers? {
      (try? InputFile.read(path, limit: request.limits.inputBytes)).flatMap(
        PictureLayers.init(file:))
    }
    return difference.layerChanges(first: { layers(before[$0]) }, second: { layers(after[$0]) })
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
      case .same, .none: content == .same ? .same : .tolerated
      }
    }
  }
}

extension Timeline {
  package func playing(_ plays: Int?) -> Timeline {
    Timeline(signed: frames.map { ($0.hash, $0.signature, $0.duration) }, plays: plays)
  }
}
