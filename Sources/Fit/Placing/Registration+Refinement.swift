import FileAccess
import HeaderModel
import Raster

/// Refinement of a placement at increasing resolution.
extension Registration {
  /// The numbers of candidates that are refined further: those with the smallest distances and
  /// those with the largest gains.
  private static let (maxByDistance, maxByGain) = (3, 2)
  /// The maximum vertical error of a candidate in template pixels.
  private static let maxVerticalError = 4
  /// The parts of a step used in the last refinement of offsets.
  private static let stepParts = 4
  /// The relative tolerance within which a recording's scale counts as an integer device scale.
  private static let integerScaleTolerance = 0.004

  private func refinement(
    _ frames: [Pixmap], _ painter: CandidatePainter, maxScale: Double = 2,
    near placement: ScreenPlacement, isScaleKnown: Bool = true
  ) -> PlacementRefinement {
    PlacementRefinement(
      frames, backgroundModel: backgroundModel, offsets: painter.offsets, maxScale: maxScale,
      near: placement, isScaleKnown: isScaleKnown, jobs: jobs)
  }

  /// Refines the candidates, which are sorted by gain, and returns the one with the smallest
  /// distance.
  func best(
    _ guesses: [PlacementEstimate], _ frames: [Pixmap], isScaleKnown: Bool
  ) async throws(HeaderKitError) -> PlacementEstimate? {
    let (unit, fine) = (templates.unit, scenes.onePixelPerPoint)
    let rough = try scenes.painter(pixelsPerPoint: min(1, max(0.25, 0.5 / unit)))
    func refinement(_ placement: ScreenPlacement) -> PlacementRefinement {
      self.refinement(frames, fine, maxScale: 1, near: placement, isScaleKnown: isScaleKnown)
    }
    var estimates = guesses
    for index in estimates.indices {
      try await refinement(estimates[index].placement).findPlacement(
        &estimates[index], rough, maxScale: 0.17 / unit, points: 1.5 * unit...6 * unit)
    }
    let byDistance = estimates.indices.sorted { estimates[$0].distance < estimates[$1].distance }
    let chosen = byDistance.enumerated().filter {
      $0.offset < Registration.maxByDistance || $0.element < Registration.maxByGain
    }.map { estimates[$0.element] }
    func steps(_ points: Double) -> Int {
      max(1, Int((points * unit * fine.offsets.stepsPerPoint).rounded()))
    }
    var best: PlacementEstimate?
    for var estimate in chosen {
      let refinement = refinement(estimate.placement)
      // If all content scrolls, the templates may have matched wrong offsets and memory states at a
      // wrong position. Try estimates at nearby positions too.
      let nearby = templates.nearest(
        frames, near: estimate.placement, pixels: Registration.maxVerticalError)
      var nearest: PlacementEstimate?
      for var tried in [estimate] + nearby {
        try await refinement.findOffsets(
          &tried, rough, maxScale: 0.25 / unit, reach: steps(12), stride: steps(2))
        tried.distance = try await refinement.cost(
          tried, rough, maxScale: 0.25 / unit, below: nearest?.distance ?? .infinity)
        if tried.distance < nearest?.distance ?? .infinity { nearest = tried }
      }
      if let nearest { estimate = nearest }
      for (round, reach) in [24.0, 8, 4].enumerated() {
        let isLast = round == 2
        let maxScale = (isLast ? 0.5 : 0.25) / unit
        let painter = isLast ? fine : rough
        // Stop if the candidate is far behind the best after the first round.
        if round == 1, let best {
          let limit = Registration.fullFrameMargin * best.distance + Registration.noise
          let cost = try await refinement.cost(
            estimate, rough, maxScale: 0.5 / unit, below: limit)
          if cost == .infinity { break }
        }
        try await refinement.slide(
          &estimate, painter, maxScale: maxScale, reach: steps(reach), stride: steps(reach / 12))
        try await refinement.findPlacement(
          &estimate, painter, maxScale: maxScale, points: 0.06 / maxScale...4 * unit)
        try await refinement.findOffsets(
          &estimate, painter, maxScale: 0.5 / unit, reach: steps(3), stride: steps(0.5))
      }
      estimate.distance = try await refinement.cost(
        estimate, fine, maxScale: 0.5 / unit, below: best?.distance ?? .infinity)
      if estimate.distance < best?.distance ?? .infinity { best = estimate }
    }
    return best
  }

