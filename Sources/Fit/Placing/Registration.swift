import FileAccess
import HeaderModel
import PortableMath
import Raster

/// Finds the position and scale of the screen in a recording, from coarse to fine.
struct Registration {
  let scenes: FitScenes
  let jobs: Int
  /// Whether the request specifies the device's scale factor.
  let isScaleChosen: Bool
  /// The size of the recording.
  private let size: PixelSize
  /// The bounding box of the opaque pixels, or `nil` if all are opaque.
  let opaque: PixelRect?
  /// The frames of the survey, or those of a refinement.
  private var samples: [(index: Int, picture: Pixmap)]
  let backgroundModel: BackgroundModel
  let templates: ScreenTemplates

  /// Returns `nil` if the recording has no frames.
  init?(
    _ scenes: FitScenes, _ survey: RecordingSurvey, isScaleChosen: Bool, jobs: Int
  ) async throws(HeaderKitError) {
    samples = survey.samples
    (size, opaque) = (survey.size, survey.opaque)
    guard let backgroundModel = BackgroundModel(samples.map(\.picture)) else { return nil }
    self.backgroundModel = backgroundModel
    let scale = ScreenTemplates.scale(width: scenes.onePixelPerPoint.canvasWidth)
    templates = try await ScreenTemplates(scenes.painter(pixelsPerPoint: scale), jobs: jobs)
    self.scenes = scenes
    self.isScaleChosen = isScaleChosen
    self.jobs = jobs
  }

  /// The maximum number of frames in the search.
  static let maxFrames = 4
  /// The maximum number of frames in refinements.
  static let maxFineFrames = 5
  /// The maximum number of candidates that are refined.
  private static let maxGuesses = 6
  /// The minimum gain of refined candidates, relative to the best candidate's gain.
  private static let minGain = 0.1
  /// The minimum gain of another screen, relative to the best candidate's gain.
  private static let minOtherGain = 0.4
  /// The minimum fraction of a screen inside the recording that counts as a whole screen.
  static let minVisible = 0.8
  /// The maximum distance at another position, relative to the distance at the requested region,
  /// for the region to be corrected.
  private static let maxCorrectedDistance = 0.8
  /// The factor by which another placement must be better than the whole recording, in addition to
  /// `noise`, if the recording has the screen's aspect ratio.
  static let fullFrameMargin = 1.6
  /// The typical mean squared difference between a recording and its header, of channel values in
  /// 0...255.
  static let noise = 30.0

  /// Returns the screen, or `nil` if the recording shows none.
  func find(
    region: PointRect?, pointsPerPixel: Double?
  ) async throws(HeaderKitError) -> FoundScreen? {
    if let region { return try await self.screen(in: region) }
    func fullFrame(_ estimate: PlacementEstimate) async throws(HeaderKitError) -> FoundScreen {
      try await finelyRefined(
        estimate.placement, estimate: estimate, isScaleKnown: false, isExact: true)
    }
    let isScaleKnown = pointsPerPixel != nil
    var fullFrameEstimate: PlacementEstimate?
    if !isScaleKnown, let placement = fullFramePlacement {
      let estimate = try await self.estimate(placement, scenes.onePixelPerPoint)
      if estimate.median < 2 * Registration.noise { return try await fullFrame(estimate) }
      fullFrameEstimate = estimate
    }
    if !isScaleKnown, let screen = try await findInCanvas() { return screen }
    let frames = distinctSamples(Registration.maxFrames).map(\.picture)
    guard
      let search = PlacementSearch(
        frames, templates: templates, backgroundModel: backgroundModel, jobs: jobs)
    else { return nil }
    let guesses = try await search.guesses(
      scale: pointsPerPixel.map { 1 / $0 }, maxCount: Registration.maxGuesses)
    // A negative gain means that the recording is better explained without a screen. Use such
    // candidates only if all are negative. Tiny screens have a small gain, because they explain
    // little of the recording.
    let minGain = Registration.minGain * (guesses.first?.gain ?? 0)
    let screens = guesses.filter { $0.gain > max(0, minGain) }
    if let fullFrameEstimate, screens.isEmpty { return try await fullFrame(fullFrameEstimate) }
    guard
      let best = try await best(
        screens.isEmpty ? guesses : screens, frames, isScaleKnown: isScaleKnown)
    else { return nil }
    if let fullFrameEstimate,
      fullFrameEstimate.distance <= Registration.fullFrameMargin * best.distance
        + Registration.noise
    {
      return try await fullFrame(fullFrameEstimate)
    }
    var screen = try await finelyRefined(best.placement, isScaleKnown: isScaleKnown, isExact: false)
    screen.others = others(than: screen.placement, guesses)
    return screen
  }

