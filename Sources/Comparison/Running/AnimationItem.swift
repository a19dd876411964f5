import FileAccess
import PortableMath
import Raster
package import VisualDiff

/// Compares two animations, or an animation with a picture.
struct AnimationItem {
  var request: DiffRequest
  var first: AnimationSide
  var second: AnimationSide
  /// The frame manifests of both sides, or `nil` if none were given.
  var manifests: ManifestPair?
  /// The differences of frames with the same index, by this index. Found while the files were read.
  var differences: [Int: ImageDifference] = [:]
  /// Whether the hashes are those of the frames before encoding, from manifests or from records in
  /// the files.
  var hasHashesBeforeEncoding = false

  var isAnimation: Bool { first.isAnimation || second.isAnimation }

  mutating func apply(_ manifests: ManifestPair) {
    self.manifests = manifests
    first.apply(manifests.first)
    second.apply(manifests.second)
    hasHashesBeforeEncoding = !request.strict
  }

  /// Compares the frames and stores the results in `item`. Returns pictures if they are requested
  /// and something differs, otherwise `nil`.
  func compare(into item: inout ComparedItem) throws(HeaderKitError) -> ItemPictures? {
    let difference = try difference()
    // The difference with frame indices of the files instead of the timelines.
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
    comparison.hashesDecide = hasHashesBeforeEncoding && request.comparesEverything
    var firstFrames = try first.source.open(limits: request.limits)
    var secondFrames = try second.source.open(limits: request.limits)
    // A folder of frames has no number of plays.
    var judged = second.timeline
    if !haveTimes { judged.plays = first.timeline.plays }
    return try comparison.difference(
      first.timeline, judged, sizes: (first.size, second.size),
      known: { foundWhileReading(first.fileIndex($0), second.fileIndex($1)) },
      firstPicture: { index throws(HeaderKitError) in
        try firstFrames.frame(at: first.fileIndex(index))
      },
      secondPicture: { index throws(HeaderKitError) in
        try secondFrames.frame(at: second.fileIndex(index))
      })
  }

  /// Returns a difference that was found while the files were read, or `nil` if there is none.
  /// Returns `nil` if there are manifests and masks with times, because manifests may assign other
  /// times to the frames.
  private func foundWhileReading(_ first: Int, _ second: Int) -> ImageDifference? {
    let isTimed = request.pictures.masks.contains { $0.from != nil || $0.until != nil }
    return first == second && (manifests == nil || !isTimed) ? differences[first] : nil
  }

  /// Returns changes of layers, from the manifests or from the records in two folders of PNG
  /// frames.
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

  /// Returns a note about different fonts, from the manifests or from the first frames of two
  /// folders. `nil` if the fonts are the same or unknown.
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
  /// Reads the frames for the HTML report again. Different frames take precedence over equal ones.
  ///
  /// - Parameter pairs: Frame pairs with the frame indices of the files.
  private func pictures(of pairs: [FramePair]) throws(HeaderKitError) -> ItemPictures {
    let chosen = MomentChoice.indices(
      differentPixels: pairs.map { $0.isSame ? nil : $0.content.difference?.differentPixels ?? 0 },
      atMost: max(1, request.framesOnPage))
    var firstFrames = try first.source.open(limits: request.limits)
    var secondFrames = try second.source.open(limits: request.limits)
    var builder = ItemPicturesBuilder(leftOut: pairs.count - chosen.count)
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
      let moment = try ItemPictures.Moment(
        label ?? "", pair.state, before, after, map: map, pair.content.difference,
        isSame: pair.content == .same)
      try builder.append(moment, baseline: before)
    }
    return builder.pictures
  }
}

/// Selects the frames to show if there are too many.
enum MomentChoice {
  /// Returns sorted indices: all different frames or an even selection of them, which includes the
  /// first that differs most, then an even selection of the others up to `limit`.
  ///
  /// - Parameter differentPixels: The number of different pixels of each frame, or `nil` if it is
  ///   the same.
  static func indices(differentPixels: [Int?], atMost limit: Int) -> [Int] {
    let indices = differentPixels.indices
    let all = indices.filter { differentPixels[$0] != nil }
    var different = spread(all, atMost: limit)
    func pixels(_ index: Int) -> Int { differentPixels[index] ?? 0 }
    if let worst = all.max(by: { pixels($0) < pixels($1) }), !different.contains(worst),
      let nearest = different.indices.min(by: {
        abs(different[$0] - worst) < abs(different[$1] - worst)
      })
    {
      different[nearest] = worst
    }
    let same = spread(
      indices.filter { differentPixels[$0] == nil }, atMost: limit - different.count)
    return (different + same).sorted()
  }

  private static func spread(_ indices: [Int], atMost limit: Int) -> [Int] {
    if indices.count <= limit { return indices }
    if limit <= 0 { return [] }
    if limit == 1 { return [indices[0]] }
    return (0..<limit).map { indices[$0 * (indices.count - 1) / (limit - 1)] }
  }
}
