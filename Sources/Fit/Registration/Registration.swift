import FileAccess
import HeaderModel
import PortableMath
import Raster

/// Finds where and how large a recording shows the screen: coarse to fine against painted headers.
struct Registration {
  let scenes: FitScenes
  let jobs: Int
  /// Whether the user says how many device pixels a point has.
  let isScaleChosen: Bool
  private let size: PixelSize
  private var samples: [(index: Int, picture: Pixmap)]
  let surroundings: Surroundings
  let templates: ScreenTemplates

  /// Nil for a recording without frames.
  init?(
    _ scenes: FitScenes, _ survey: RecordingSurvey, isScaleChosen: Bool, jobs: Int
  ) async throws(HeaderKitError) {
    samples = survey.samples
    size = survey.size
    guard let surroundings = Surroundings(samples.map(\.picture)) else { return nil }
    self.surroundings = surroundings
    let scale = ScreenTemplates.scale(width: scenes.onePixelAPoint.canvasWidth)
    templates = try await ScreenTemplates(scenes.painter(drawnAt: scale), jobs: jobs)
    (self.scenes, self.isScaleChosen, self.jobs) = (scenes, isScaleChosen, jobs)
  }

  private static let frames = 4
  static let fineFrames = 5
  private static let guesses = 6
  /// Of the best guess' gain, so much is another screen's.
  private static let otherGain = 0.4
  /// The screen is not where the user says if the distance elsewhere is so many times as large.
  private static let nearMargin = 0.8
  /// A recording of the screen's shape is taken to show all of it, and nothing else, unless another
  /// place explains it better by so many times, beyond what is noise.
  static let wholeMargin = 1.6
  /// What a recording differs by from the header that it shows: the mean of squared levels.
  static let noise = 30.0

  /// Nil where the recording shows no place.
  func find(
    region: PointRect?, pointsPerPixel: Double?
  ) async throws(HeaderKitError) -> ScreenPlace? {
    if let region { return try await given(region) }
    func whole(_ estimate: PlacementEstimate) async throws(HeaderKitError) -> ScreenPlace {
      try await sharpened(estimate.placement, estimate, isScaleKnown: false, isWhole: true)
    }
    let isScaleKnown = pointsPerPixel != nil
    var all: PlacementEstimate?
    if !isScaleKnown, let placement = wholePlacement {
      let estimate = try await self.estimate(placement, scenes.onePixelAPoint)
      if estimate.median < 2 * Registration.noise { return try await whole(estimate) }
      all = estimate
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
    if let all, screens.isEmpty { return try await whole(all) }
    guard
      let best = try await best(
        screens.isEmpty ? guesses : screens, frames, isScaleKnown: isScaleKnown)
    else { return nil }
    if let all, all.distance <= Registration.wholeMargin * best.distance + Registration.noise {
      return try await whole(all)
    }
    var place = try await sharpened(best.placement, isScaleKnown: isScaleKnown, isWhole: false)
    place.others = others(than: place.placement, guesses)
    return place
  }

  /// A place that is open, looked at again with other frames.
  func find(
    _ place: ScreenPlace, _ samples: [(index: Int, picture: Pixmap)], isScaleKnown: Bool
  ) async throws(HeaderKitError) -> ScreenPlace {
    var other = self
    other.samples = samples
    var again = try await other.sharpened(
      place.placement, isScaleKnown: isScaleKnown, isWhole: false)
    (again.others, again.given) = (place.others, place.given)
    return again
  }

  /// What a few frames differ by where the screen is known.
  func distance(in region: PointRect) async throws(HeaderKitError) -> Double {
    let placement = ScreenPlacement(
      pixelsPerPoint: region.width / templates.width, x: region.x, y: region.y)
    return try await estimate(placement, scenes.onePixelAPoint).distance
  }

  /// Where the user says that the screen is; near there where that comes much nearer.
  private func given(_ region: PointRect) async throws(HeaderKitError) -> ScreenPlace {
    let across = region.width / templates.width
    let height = templates.height * across
    var placement = ScreenPlacement(pixelsPerPoint: across, x: region.x, y: region.y)
    let isShaped = abs(region.height - height) <= 1
    if isShaped { placement.stretch = region.height / height }
    let exact = try await sharpened(placement, isScaleKnown: true, isWhole: true)
    if isShaped, exact.distance < Registration.noise { return exact }
    placement.stretch = 1
    let frames = chosen(Registration.frames).map(\.picture)
    let estimate = templates.nearest(frames, at: placement)
    guard let best = try await best([estimate], frames, isScaleKnown: false) else { return exact }
    var near = try await sharpened(best.placement, isScaleKnown: false, isWhole: false)
    guard near.distance < Registration.nearMargin * exact.distance else { return exact }
    near.given = region
    return near
  }

  /// Where else the recording shows what may be such a screen.
  private func others(
    than placement: ScreenPlacement, _ guesses: [PlacementEstimate]
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

  /// Where the screen is in a recording of its shape: it fills it. Nil for other shapes.
  private var wholePlacement: ScreenPlacement? {
    let shape = templates.height / templates.width
    let across = Double(size.width) / templates.width
    let down = Double(size.height) / templates.height
    // Both sides were rounded to whole pixels.
    guard abs(Double(size.width) * shape - Double(size.height)) <= 0.5 * shape + 0.5 else {
      return nil
    }
    return ScreenPlacement(pixelsPerPoint: across, x: 0, y: 0, stretch: down / across)
  }

  /// A few frames, spread, that differ from each other.
  func chosen(_ most: Int) -> [(index: Int, picture: Pixmap)] {
    var different: [(index: Int, picture: Pixmap)] = []
    for frame in samples where different.last?.picture != frame.picture { different.append(frame) }
    return different.spread(most)
  }
}
