import FileAccess
import HeaderModel
import PortableMath
import Raster
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
  /// Frames that the last steps look at.
  static let fineFrames = 5
  /// Guesses that are looked at closely.
  private static let guesses = 5
  /// A recording of the screen's shape is taken to show all of it, and nothing else, unless another
  /// place explains it better by so many times, beyond what is noise.
  private static let wholeMargin = 1.6
  /// What a recording differs by from the header that it shows: the mean of squared levels.
  private static let noise = 30.0
  /// A recording that has whole pixels to a point, within this, may be a device's of that scale.
  private static let wholeScale = 0.004

  /// A screen that was found.
  struct Place {
    var placement: ScreenPlacement
    /// Paints as the device that it was recorded on.
    var painter: CandidatePainter
    /// Whether it may lie a little elsewhere: neither the recording's shape nor the user says it.
    var isOpen = false
  }

  /// Nil where the recording shows no place.
  func find(
    _ survey: RecordingSurvey, region: PixelRect?, pointsPerPixel: Double?
  ) async throws(HeaderKitError) -> Place? {
    let coarsePainter = scenes.onePixelAPoint
    let painter = scenes.device
    let sweeps = scenes.sweeps(coarsePainter)
    if let region {
      let across = Double(region.width) / painter.canvasWidth
      var placement = ScreenPlacement(
        pixelsPerPoint: across, x: Double(region.x), y: Double(region.y))
      let height = painter.canvasHeight * across
      if abs(Double(region.height) - height) <= 1 {
        placement.stretch = Double(region.height) / height
      }
      return Place(placement: placement, painter: painter)
    }
    let samples = survey.samples.map(\.picture)
    let templates = try await ScreenTemplates(coarsePainter, sweeps: sweeps, jobs: jobs)
    let search = PlacementSearch(templates: templates, jobs: jobs)
    var whole: PlacementRefinement.Estimate?
    if pointsPerPixel == nil, let placement = self.whole(survey.size, coarsePainter) {
      let estimate = try self.estimate(placement, samples, search, coarsePainter)
      if estimate.distance < Registration.noise {
        return try sharpened(placement, samples, search, isScaleKnown: false, isWhole: true)
      }
      whole = estimate
    }
    let frames = Registration.chosen(samples, Registration.frames)
    let guesses = try await search.guesses(
      frames, scale: pointsPerPixel.map { 1 / $0 }, most: Registration.guesses)
    let isScaleKnown = pointsPerPixel != nil
    guard
      let best = try best(
        guesses, templates, frames, offsets: sweeps.grid, isScaleKnown: isScaleKnown)
    else { return nil }
    if let whole, whole.distance <= Registration.wholeMargin * best.distance + Registration.noise {
      return try sharpened(
        whole.placement, samples, search, isScaleKnown: false, isWhole: true)
    }
    return try sharpened(
      best.placement, samples, search, isScaleKnown: isScaleKnown, isWhole: false)
  }

  /// A place that is open, looked at again with other frames.
  func find(
    _ place: Place, _ samples: [Pixmap], isScaleKnown: Bool
  ) async throws(HeaderKitError) -> Place {
    let sweeps = scenes.sweeps(scenes.onePixelAPoint)
    let templates = try await ScreenTemplates(
      scenes.onePixelAPoint, sweeps: sweeps, jobs: jobs)
    return try sharpened(
      place.placement, samples, PlacementSearch(templates: templates, jobs: jobs),
      isScaleKnown: isScaleKnown, isWhole: false)
  }

  /// The best guess, sharpened on pictures of one pixel a point.
  private func best(
    _ guesses: [PlacementGuess], _ templates: ScreenTemplates, _ frames: [Pixmap],
    offsets: OffsetGrid, isScaleKnown: Bool
  ) throws(HeaderKitError) -> PlacementRefinement.Estimate? {
    let painter = scenes.onePixelAPoint
    let refinement = PlacementRefinement(frames: frames, offsets: offsets, distance: distance)
    var estimates: [PlacementRefinement.Estimate] = []
    for guess in guesses {
      var estimate = PlacementRefinement.Estimate(
        placement: guess.placement, headers: guess.templates.map { templates.headers[$0] },
        steps: guess.templates.map { templates.steps[$0] })
      try refinement.findPlace(
        &estimate, painter, finest: 0.17, points: 1.5...6, isScaleKnown: isScaleKnown)
      estimates.append(estimate)
    }
    estimates.sort { $0.distance < $1.distance }
    func steps(_ points: Double) -> Int {
      max(1, Int((points * offsets.stepsPerPoint).rounded()))
    }
    var best: PlacementRefinement.Estimate?
    for var estimate in estimates.prefix(3) {
      try refinement.findOffsets(
        &estimate, painter, finest: 0.25, reach: steps(12), stride: steps(2))
      for (reach, finest) in [(24.0, 0.25), (8, 0.25), (4, 0.5)] {
        try refinement.slide(
          &estimate, painter, finest: finest, reach: steps(reach), stride: steps(reach / 12))
        try refinement.findPlace(
          &estimate, painter, finest: finest, points: 0.06 / finest...4,
          isScaleKnown: isScaleKnown)
        try refinement.findOffsets(
          &estimate, painter, finest: 0.5, reach: steps(3), stride: steps(0.5))
      }
      if estimate.distance < best?.distance ?? .infinity { best = estimate }
    }
    return best
  }

  /// Where frames are in the scroll, the screen's place given.
  private func estimate(
    _ placement: ScreenPlacement, _ samples: [Pixmap], _ search: PlacementSearch,
    _ painter: CandidatePainter
  ) throws(HeaderKitError) -> PlacementRefinement.Estimate {
    let frames = Registration.chosen(samples, Registration.fineFrames)
    let templates = search.templates
    let choices = search.templates(frames, at: placement)
    let offsets = scenes.sweeps(painter).grid
    let perPoint = offsets.stepsPerPoint
    let ratio = perPoint / scenes.sweeps(scenes.onePixelAPoint).grid.stepsPerPoint
    var estimate = PlacementRefinement.Estimate(
      placement: placement, headers: choices.map { templates.headers[$0] },
      steps: choices.map { Int((Double(templates.steps[$0]) * ratio).rounded()) })
    let refinement = PlacementRefinement(frames: frames, offsets: offsets, distance: distance)
    for (points, stride) in [(14.0, 2.0), (2.5, 0.5)] {
      try refinement.findOffsets(
        &estimate, painter, finest: 0.5, reach: Int((points * perPoint).rounded()),
        stride: max(1, Int((stride * perPoint).rounded())))
    }
    return estimate
  }

  /// The last steps, on pictures as the device draws them: as the header's, or as one of the
  /// recording's own scale where they come nearer.
  ///
  /// - Parameter isWhole: whether the recording shows the screen and nothing else.
  private func sharpened(
    _ placement: ScreenPlacement, _ samples: [Pixmap], _ search: PlacementSearch,
    isScaleKnown: Bool, isWhole: Bool
  ) throws(HeaderKitError) -> Place {
    var painters = [placement.pixelsPerPoint < 2 ? try scenes.reduced() : scenes.device]
    let scale = placement.pixelsPerPoint.rounded()
    if !isScaleChosen, (1...3).contains(scale), scale != scenes.device.scale,
      abs(placement.pixelsPerPoint / scale - 1) < Registration.wholeScale
    {
      painters.append(try scenes.painter(scale: Int(scale)))
    }
    var best: (estimate: PlacementRefinement.Estimate, painter: CandidatePainter)?
    for painter in painters {
      var estimate = try self.estimate(placement, samples, search, painter)
      let refinement = PlacementRefinement(
        frames: Registration.chosen(samples, Registration.fineFrames),
        offsets: scenes.sweeps(painter).grid, distance: distance)
      if !isWhole {
        for _ in 0..<3 {
          guard try refinement.solve(&estimate, painter, finest: 1, isScaleKnown: isScaleKnown)
          else { break }
        }
        for (reach, most) in [(6, 0.5), (3, 0.12)] {
          try refinement.slide(&estimate, painter, finest: 0.5, reach: reach, stride: 1)
          try refinement.findPlace(
            &estimate, painter, finest: 1, points: most / 8...most, isScaleKnown: isScaleKnown)
          try refinement.findOffsets(&estimate, painter, finest: 0.5, reach: 2, stride: 1)
        }
      }
      if estimate.distance < 0.95 * (best?.estimate.distance ?? .infinity) {
        best = (estimate, painter)
      }
    }
    return Place(
      placement: best?.estimate.placement ?? placement, painter: best?.painter ?? painters[0],
      isOpen: !isWhole)
  }

  /// Where the screen is in a recording of its shape: it fills it. Nil for other shapes.
  private func whole(_ size: PixelSize, _ painter: CandidatePainter) -> ScreenPlacement? {
    let shape = painter.canvasHeight / painter.canvasWidth
    let across = Double(size.width) / painter.canvasWidth
    let down = Double(size.height) / painter.canvasHeight
    // Both sides were rounded to whole pixels.
    guard abs(Double(size.width) * shape - Double(size.height)) <= 0.5 * shape + 0.5 else {
      return nil
    }
    return ScreenPlacement(pixelsPerPoint: across, x: 0, y: 0, stretch: down / across)
  }

  /// A few frames, spread, that differ from each other.
  private static func chosen(_ frames: [Pixmap], _ most: Int) -> [Pixmap] {
    var different: [Pixmap] = []
    for frame in frames where different.last != frame { different.append(frame) }
    return HeaderVerdict.spread(different, most)
  }
}
