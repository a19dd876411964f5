import Files
import Numerics
import Raster
import Rendering
package import VisualDiff

/// Compares two animations, or an animation and a picture.
struct AnimationItem {
  let request: DiffRequest
  let manifests: (first: FrameManifest, second: FrameManifest)?
  let first: ComparedSource
  let second: ComparedSource
  let survey: PairSurvey

  /// Fills in what was found; the pictures are empty unless wanted and something differs.
  func compare(
    into item: inout ComparedItem
  ) throws(HeaderKitError) -> (page: ItemPictures?, worst: ItemPictures.Moment?) {
    let left = FrameClock(manifests?.first.timeline, file: survey.first.timeline)
    let right = FrameClock(manifests?.second.timeline, file: survey.second.timeline)
    let difference = try difference(left, right)
    describe(difference, in: &item)
    item.status = difference.isSame ? .same : .different
    guard item.status == .different, request.needsPictures else { return (nil, nil) }
    let moments = try MomentPictures(
      item: self, pairs: difference.pairs, left: left, right: right
    ).render(atMost: request.framesOnPage)
    let worst = moments.moments.max { $0.weight < $1.weight }
    let page = ItemPictures(moments: moments.moments.map(\.moment), leftOut: moments.leftOut)
    return (page, worst?.moment)
  }

  private func difference(
    _ left: FrameClock, _ right: FrameClock
  ) throws(HeaderKitError) -> AnimationDifference {
    let haveTimes = manifests != nil || (survey.first.hasTimes && survey.second.hasTimes)
    let comparison = AnimationComparison(
      pictures: request.pictures, tolerance: request.tolerance,
      timing: haveTimes ? request.timing : .ignored, strict: request.strict)
    var firstFrames = try first.open(limits: request.limits)
    var secondFrames = try second.open(limits: request.limits)
    // A folder of frames says nothing about how often it plays.
    let plays = haveTimes ? right.timeline.plays : left.timeline.plays
    return try comparison.difference(
      left.timeline, right.timeline.playing(plays), sizes: (survey.first.size, survey.second.size),
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
    return first == second && (manifests == nil || !isTimed) ? survey.differences[first] : nil
  }

  private func describe(_ difference: AnimationDifference, in item: inout ComparedItem) {
    var worst: ImageDifference?
    for pair in difference.pairs {
      switch pair.content {
      case .changed(let found), .tolerated(let found):
        if found.differentPixels > worst?.differentPixels ?? -1 { worst = found }
      case .same, .inserted, .dropped: break
      }
    }
    if let worst { item.note(worst) } else { item.comparedPixels = survey.first.size.area }
    item.frames = difference.pairs.map(frame)
    if let manifests {
      item.details = difference.layerChanges(manifests.first, manifests.second)
        .map(\.description)
    }
    item.details += difference.lines
  }

  private func frame(_ pair: FramePair) -> ComparedFrame {
    var frame = ComparedFrame(state: pair.state)
    frame.first = pair.first?.frames
    frame.second = pair.second?.frames
    frame.firstTime = pair.first?.start.seconds
    frame.secondTime = pair.second?.start.seconds
    switch pair.content {
    case .changed(let difference), .tolerated(let difference):
      frame.differentPixels = difference.differentPixels
    case .same, .inserted, .dropped: break
    }
    let known =
      pair.first.flatMap { run in manifests?.first.frames[run.frames.lowerBound] }
      ?? pair.second.flatMap { run in manifests?.second.frames[run.frames.lowerBound] }
    frame.offset = known?.offset
    frame.phase = known?.phase
    return frame
  }
}

extension FramePair {
  /// The one word for what became of it.
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

/// Finds the file's frame for a frame of the compared timeline. A manifest has every frame that
/// was painted, the file may have put equal ones together and rounded their delays.
struct FrameClock {
  /// The timeline that is compared.
  let timeline: Timeline
  private let file: Timeline
  private let isFile: Bool

  /// The manifest's timeline where there is one, else the file's.
  init(_ manifest: Timeline?, file: Timeline) {
    timeline = manifest ?? file
    self.file = file
    isFile = manifest == nil
  }

  /// The file's frame that is shown in the middle of a frame of the timeline.
  func fileIndex(_ index: Int) -> Int {
    if isFile { return index }
    let frame = timeline.frames[index]
    let middle = frame.start + (RationalTime(1, over: 2)?.multiplied(by: frame.duration) ?? .zero)
    let after = file.frames.firstIndex { $0.start > middle } ?? file.frames.count
    return max(0, after - 1)
  }
}

extension Timeline {
  /// The same with another number of plays.
  package func playing(_ plays: Int?) -> Timeline {
    Timeline(signed: frames.map { ($0.hash, $0.signature, $0.duration) }, plays: plays)
  }
}
