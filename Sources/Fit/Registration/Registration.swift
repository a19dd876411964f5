import Files
import HeaderModel
import Numerics
import Raster
import Rendering
import VisualDiff

/// Finds where and how large a recording shows the screen: coarse to fine against painted headers.
struct Registration {
  /// Paints at one device pixel a point, for all but the last steps.
  let coarsePainter: CandidatePainter
  /// Paints as the device does.
  let painter: CandidatePainter
  let sweeps: HeaderSweeps
  let jobs: Int
  let distance: CappedDistance

  /// Frames that the search looks at.
  private static let frames = 4
  /// Guesses that are looked at closely.
  private static let guesses = 5

  /// The placement; the user's own where it is known.
  func find(
    _ survey: RecordingSurvey, region: DeviceRect?, pointsPerPixel: Double?
  ) async throws(HeaderKitError) -> ScreenPlacement? {
    if let region {
      return ScreenPlacement(
        pixelsPerPoint: region.width / painter.canvasWidth, x: region.x, y: region.y)
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
      try refinement.findPlace(
        &estimate, coarsePainter, finest: 0.25, points: 0.5...4, isScaleKnown: isScaleKnown)
      try refinement.findOffsets(
        &estimate, coarsePainter, finest: 0.5, reach: steps(3), stride: steps(0.5))
      if estimate.distance < best?.distance ?? .infinity { best = estimate }
    }
    guard var estimate = best else { return nil }
    for finest in [0.34, 0.5, 1, 1, 1] {
      let painter = finest == 1 ? painter : coarsePainter
      guard
        try refinement.solve(&estimate, painter, finest: finest, isScaleKnown: isScaleKnown)
      else { continue }
    }
    return estimate.placement
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
