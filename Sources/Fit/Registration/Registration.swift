import FileAccess
import HeaderModel
import PortableMath
import Raster
import VisualDiff

/// Finds where and how large a recording shows the screen: coarse to fine against painted headers.
struct Registration {
  let scenes: FitScenes
  let jobs: Int
  /// Whether the user says how many device pixels a point has.
  let isScaleChosen: Bool
  private let size: PixelSize
  private var samples: [(index: Int, picture: Pixmap)]
  private let surroundings: Surroundings
  private let templates: ScreenTemplates

  /// Nil for a recording without frames.
  init?(
    _ scenes: FitScenes, _ survey: RecordingSurvey, isScaleChosen: Bool, jobs: Int
  ) async throws(HeaderKitError) {
    samples = survey.samples
    size = survey.size
    guard let surroundings = Surroundings(samples.map(\.picture)) else { return nil }
    self.surroundings = surroundings
    let painter = try scenes.painter(
      drawnAt: ScreenTemplates.scale(width: scenes.onePixelAPoint.canvasWidth))
    templates = try await ScreenTemplates(painter, sweeps: scenes.sweeps(painter), jobs: jobs)
    (self.scenes, self.isScaleChosen, self.jobs) = (scenes, isScaleChosen, jobs)
  }

  private static let frames = 4
  static let fineFrames = 5
  private static let guesses = 6
  /// Of them, those that are looked at most closely.
  private static let closeGuesses = 3
  /// Of the best guess' gain, so much is another screen's.
  private static let otherGain = 0.4
  /// The screen is not where the user says if the distance elsewhere is so many times as large.
  private static let nearMargin = 0.8
  /// A recording of the screen's shape is taken to show all of it, and nothing else, unless another
  /// place explains it better by so many times, beyond what is noise.
  private static let wholeMargin = 1.6
  /// What a recording differs by from the header that it shows: the mean of squared levels.
  private static let noise = 30.0
  /// A recording that has whole pixels to a point, within this, may be a device's of that scale.
  private static let wholeScale = 0.004

  struct Place {
    var placement: ScreenPlacement
    /// Paints as the device that it was recorded on.
    var painter: CandidatePainter
    /// The mean of the frames that were looked at.
    var distance: Double
    /// These, by index, and where in the scroll they are, in points.
    var looks: [(frame: Int, offset: Double)]
    /// Where else such a screen may be.
    var others: [ScreenPlacement] = []
    /// Where the user says that it is, if it is not there.
    var given: PointRect?
    /// Whether it may lie a little elsewhere: neither the recording's shape nor the user says it.
    var isOpen = false
  }

  /// Nil where the recording shows no place.
  func find(region: PointRect?, pointsPerPixel: Double?) async throws(HeaderKitError) -> Place? {
    let coarsePainter = scenes.onePixelAPoint
    if let region { return try given(region) }
    let isScaleKnown = pointsPerPixel != nil
    var whole: PlacementRefinement.Estimate?
    if !isScaleKnown, let placement = self.whole(size, coarsePainter) {
      let estimate = try self.estimate(placement, coarsePainter)
      if estimate.median < 2 * Registration.noise {
        return try sharpened(placement, estimate, isScaleKnown: false, isWhole: true)
      }
      whole = estimate
    }
    let frames = chosen(Registration.frames).map(\.picture)
    guard
      let search = PlacementSearch(
        frames, templates: templates, surroundings: surroundings, jobs: jobs)
    else { return nil }
    let guesses = try await search.guesses(
      scale: pointsPerPixel.map { 1 / $0 }, most: Registration.guesses)
    // What explains less than that it were no screen is none, unless nothing else is there.
    let screens = guesses.filter { $0.gain > 0 }
    guard
      let best = try best(
        screens.isEmpty ? guesses : screens, frames, isScaleKnown: isScaleKnown)
    else { return nil }
    if let whole, whole.distance <= Registration.wholeMargin * best.distance + Registration.noise {
      return try sharpened(whole.placement, whole, isScaleKnown: false, isWhole: true)
    }
    var place = try sharpened(best.placement, isScaleKnown: isScaleKnown, isWhole: false)
    place.others = others(than: place.placement, guesses)
    return place
  }

  /// A place that is open, looked at again with other frames.
  func find(
    _ place: Place, _ samples: [(index: Int, picture: Pixmap)], isScaleKnown: Bool
  ) throws(HeaderKitError) -> Place {
    var other = self
    other.samples = samples
    var again = try other.sharpened(
      place.placement, isScaleKnown: isScaleKnown, isWhole: false)
    (again.others, again.given) = (place.others, place.given)
    return again
  }

