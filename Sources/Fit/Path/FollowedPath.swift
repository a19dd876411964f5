import FileAccess
import HeaderModel
import PortableMath
import Raster

/// A path gone along frame by frame: offsets between the steps of its grid, and what each frame is
/// judged by.
struct FollowedPath {
  let path: RecordingPath
  /// In the recording's order.
  let frames: [FitReport.Frame]
  /// Of frames one after the other that show the same only the first.
  let judged: [JudgedFrame]

  init(_ path: RecordingPath) throws(HeaderKitError) {
    let (painter, offsets, grid) = (path.painter, path.offsets, path.grid)
    let step = 1 / offsets.stepsPerPoint
    var frames: [FitReport.Frame] = []
    var judged: [JudgedFrame] = []
    var last: (state: HeaderState, frame: Pixmap, refined: RefinedOffset)?
    try path.follow(path.start) { index, header throws(HeaderKitError) in
      let (fit, frame, time) = (path.fits[index], path.frames[index], path.times[index])
      var present = header
      let state = try present.shown(at: time)
      let offset = offsets.offset(fit.step)
      var refined: RefinedOffset
      if let last, last.frame == frame, last.state.layers == state.layers {
        refined = last.refined
      } else {
        let expected = try painter.job(state).picture(on: grid)
        let mask = painter.mask(state, on: grid)
        let recorded = mask.covered(frame, by: expected)
        func neighbour(_ offset: Double) throws(HeaderKitError) -> Pixmap {
          let shown = try header.shown(after: offset, at: time)
          return mask.covered(try painter.job(shown).picture(on: grid), by: expected)
        }
        refined = RefinedOffset(
          recorded, offset: offset, picture: expected, below: try neighbour(offset - step),
          above: try neighbour(offset + step), step: step)
        judged.append(
          JudgedFrame(
            index: index, time: time, offset: offset, state: state, recorded: recorded,
            gross: LayerView.grossPixels(recorded, expected, within: grid.size.bounds)))
      }
      last = (state, frame, refined)
      if fit.margin < PathLattice.noise { refined.uncertainty = nil }
      frames.append(
        FitReport.Frame(
          time: time, offset: refined.offset, uncertainty: refined.uncertainty,
          distance: fit.distance.squareRoot(), phase: state.phase, memory: state.memory))
    }
    (self.path, self.frames, self.judged) = (path, frames, judged)
  }

  /// Some frames, spread over the recording, and all of `deviating`, beside the header's pictures of
  /// them.
  func pictures(with deviating: [Int]) throws(HeaderKitError) -> [FitPicture] {
    let asked = Set(Array(frames.indices).spread(FitPicture.most) + deviating)
    var pictures: [FitPicture] = []
    try path.follow(path.start) { index, header throws(HeaderKitError) in
      guard asked.contains(index) else { return }
      let shown = try header.shown(after: frames[index].offset, at: frames[index].time)
      let expected = try path.painter.job(shown).picture(on: path.grid)
      pictures.append(
        try FitPicture(frame: index, recorded: path.frames[index], expected: expected))
    }
    return pictures
  }
}

/// An offset between the steps of the grid, and how well the picture determines it: one step of Gauss
/// and Newton's method on the differences that are not cut off.
struct RefinedOffset: Hashable, Sendable {
  /// Points from rest.
  private(set) var offset: Double
  /// Within this many points, 95 times of 100; nil: the picture does not determine it.
  var uncertainty: Double?

  /// Offsets are determined to so many parts of a point.
  private static let perPoint = 20.0
  /// The most points that a picture may leave open and still be said to determine its offset.
  static let mostUncertainty = 0.5
  /// Noise of neighbouring pixels is correlated: so many of them count as one independent sample.
  static let correlatedPixels = 12.0

  /// By the pictures at an offset, a step of so many points below it and a step above it.
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
      // Twice the change of a step.
      let change = fromBelow + toAbove
      gradients += change * change
      products += change * residual
      squares += residual * residual
      changesBelow += fromBelow * fromBelow
      changesAbove += toAbove * toAbove
      count += 1
    }
    // Where nothing changes on one side, the offset may lie anywhere on it.
    let determining = 4 * min(changesBelow, changesAbove)
    guard gradients > 0, determining > 0 else { return }
    let variance = Double(squares) / Double(count) + 1
    let error =
      2 * step * (4 * variance * RefinedOffset.correlatedPixels / Double(determining)).squareRoot()
    guard error <= RefinedOffset.mostUncertainty else { return }
    let perPoint = RefinedOffset.perPoint
    let move = min(max(2 * Double(products) / Double(gradients), -1), 1) * step
    self.offset = ((offset + move) * perPoint).rounded() / perPoint
    uncertainty = max(error, 0.5 / perPoint)
  }
}
