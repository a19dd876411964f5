import Files
import HeaderModel
import Numerics
import Raster
import Rendering
import VisualDiff

/// Finds where and how large a recording shows the screen: coarse to fine against painted headers.
struct Registration {
  let scenes: FitScenes
  let jobs: Int
  let distance: CappedDistance
  /// Whether the user says how many device pixels a point has.
  let isScaleChosen: Bool

  /// Frames that the search looks at.
  private static let frames = 4
  /// Guesses that are looked at closely.
  private static let guesses = 5
  /// A recording that has whole pixels to a point, within this, may be a device's of that scale.
  private static let wholeScale = 0.004

  /// The placement, the user's own where it is known, and the painter of the device it was
  /// recorded on; nil where the recording shows no place.
  func find(
    _ survey: RecordingSurvey, region: PixelRect?, pointsPerPixel: Double?
  ) async throws(HeaderKitError) -> (ScreenPlacement, CandidatePainter)? {
    let coarsePainter = scenes.onePixelAPoint
    let painter = scenes.device
    let sweeps = scenes.sweeps(coarsePainter)
    if let region {
      let placement = ScreenPlacement(
        pixelsPerPoint: Double(region.width) / painter.canvasWidth, x: Double(region.x),
        y: Double(region.y))
      return (placement, painter)
    }
    let frames = Registration.chosen(survey.samples.map(\.picture))
    let templates = try await ScreenTemplates(coarsePainter, sweeps: sweeps, jobs: jobs)
    let guesses = try await PlacementSearch(templates: templates, jobs: jobs).guesses(
      frames, scale: pointsPerPixel.map { 1 / $0 }, most: Registration.guesses)
    let refinement = PlacementRefinement(
      frames: frames, offsets: sweeps.grid, distance: distance)
    let isScaleKnown = pointsPerPixel != nil
    var estimates: [PlacementRefinement.Estimate] = []
    for guess in guesses {
      var estimate = PlacementRefinement.Estimate(
        placement: guess.placement, headers: guess.templates.map { templates.headers[$0] },
        steps: guess.templates.map { templates.steps[$0] })
      try refinement.findPlace(
        &estimate, coarsePainter, finest: 0.17, points: 1.5...6, isScaleKnown: isScaleKnown)
      estimates.append(estimate)
    }
    estimates.sort { $0.distance < $1.distance }
    let perPoint = sweeps.grid.stepsPerPoint
    func steps(_ points: Double) -> Int { max(1, Int((points * perPoint).rounded())) }
    var best: PlacementRefinement.Estimate?
    for var estimate in estimates.prefix(2) {
      try refinement.findOffsets(
        &estimate, coarsePainter, finest: 0.25, reach: steps(12), stride: steps(2))
      try refinement.slide(
        &estimate, coarsePainter, finest: 0.25, reach: steps(24), stride: steps(2))
      try refinement.findPlace(
        &estimate, coarsePainter, finest: 0.25, points: 0.5...4, isScaleKnown: isScaleKnown)
      try refinement.findOffsets(
        &estimate, coarsePainter, finest: 0.5, reach: steps(3), stride: steps(0.5))
      if estimate.distance < best?.distance ?? .infinity { best = estimate }
    }
    guard var estimate = best else { return nil }
    for finest in [0.34, 0.5] {
      _ = try refinement.solve(
        &estimate, coarsePainter, finest: finest, isScaleKnown: isScaleKnown)
    }
    return try sharpened(estimate, refinement, isScaleKnown: isScaleKnown)
  }

  /// The last steps, on pictures as the device draws them: as the header's, or as one of the
  /// recording's own scale where they come nearer.
  private func sharpened(
    _ estimate: PlacementRefinement.Estimate, _ refinement: PlacementRefinement,
    isScaleKnown: Bool
  ) throws(HeaderKitError) -> (ScreenPlacement, CandidatePainter) {
    var painters = [scenes.device]
    let whole = estimate.placement.pixelsPerPoint.rounded()
    if !isScaleChosen, (1...3).contains(whole), whole != scenes.device.scale,
      abs(estimate.placement.pixelsPerPoint / whole - 1) < Registration.wholeScale
    {
      painters.append(try scenes.painter(scale: Int(whole)))
    }
    var best: (estimate: PlacementRefinement.Estimate, painter: CandidatePainter)?
    for painter in painters {
      var estimate = estimate
      let sweeps = scenes.sweeps(painter)
      let ratio = sweeps.grid.stepsPerPoint / refinement.offsets.stepsPerPoint
      estimate.steps = estimate.steps.map { Int((Double($0) * ratio).rounded()) }
      let fine = PlacementRefinement(
        frames: refinement.frames, offsets: sweeps.grid, distance: distance)
      // Lines of text that the device rounds differently add up over a long list.
      try fine.findOffsets(
        &estimate, painter, finest: 0.5, reach: Int(12 * sweeps.grid.stepsPerPoint), stride: 1)
      for _ in 0..<3 {
        guard try fine.solve(&estimate, painter, finest: 1, isScaleKnown: isScaleKnown) else {
          break
        }
      }
      if estimate.distance < 0.95 * (best?.estimate.distance ?? .infinity) {
        best = (estimate, painter)
      }
    }
    return (best?.estimate.placement ?? estimate.placement, best?.painter ?? scenes.device)
  }

  /// A few frames, spread, that differ from each other.
  private static func chosen(_ frames: [Pixmap]) -> [Pixmap] {
    var different: [Pixmap] = []
    for frame in frames where different.last != frame { different.append(frame) }
    guard different.count > Registration.frames else { return different }
    return (0..<Registration.frames).map {
      different[$0 * (different.count - 1) / (Registration.frames - 1)]
    }
  }
}