  /// What a few frames differ by where the screen is known.
  func distance(in region: PointRect) throws(HeaderKitError) -> Double {
    let placement = ScreenPlacement(
      pixelsPerPoint: region.width / templates.width, x: region.x, y: region.y)
    return try estimate(placement, scenes.onePixelAPoint).distance
  }

  /// Where the user says that the screen is; near there where that comes much nearer.
  private func given(_ region: PointRect) throws(HeaderKitError) -> Place {
    let (width, height) = (templates.width, templates.height)
    let across = region.width / width
    var placement = ScreenPlacement(pixelsPerPoint: across, x: region.x, y: region.y)
    let isShaped = abs(region.height - height * across) <= 1
    if isShaped { placement.stretch = region.height / (height * across) }
    let exact = try sharpened(placement, isScaleKnown: true, isWhole: true)
    if isShaped, exact.distance < Registration.noise { return exact }
    placement.stretch = 1
    let frames = chosen(Registration.frames).map(\.picture)
    let chosen = PlacementGuess(
      placement: placement, gain: 0, templates: templates.nearest(frames, at: placement))
    guard let best = try best([chosen], frames, isScaleKnown: false) else { return exact }
    var near = try sharpened(best.placement, isScaleKnown: false, isWhole: false)
    guard near.distance < Registration.nearMargin * exact.distance else { return exact }
    near.given = region
    return near
  }

  /// Where else the recording shows what may be such a screen.
  private func others(
    than placement: ScreenPlacement, _ guesses: [PlacementGuess]
  ) -> [ScreenPlacement] {
    let best = guesses.first?.gain ?? 0
    var found = [placement]
    for guess in guesses where guess.gain > Registration.otherGain * best {
      let isApart = found.allSatisfy { other in
        let both = (other.pixelsPerPoint + guess.placement.pixelsPerPoint) / 2
        return abs(other.x - guess.placement.x) > 0.8 * both * templates.width
          || abs(other.y - guess.placement.y) > 0.8 * both * templates.height
      }
      if isApart { found.append(guess.placement) }
    }
    return Array(found.dropFirst())
  }

  private func best(
    _ guesses: [PlacementGuess], _ frames: [Pixmap], isScaleKnown: Bool
  ) throws(HeaderKitError) -> PlacementRefinement.Estimate? {
    let offsets = scenes.sweeps(scenes.onePixelAPoint).grid
    let unit = templates.unit
    let rough = try scenes.painter(drawnAt: min(1, max(0.25, 0.5 / unit)))
    func refinement(_ placement: ScreenPlacement) -> PlacementRefinement {
      PlacementRefinement(
        frames, surroundings: surroundings, offsets: offsets, finest: 1, near: placement)
    }
    var estimates: [PlacementRefinement.Estimate] = []
    for guess in guesses {
      var estimate = PlacementRefinement.Estimate(
        placement: guess.placement, headers: guess.templates.map { templates.headers[$0] },
        steps: guess.templates.map { templates.steps[$0] })
      try refinement(guess.placement).findPlace(
        &estimate, rough, finest: 0.17 / unit, points: 1.5 * unit...6 * unit,
        isScaleKnown: isScaleKnown)
      estimates.append(estimate)
    }
    estimates.sort { $0.distance < $1.distance }
    func steps(_ points: Double) -> Int {
      max(1, Int((points * unit * offsets.stepsPerPoint).rounded()))
    }
    var best: PlacementRefinement.Estimate?
    for var estimate in estimates.prefix(Registration.closeGuesses) {
      let refinement = refinement(estimate.placement)
      try refinement.findOffsets(
        &estimate, rough, finest: 0.25 / unit, reach: steps(12), stride: steps(2))
      for (round, reach) in [24.0, 8, 4].enumerated() {
        let isLast = round == 2
        let finest = (isLast ? 0.5 : 0.25) / unit
        let painter = isLast ? scenes.onePixelAPoint : rough
        // What stays far behind after the first round is another place.
        if round == 1, let best,
          try refinement.cost(estimate, rough, finest: 0.5 / unit)
            > Registration.wholeMargin * best.distance + Registration.noise
        {
          break
        }
        try refinement.slide(
          &estimate, painter, finest: finest, reach: steps(reach), stride: steps(reach / 12))
        try refinement.findPlace(
          &estimate, painter, finest: finest, points: 0.06 / finest...4 * unit,
          isScaleKnown: isScaleKnown)
        try refinement.findOffsets(
          &estimate, painter, finest: 0.5 / unit, reach: steps(3), stride: steps(0.5))
      }
      estimate.distance = try refinement.cost(
        estimate, scenes.onePixelAPoint, finest: 0.5 / unit)
      if estimate.distance < best?.distance ?? .infinity { best = estimate }
    }
    return best
  }

