import FileAccess
import HeaderModel
import PortableMath
import Raster

/// A path replayed frame by frame, with offsets refined between grid steps and the frames prepared
/// for judging.
struct FollowedPath {
  let path: RecordingPath
  /// The result for each frame, in recording order.
  let frames: [FitReport.Frame]
  /// The frames to judge. Repetitions of the previous frame are left out.
  private(set) var judged: [JudgedFrame]

  init(_ path: RecordingPath) throws(HeaderKitError) {
    let (painter, offsets, grid) = (path.painter, path.offsets, path.grid)
    let step = 1 / offsets.stepsPerPoint
    var frames: [FitReport.Frame] = []
    var judged: [JudgedFrame] = []
    var last: (state: HeaderState, frame: Pixmap, refined: RefinedOffset, distance: Double)?
    try path.follow(path.start) { index, header throws(HeaderKitError) in
      let (fit, frame, time) = (path.fits[index], path.frames[index], path.times[index])
      var current = header
      let state = try current.evaluatedState(at: time)
      let offset = offsets.offset(fit.step)
      var refined: RefinedOffset
      // The distance over the pixels that are not masked. That of the search counts all pixels.
      let distance: Double
      if let last, last.frame == frame, last.state.layers == state.layers {
        (refined, distance) = (last.refined, last.distance)
      } else {
        let expected = try painter.job(state).picture(on: grid)
        let mask = painter.mask(state, on: grid)
        let recorded = mask.covered(frame, by: expected)
        distance = mask.distance(frame, expected)
        func neighbor(_ offset: Double) throws(HeaderKitError) -> Pixmap {
          let state = try header.evaluatedState(afterScrollTo: offset, at: time)
          return mask.covered(try painter.job(state).picture(on: grid), by: expected)
        }
        refined = RefinedOffset(
          recorded, offset: offset, picture: expected, below: try neighbor(offset - step),
          above: try neighbor(offset + step), step: step)
        judged.append(
          JudgedFrame(
            index: index, time: time, offset: offset, header: header, recorded: recorded,
            grossPixels: FrameComparison.grossPixels(recorded, expected, within: grid.size.bounds)))
      }
      last = (state, frame, refined, distance)
      if fit.margin < PathLattice.noise { refined.uncertainty = nil }
      frames.append(
        FitReport.Frame(
          time: time, offset: refined.offset, uncertainty: refined.uncertainty,
          distance: distance.squareRoot(), phase: state.phase, memory: state.memory,
          possibleOffsets: fit.range, isDragging: fit.path == .drag))
    }
    self.path = path
    self.frames = frames
    self.judged = judged
  }

  /// Returns the path with only those frames judged whose index satisfies `isJudged`.
  func judging(_ isJudged: (Int) -> Bool) -> FollowedPath {
    var result = self
    result.judged = judged.filter { isJudged($0.index) }
    return result
  }

  /// Returns pictures of frames at even distances and of all `deviating` frames, each with the
  /// header's picture.
  func pictures(with deviating: [Int]) throws(HeaderKitError) -> [FitPicture] {
    let pictured = Set(Array(frames.indices).spread(FitPicture.maxSampled) + deviating)
    var pictures: [FitPicture] = []
    try path.follow(path.start) { index, header throws(HeaderKitError) in
      guard pictured.contains(index) else { return }
      let state = try header.evaluatedState(
        afterScrollTo: frames[index].offset, at: frames[index].time)
      let expected = try path.painter.job(state).picture(on: path.grid)
      pictures.append(
        try FitPicture(frame: index, recorded: path.frames[index], expected: expected))
    }
    return pictures
  }
}

/// An offset refined between grid steps, and its uncertainty. Computed with one Gauss-Newton step
/// over the pixels whose difference is below the cap.
struct RefinedOffset: Hashable, Sendable {
  /// The offset in points from rest.
  private(set) var offset: Double
  /// The half width of the 95 % confidence interval in points, or `nil` if the picture does not
  /// determine the offset.
  var uncertainty: Double?

  /// The resolution of offsets: parts per point.
  private static let perPoint = 20.0
  /// The maximum uncertainty in points for an offset to count as determined.
  static let maxUncertainty = 0.5
  /// The number of neighboring pixels that count as one independent sample, because their noise is
  /// correlated.
  static let correlatedPixels = 12.0

  /// Refines `offset` with the header's pictures at it, and one step of `step` points below and
  /// above it.
  init(
    _ frame: Pixmap, offset: Double, picture: Pixmap, below: Pixmap, above: Pixmap, step: Double
  ) {
    self.offset = offset
    let frameBytes = frame.bytes.span
    let bytes = picture.bytes.span
    let belowBytes = below.bytes.span
    let aboveBytes = above.bytes.span
    var (gradients, products, squares, count) = (0, 0, 0, 0)
    var (changesBelow, changesAbove) = (0, 0)
    for index in bytes.indices {
      let residual = Int(frameBytes[index]) - Int(bytes[index])
      guard abs(residual) < Int(RecordingFit.cap) else { continue }
      let fromBelow = Int(bytes[index]) - Int(belowBytes[index])
      let toAbove = Int(aboveBytes[index]) - Int(bytes[index])
      // Twice the change per step.
      let change = fromBelow + toAbove
      gradients += change * change
      products += change * residual
      squares += residual * residual
      changesBelow += fromBelow * fromBelow
      changesAbove += toAbove * toAbove
      count += 1
    }
    // If the picture does not change on one side, the offset may be anywhere on that side.
    let determining = 4 * min(changesBelow, changesAbove)
    guard gradients > 0, determining > 0 else { return }
    let variance = Double(squares) / Double(count) + 1
    let error =
      2 * step * (4 * variance * RefinedOffset.correlatedPixels / Double(determining)).squareRoot()
    guard error <= RefinedOffset.maxUncertainty else { return }
    let perPoint = RefinedOffset.perPoint
    let move = min(max(2 * Double(products) / Double(gradients), -1), 1) * step
    self.offset = ((offset + move) * perPoint).rounded() / perPoint
    uncertainty = max(error, 0.5 / perPoint)
  }
}
