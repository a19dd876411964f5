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
          mask.covered(try path.picture(of: header, at: offset, time), by: expected)
        }
        refined = OffsetRefinement.refine(
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
    let asked = Set(HeaderVerdict.spread(Array(frames.indices), FitPicture.most) + deviating)
    var pictures: [FitPicture] = []
    try path.follow(path.start) { index, header throws(HeaderKitError) in
      guard asked.contains(index) else { return }
      let frame = frames[index]
      pictures.append(
        try FitPicture(
          frame: index, recorded: path.frames[index],
          expected: try path.picture(of: header, at: frame.offset, frame.time)))
    }
    return pictures
  }
}

extension RecordingPath {
  /// What a header that has come along the path shows at an offset, on `grid`.
  fileprivate func picture(
    of header: HeaderInterpreter, at offset: Double, _ time: Double
  ) throws(HeaderKitError) -> Pixmap {
    var header = header
    try header.take(offset, at: time)
    return try painter.job(try header.shown(at: time)).picture(on: grid)
  }
}