  /// Where frames are in the scroll, the screen's place given.
  private func estimate(
    _ placement: ScreenPlacement, _ painter: CandidatePainter
  ) throws(HeaderKitError) -> PlacementRefinement.Estimate {
    let frames = chosen(Registration.fineFrames).map(\.picture)
    let choices = templates.nearest(frames, at: placement)
    var estimate = PlacementRefinement.Estimate(
      placement: placement, headers: choices.map { templates.headers[$0] },
      steps: choices.map { templates.steps[$0] })
    let coarse = fine(frames, scenes.onePixelAPoint, near: placement)
    let perPoint = coarse.offsets.stepsPerPoint
    try coarse.findOffsets(
      &estimate, scenes.onePixelAPoint, finest: 0.5,
      reach: max(Int(14 * perPoint), templates.stride), stride: Int(2 * perPoint))
    let refinement = fine(frames, painter, near: placement)
    let ratio = refinement.offsets.stepsPerPoint / perPoint
    estimate.steps = estimate.steps.map { Int((Double($0) * ratio).rounded()) }
    try refinement.findOffsets(
      &estimate, painter, finest: 0.5, reach: Int((2.5 * perPoint * ratio).rounded()),
      stride: max(1, Int((0.5 * perPoint * ratio).rounded())))
    return estimate
  }

  private func fine(
    _ frames: [Pixmap], _ painter: CandidatePainter, near placement: ScreenPlacement
  ) -> PlacementRefinement {
    PlacementRefinement(
      frames, surroundings: surroundings, offsets: scenes.sweeps(painter).grid,
      finest: 2, near: placement)
  }

  /// The last steps, on pictures as the device draws them: as the header's, or as one of the
  /// recording's own scale where they come nearer.
  ///
  /// - Parameters:
  ///   - known: where the frames are in the scroll, if that is known.
  ///   - isWhole: whether the recording shows the screen and nothing else.
  private func sharpened(
    _ placement: ScreenPlacement, _ known: PlacementRefinement.Estimate? = nil,
    isScaleKnown: Bool, isWhole: Bool
  ) throws(HeaderKitError) -> Place {
    let reduced = try scenes.reduced()
    let frames = chosen(Registration.fineFrames)
    /// - Parameter finer: of as many steps to a point, for what moves the place least.
    func look(
      _ painter: CandidatePainter, finer: CandidatePainter
    ) throws(HeaderKitError) -> PlacementRefinement.Estimate {
      var estimate = try self.estimate(placement, painter)
      guard !isWhole else { return estimate }
      let refinement = fine(frames.map(\.picture), painter, near: placement)
      for _ in 0..<3 {
        guard try refinement.solve(&estimate, painter, finest: 1, isScaleKnown: isScaleKnown)
        else { break }
      }
      for (reach, most, finest, painter) in [(6, 0.5, 0.5, painter), (3, 0.25, 1, finer)] {
        try refinement.slide(&estimate, painter, finest: finest, reach: reach, stride: 1)
        try refinement.findPlace(
          &estimate, painter, finest: 1, points: most / 16...most, isScaleKnown: isScaleKnown)
        try refinement.findOffsets(&estimate, painter, finest: finest, reach: 2, stride: 1)
      }
      return estimate
    }
    let scale = placement.pixelsPerPoint.rounded()
    let mayBeOther =
      !isScaleChosen && (1...3).contains(scale) && scale != scenes.device.scale
      && abs(placement.pixelsPerPoint / scale - 1) < Registration.wholeScale
    let coarse = mayBeOther ? reduced : scenes.onePixelAPoint
    let finer = placement.pixelsPerPoint < 1 ? coarse : reduced
    var estimate =
      if let known, !mayBeOther { known } else { try look(coarse, finer: finer) }
    var painter = reduced
    var offsets = scenes.sweeps(coarse).grid
    if mayBeOther {
      let other = try scenes.painter(scale: Int(scale))
      let found = try look(other, finer: other)
      if found.distance < 0.95 * estimate.distance {
        (estimate, painter, offsets) = (found, other, scenes.sweeps(other).grid)
      }
    }
    return Place(
      placement: estimate.placement, painter: painter, distance: estimate.distance,
      looks: zip(frames, estimate.steps).map { ($0.index, offsets.offset($1)) }, isOpen: !isWhole)
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
  private func chosen(_ most: Int) -> [(index: Int, picture: Pixmap)] {
    var different: [(index: Int, picture: Pixmap)] = []
    for frame in samples where different.last?.picture != frame.picture { different.append(frame) }
    return HeaderVerdict.spread(different, most)
  }
}
