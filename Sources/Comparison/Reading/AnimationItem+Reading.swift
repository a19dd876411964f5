import CodecInterface
import FileAccess
import PortableMath
import Raster
import VisualDiff

extension AnimationItem {
  /// Reads and compares both sides frame by frame, with one frame of each in memory.
  ///
  /// Frames with the same index are compared at once, so that two animations that differ in every
  /// frame need not be decoded twice. Such a pair is skipped if the frames seem to be shifted,
  /// because pairing will then assign them to other frames.
  ///
  /// - Parameter isQuantized: Whether frames will be paired by similarity.
  /// - Throws: `.badData` if the canvas that contains both pictures has too many pixels.
  init(
    reading first: ComparedSource, _ second: ComparedSource, _ request: DiffRequest,
    isQuantized: Bool
  ) throws(HeaderKitError) {
    var left = SideReader(
      source: first, isQuantized: isQuantized, stream: try first.open(limits: request.limits))
    var right = SideReader(
      source: second, isQuantized: isQuantized, stream: try second.open(limits: request.limits))
    var differences: [Int: ImageDifference] = [:]
    var predictor = PairPredictor()
    while true {
      let before = try left.stream.next()
      let after = try right.stream.next()
      if before == nil, after == nil { break }
      let areEqual = before != nil && before?.pixmap == after?.pixmap
      var (one, other): (FrameRun?, FrameRun?)
      if let before { one = try left.add(before) }
      if let after { other = try right.add(after, equalTo: areEqual ? one : nil) }
      guard let before, let after, let one, let other else { continue }
      try checkCanvas(before.pixmap.size, after.pixmap.size, second.path, request.limits)
      if !areEqual, !left.hashes.contains(other.hash), !right.hashes.contains(one.hash),
        predictor.suggestsPair(one.signature, other.signature)
      {
        differences[one.frames.lowerBound] = request.pictures.difference(
          before.pixmap, after.pixmap, at: one.start)
      }
    }
    self.init(
      request: request, first: try left.side(), second: try right.side(), differences: differences)
  }

  /// Compares the frame hashes that files record of their frames before encoding: frames are equal
  /// if their hashes are, even if the encoder changed their pixels.
  ///
  /// `nil` unless both files have a record, or one lossy file has one and the other file is
  /// lossless. Also `nil` for two stills that differ, because stills are compared by their pixels.
  init?(
    recordsOf first: ComparedSource, _ second: ComparedSource, _ request: DiffRequest
  ) throws(HeaderKitError) {
    var left = try AnimationSide(recordOf: first, limits: request.limits)
    var right = try AnimationSide(recordOf: second, limits: request.limits)
    let haveExactTimes = left != nil && right != nil
    if left == nil, right?.recordedFileIsLossy == true, first.isLossless {
      left = try AnimationSide(reading: first, limits: request.limits)
    } else if right == nil, left?.recordedFileIsLossy == true, second.isLossless {
      right = try AnimationSide(reading: second, limits: request.limits)
    }
    guard let left, let right else { return nil }
    var itemRequest =
      left.recordedFileIsLossy || right.recordedFileIsLossy ? request.quantized() : request
    if !haveExactTimes { itemRequest.timing = itemRequest.timing.rounded(toUnitsPerSecond: 1000) }
    self.init(request: itemRequest, first: left, second: right, hasHashesBeforeEncoding: true)
    let showsSameFrames = left.timeline.frames.map(\.hash) == right.timeline.frames.map(\.hash)
    guard isAnimation || showsSameFrames else { return nil }
  }
}

/// Predicts which frames with the same index will not be paired. If a frame is more similar to the
/// previous frame of the other side, frames were dropped or inserted, and a comparison now would be
/// wasted.
private struct PairPredictor {
  private var before: (first: FrameSignature, second: FrameSignature)?

  /// Adds the next frame of each side. Returns `true` if the two may be a pair, also if their
  /// similarity is unknown.
  mutating func suggestsPair(_ first: FrameSignature?, _ second: FrameSignature?) -> Bool {
    guard let first, let second else { return true }
    defer { before = (first, second) }
    guard let before else { return true }
    let distance = first.distance(to: second)
    return distance <= first.distance(to: before.second)
      && distance <= before.first.distance(to: second)
  }
}

/// Checks the size of the canvas that contains both pictures.
///
/// Masks and difference images have the size of this canvas. Without the check, two small files of
/// 1 x 65536 and 65536 x 1 pixels would allocate four billion pixels.
///
/// - Throws: `.badData` if the canvas exceeds the pixel limit.
func checkCanvas(
  _ first: PixelSize, _ second: PixelSize, _ path: String, _ limits: RenderLimits
) throws(HeaderKitError) {
  let width = max(first.width, second.width)
  let height = max(first.height, second.height)
  let (pixels, overflows) = width.multipliedReportingOverflow(by: height)
  guard overflows || pixels > limits.pixels else { return }
  throw HeaderKitError(
    .badData, subject: .file(path),
    reason: "is \(second.width) x \(second.height), the baseline \(first.width) x \(first.height): "
      + "together more than \(limits.pixels.grouped) pixels",
    remedy: "raise the limit with \(.pixelLimit)")
}