  /// Finds the offsets of the frames for a known placement.
  func estimate(
    _ placement: ScreenPlacement, _ painter: CandidatePainter
  ) async throws(HeaderKitError) -> PlacementEstimate {
    let frames = distinctSamples(Registration.maxFineFrames).map(\.picture)
    var estimate = templates.nearest(frames, at: placement)
    let stepsPerPoint = scenes.onePixelPerPoint.offsets.stepsPerPoint
    try await refinement(frames, scenes.onePixelPerPoint, near: placement).findOffsets(
      &estimate, scenes.onePixelPerPoint, maxScale: 0.5,
      reach: max(Int(14 * stepsPerPoint), templates.stride), stride: Int(2 * stepsPerPoint))
    let ratio = painter.offsets.stepsPerPoint / stepsPerPoint
    estimate.steps = estimate.steps.map { Int((Double($0) * ratio).rounded()) }
    try await refinement(frames, painter, near: placement).findOffsets(
      &estimate, painter, maxScale: 0.5, reach: Int((2.5 * stepsPerPoint * ratio).rounded()),
      stride: max(1, Int((0.5 * stepsPerPoint * ratio).rounded())))
    return estimate
  }

  /// Performs the last refinement, on pictures at device scale. Uses the header's own scale, or the
  /// recording's if that is closer: as the scale of the device, or only of the pictures.
  ///
  /// - Parameters:
  ///   - estimate: The known offsets of the frames for `placement`. `nil` searches for them.
  ///   - isExact: Whether `placement` is kept, because the recording shows exactly the screen or
  ///     the request determines it. `false` moves and scales the screen.
  func finelyRefined(
    _ placement: ScreenPlacement, estimate: PlacementEstimate? = nil, isScaleKnown: Bool,
    isExact: Bool
  ) async throws(HeaderKitError) -> FoundScreen {
    let reduced = try scenes.reduced()
    let frames = distinctSamples(Registration.maxFineFrames)
    // `finer` paints with the same steps per point at a finer scale, for the smallest moves.
    func evaluate(
      _ painter: CandidatePainter, finer: CandidatePainter
    ) async throws(HeaderKitError) -> PlacementEstimate {
      var estimate = try await self.estimate(placement, painter)
      guard !isExact else { return estimate }
      var refinement = refinement(
        frames.map(\.picture), painter, near: placement, isScaleKnown: isScaleKnown)
      for _ in 0..<3 {
        guard try await refinement.solve(&estimate, painter, maxScale: 1) else { break }
      }
      refinement.backgroundModel = backgroundModel.leveled(to: estimate.distance)
      for (reach, maxMove, maxScale, painter) in [(6, 0.5, 0.5, painter), (3, 0.25, 1, finer)] {
        try await refinement.slide(&estimate, painter, maxScale: maxScale, reach: reach)
        try await refinement.findPlacement(
          &estimate, painter, maxScale: 1, points: maxMove / 16...maxMove)
        try await refinement.findOffsets(&estimate, painter, maxScale: maxScale, reach: 2)
      }
      // Scrolled content keeps the screen at whole steps. Search between them.
      let parts = Registration.stepParts
      refinement.offsets.refine(&estimate.steps, by: parts)
      for _ in 0..<2 {
        try await refinement.slide(&estimate, finer, maxScale: 1, reach: parts)
        try await refinement.findPlacement(&estimate, finer, maxScale: 1, points: 1.0 / 64...0.125)
        try await refinement.findOffsets(&estimate, finer, maxScale: 1, reach: parts)
      }
      refinement.offsets.coarsen(&estimate.steps, by: parts)
      return estimate
    }
    let scale = placement.pixelsPerPoint.rounded()
    let mayBeOtherScale =
      !isScaleChosen && (1...3).contains(scale) && scale != scenes.device.scale
      && abs(placement.pixelsPerPoint / scale - 1) < Registration.integerScaleTolerance
    let coarse = mayBeOtherScale ? reduced : scenes.onePixelPerPoint
    var best =
      if let estimate, !mayBeOtherScale { estimate } else {
        try await evaluate(coarse, finer: reduced)
      }
    var (painter, offsets) = (reduced, coarse.offsets)
    if mayBeOtherScale {
      // A render of the header's own device at that scale, and a device of that scale.
      for other in [
        try scenes.painter(pixelsPerPoint: scale), try scenes.painter(deviceScale: scale),
      ] {
        let otherEstimate = try await evaluate(other, finer: other)
        if otherEstimate.distance < 0.95 * best.distance {
          (best, painter, offsets) = (otherEstimate, other, other.offsets)
        }
      }
    }
    return FoundScreen(
      placement: best.placement, painter: painter, distance: best.distance,
      matches: zip(frames, best.steps).map { ($0.index, offsets.offset($1)) },
      isApproximate: !isExact)
  }
}
