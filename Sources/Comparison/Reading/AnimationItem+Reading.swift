import CodecInterface
import FileAccess
import PortableMath
import Raster
import VisualDiff

extension AnimationItem {
  /// Reads all frames of both in step; memory stays that of two. Frames of one number are compared
  /// on the way, so that animations that differ in every frame need not be decoded twice, unless
  /// they look as if they had only changed places.
  ///
  /// - Parameter isQuantized: whether frames are to be paired by likeness.
  /// - Throws: `.badData` for sizes whose common canvas has too many pixels.
  init(
    reading first: ComparedSource, _ second: ComparedSource, _ request: DiffRequest,
    isQuantized: Bool
  ) throws(HeaderKitError) {
    var left = SideReader(
      source: first, isQuantized: isQuantized, stream: try first.open(limits: request.limits))
    var right = SideReader(
      source: second, isQuantized: isQuantized, stream: try second.open(limits: request.limits))
    var differences: [Int: ImageDifference] = [:]
    var likeness = LikenessInStep()
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
        likeness.suggestsPair(one.signature, other.signature)
      {
        differences[one.frames.lowerBound] = request.pictures.difference(
          before.pixmap, after.pixmap, at: one.start)
      }
    }
    self.init(
      request: request, first: try left.side(), second: try right.side(), differences: differences)
  }

  /// Two sides whose frames are known as they were before encoding: equal hashes are equal frames,
  /// whatever encoders made of them.
  ///
  /// Nil unless both files record their frames, or one that is quantised does and the other is
  /// stored without loss, and nil for pictures that differ.
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
    var own = left.recordedFileIsLossy || right.recordedFileIsLossy ? request.quantized() : request
    if !haveExactTimes { own.timing = own.timing.rounded(toUnitsPerSecond: 1000) }
    self.init(request: own, first: left, second: right, knowsTrueFrames: true)
    let showsSameFrames = left.timeline.frames.map(\.hash) == right.timeline.frames.map(\.hash)
    guard isAnimation || showsSameFrames else { return nil }
  }
}

/// Finds frames of one number that will not be paired: where one is more like the frame before the
/// other, frames were dropped or inserted, and comparing them now would be work for nothing.
private struct LikenessInStep {
  private var before: (first: FrameSignature, second: FrameSignature)?

  /// Takes the next frames; true where nothing is known of their likeness.
  mutating func suggestsPair(_ first: FrameSignature?, _ second: FrameSignature?) -> Bool {
    guard let first, let second else { return true }
    defer { before = (first, second) }
    guard let before else { return true }
    let distance = first.distance(to: second)
    return distance <= first.distance(to: before.second)
      && distance <= before.first.distance(to: second)
  }
}

/// Throws `.badData` where the canvas that holds both pictures has more pixels than one picture may
/// have: masks and the picture of a difference are as large, and 1 x 65536 beside 65536 x 1 makes
/// four billion pixels of two small files.
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
