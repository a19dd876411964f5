import CodecInterface
import Files
import ImageCodecs
import Numerics
import Raster
import Rendering
import VisualDiff

/// What one pass over both sides in step tells. Frames of one number are compared on the way, so
/// that animations that differ in every frame need not be decoded twice.
struct PairSurvey {
  let first: SourceSurvey
  let second: SourceSurvey
  /// What differs between the frames of the same number; not for those that look as if they had
  /// only changed places, and not for frames that are the same.
  let differences: [Int: ImageDifference]

  /// Reads all frames of both; memory stays that of two.
  init(
    _ first: ComparedSource, _ second: ComparedSource, request: DiffRequest
  ) throws(HeaderKitError) {
    var left = try first.open(limits: request.limits)
    var right = try second.open(limits: request.limits)
    var leftCollector = SurveyCollector(path: first.path)
    var rightCollector = SurveyCollector(path: second.path)
    var leftHashes: Set<PixelHash> = []
    var rightHashes: Set<PixelHash> = []
    var differences: [Int: ImageDifference] = [:]
    var time = RationalTime.zero
    while true {
      let before = try left.next()
      let after = try right.next()
      if before == nil, after == nil { break }
      let beforeHash = before.map { PixelHash($0.pixmap) }
      let areEqual = before != nil && before?.pixmap == after?.pixmap
      let afterHash = areEqual ? beforeHash : after.map { PixelHash($0.pixmap) }
      if let beforeHash { leftHashes.insert(beforeHash) }
      if let afterHash { rightHashes.insert(afterHash) }
      if let before, let after, let beforeHash, let afterHash, !areEqual,
        !leftHashes.contains(afterHash), !rightHashes.contains(beforeHash)
      {
        differences[left.index - 1] = request.pictures.difference(
          before.pixmap, after.pixmap, at: time)
      }
      if let before, let beforeHash {
        try leftCollector.add(before, beforeHash)
        time =
          time
          + (RationalTime(before.duration.numerator, over: before.duration.denominator) ?? .zero)
      }
      if let after, let afterHash { try rightCollector.add(after, afterHash) }
    }
    self.first = try leftCollector.survey(plays: left.plays)
    self.second = try rightCollector.survey(plays: right.plays)
    self.differences = differences
  }
}