  /// Refines the placement of a screen with other frames.
  func refined(
    _ screen: FoundScreen, with samples: [(index: Int, picture: Pixmap)], isScaleKnown: Bool
  ) async throws(HeaderKitError) -> FoundScreen {
    var other = self
    other.samples = samples
    var refined = try await other.finelyRefined(
      screen.placement, isScaleKnown: isScaleKnown, isExact: false)
    (refined.others, refined.requestedRegion) = (screen.others, screen.requestedRegion)
    return refined
  }

  /// The mean squared difference of a few frames for a known screen, of channel values in 0...255.
  func distance(in region: PointRect) async throws(HeaderKitError) -> Double {
    let placement = ScreenPlacement(
      pixelsPerPoint: region.width / templates.width, x: region.x, y: region.y)
    return try await estimate(placement, scenes.onePixelPerPoint).distance
  }

  /// Returns the screen in the requested region, or a nearby one if its distance is much smaller.
  private func screen(in region: PointRect) async throws(HeaderKitError) -> FoundScreen {
    let pixelsPerPoint = region.width / templates.width
    let height = templates.height * pixelsPerPoint
    var placement = ScreenPlacement(pixelsPerPoint: pixelsPerPoint, x: region.x, y: region.y)
    let hasScreenShape = abs(region.height - height) <= 1
    if hasScreenShape { placement.stretch = region.height / height }
    let exact = try await finelyRefined(placement, isScaleKnown: true, isExact: true)
    if hasScreenShape, exact.distance < Registration.noise { return exact }
    placement.stretch = 1
    let frames = distinctSamples(Registration.maxFrames).map(\.picture)
    let estimate = templates.nearest(frames, at: placement)
    guard let best = try await best([estimate], frames, isScaleKnown: false) else { return exact }
    var corrected = try await finelyRefined(best.placement, isScaleKnown: false, isExact: false)
    guard corrected.distance < Registration.maxCorrectedDistance * exact.distance else {
      return exact
    }
    corrected.requestedRegion = region
    return corrected
  }

  /// Returns the placements of other screens in the recording that look similar.
  private func others(
    than placement: ScreenPlacement, _ guesses: [PlacementEstimate]
  ) -> [ScreenPlacement] {
    let best = guesses.first?.gain ?? 0
    var placements = [placement]
    for guess in guesses where guess.gain > Registration.minOtherGain * best {
      let isApart = placements.allSatisfy { other in
        let meanScale = (other.pixelsPerPoint + guess.placement.pixelsPerPoint) / 2
        return abs(other.x - guess.placement.x) > 0.8 * meanScale * templates.width
          || abs(other.y - guess.placement.y) > 0.8 * meanScale * templates.height
      }
      if isApart, isInside(guess.placement) { placements.append(guess.placement) }
    }
    return Array(placements.dropFirst())
  }

  /// Whether a screen is in the recording except for a small part.
  private func isInside(_ placement: ScreenPlacement) -> Bool {
    placement.region(width: templates.width, height: templates.height).visibleShare(in: size)
      >= Registration.minVisible
  }

  /// The placement of a screen that fills the recording, or `nil` if the aspect ratio differs.
  private var fullFramePlacement: ScreenPlacement? { placement(filling: size.bounds) }

  /// Returns the placement of a screen that fills a rectangle, or `nil` if the aspect ratio differs.
  ///
  /// - Parameter tolerance: The accepted error relative to the height, in addition to rounding.
  func placement(filling rect: PixelRect, tolerance: Double = 0) -> ScreenPlacement? {
    let aspectRatio = templates.height / templates.width
    let (width, height) = (Double(rect.width), Double(rect.height))
    // Both sides may have been rounded to whole pixels.
    let slack = 0.5 * aspectRatio + 0.5 + tolerance * height
    guard abs(width * aspectRatio - height) <= slack else { return nil }
    let pixelsPerPoint = width / templates.width
    return ScreenPlacement(
      pixelsPerPoint: pixelsPerPoint, x: Double(rect.x), y: Double(rect.y),
      stretch: height / templates.height / pixelsPerPoint)
  }

  /// Returns up to `maxCount` frames at even distances, without consecutive duplicates.
  func distinctSamples(_ maxCount: Int) -> [(index: Int, picture: Pixmap)] {
    var different: [(index: Int, picture: Pixmap)] = []
    for frame in samples where different.last?.picture != frame.picture { different.append(frame) }
    return different.spread(maxCount)
  }
}
