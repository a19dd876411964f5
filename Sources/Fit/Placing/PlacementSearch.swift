import FileAccess
import PortableMath
import Raster

/// Searches for the screen in a recording at all scales and positions.
///
/// The score of a placement is the sum over its pixels of the cost of assigning them to the
/// background, minus the difference to the best template of each frame. Small placements gain
/// little, and those that extend beyond the screen differ.
struct PlacementSearch: Sendable {
  let templates: ScreenTemplates
  let backgroundModel: BackgroundModel
  let jobs: Int
  private let recordingSize: PixelSize
  /// The frames, reduced to at most `maxSide` pixels.
  private let frames: [Pixmap]

  /// The factor between consecutive scales.
  private static let scaleStep = 1.08
  /// The minimum visible fraction of the screen on each side.
  private static let minVisibleSide = 0.4
  /// The minimum fraction of the recording's width or height that a screen fills.
  private static let minFilledShare = (across: 0.1, down: 0.2)
  /// The minimum width of a screen in pixels.
  static let minWidth = 48.0
  /// The weight of local detail in the background's cost: the part of the squared differences
  /// between neighboring pixels that is added to it.
  private static let detailWeight: Float = 0.25
  /// The maximum number of candidates that are compared at all heights.
  private static let maxVerticalCandidates = 8
  /// The number of placements kept per scale, and their minimum distance in pixels of a plane.
  private static let (maxPlacementsPerScale, minSpacing) = (3, 3)
  /// The tolerance for equal placements in scale and position, relative to the screen's width.
  private static let placementTolerance = 0.08
  /// The number of placements examined at the fine size. It is generous because coarse planes show
  /// little of a cropped screen.
  private static let maxFineCandidates = 18
  /// The fine search around a placement: the number of scales on each side, the factor between
  /// them, and the distance in pixels of a fine plane.
  private static let (fineScales, fineScaleStep, finePixels) = (3, 1.02, 3)
  /// The maximum length of a frame's longer side in pixels. Planes need no more.
  private static let maxSide = 640.0

  /// Reduces the frames. Returns `nil` if there are none.
  ///
  /// - Parameter frames: Frames of the same size.
  init?(_ frames: [Pixmap], templates: ScreenTemplates, backgroundModel: BackgroundModel, jobs: Int)
  {
    guard let size = frames.first?.size else { return nil }
    recordingSize = size
    self.jobs = jobs
    self.templates = templates
    self.backgroundModel = backgroundModel
    let factor = PlacementSearch.maxSide / Double(max(size.width, size.height))
    self.frames = frames.map { $0.reduced(by: factor) }
  }

  /// Returns up to `maxCount` candidates, best first. `scale` is in pixels per point, or `nil` if
  /// unknown.
  func guesses(scale: Double?, maxCount: Int) async throws(HeaderKitError) -> [PlacementEstimate] {
    let parallel = OrderedParallelMap(jobs: jobs)
    let coarse = try await parallel.map(scale.map { [$0] } ?? scales) { scale in
      placements(
        templates.coarse, around: ScreenPlacement(pixelsPerPoint: scale, x: 0, y: 0), across: nil,
        down: nil, maxCount: PlacementSearch.maxPlacementsPerScale)
    }
    // Neighboring scales count as distinct. The fine search covers half the distance to the next
    // scale.
    let promising = distinct(coarse.flatMap(\.self), growth: PlacementSearch.placementTolerance / 2)
      .prefix(PlacementSearch.maxFineCandidates)
    let (fineScales, pixels) = (PlacementSearch.fineScales, PlacementSearch.finePixels)
    let fine = try await parallel.map(Array(promising)) { guess in
      atNearbyScales(
        guess.placement, templates.fine, scales: scale == nil ? fineScales : 0, pixels: pixels)
    }
    let growth = 1.5 * PlacementSearch.placementTolerance
    let distinctFine = distinct(fine.flatMap(\.self), growth: growth)
      .prefix(PlacementSearch.maxVerticalCandidates)
    // If almost everything scrolls, a screen at another height matches nearly as well, with other
    // offsets. Only its small static parts differ, so compare all templates at all heights.
    let vertical = try await parallel.map(Array(distinctFine)) { guess in
      placements(
        templates.all, around: guess.placement, across: 0, down: nil,
        maxCount: PlacementSearch.maxPlacementsPerScale
      ).flatMap {
        atNearbyScales($0.placement, templates.all, scales: scale == nil ? 1 : 0, pixels: 1)
      }
    }
    return Array(distinct(vertical.flatMap(\.self), growth: growth).prefix(maxCount))
  }

  /// Returns the best placement at each of `scales` fine steps of the scale on each side, up to
  /// `pixels` pixels of a plane away.
  private func atNearbyScales(
    _ placement: ScreenPlacement, _ screens: ScreenTemplates.Planes, scales: Int, pixels: Int
  ) -> [PlacementEstimate] {
    (-scales...scales).flatMap { step in
      placements(
        screens, around: scaled(placement, step: step), across: pixels, down: pixels, maxCount: 1)
    }
  }

  /// Scales a placement around its center by `step` fine steps.
  private func scaled(_ placement: ScreenPlacement, step: Int) -> ScreenPlacement {
    var placement = placement
    let growth = PlacementSearch.fineScaleStep
    let factor = (0..<abs(step)).reduce(1.0) { power, _ in
      step < 0 ? power / growth : power * growth
    }
    placement.x -= (factor - 1) * placement.pixelsPerPoint * templates.width / 2
    placement.y -= (factor - 1) * placement.pixelsPerPoint * templates.height / 2
    placement.pixelsPerPoint *= factor
    return placement
  }

  /// The scales to search, in pixels of the recording per point.
  private var scales: [Double] {
    // The scales at which a screen fills the width and the height of the recording.
    let across = Double(recordingSize.width) / templates.width
    let down = Double(recordingSize.height) / templates.height
    let minScale = max(
      PlacementSearch.minFilledShare.across * across, PlacementSearch.minFilledShare.down * down,
      PlacementSearch.minWidth / templates.width)
    // At larger scales, a few pixels of a plane would show all of the recording, and many templates
    // would match.
    let maxScale = min(across, down) / PlacementSearch.minVisibleSide
    // Include the exact scale of a recording of the whole screen.
    var scales = [across]
    let step = PlacementSearch.scaleStep
    while let last = scales.last, last <= maxScale { scales.append(last * step) }
    while let next = scales.first.map({ $0 / step }), next >= minScale {
      scales.insert(next, at: 0)
    }
    return scales
  }

  /// Returns the candidates, best first, without those close to a better one in position and with a
  /// scale ratio below `growth`.
  private func distinct(_ guesses: [PlacementEstimate], growth: Double) -> [PlacementEstimate] {
    var result: [PlacementEstimate] = []
    for guess in guesses.sorted(by: { $0.gain > $1.gain }) {
      let isKnown = result.contains { other in
        let tolerance =
          PlacementSearch.placementTolerance * other.placement.pixelsPerPoint * templates.width
        let (first, second) = (guess.placement, other.placement)
        return abs(first.x - second.x) < tolerance && abs(first.y - second.y) < 2 * tolerance
          && abs(first.pixelsPerPoint / second.pixelsPerPoint - 1) < growth
      }
      if !isKnown { result.append(guess) }
    }
    return result
  }

  /// Returns the best placements at the scale of `around`.
  ///
  /// - Parameters:
  ///   - across: The maximum horizontal distance from `around` in pixels of a plane. `nil` is any.
  ///   - down: The maximum vertical distance. `nil` is any.
  private func placements(
    _ screens: ScreenTemplates.Planes, around: ScreenPlacement, across: Int?, down: Int?,
    maxCount: Int
  ) -> [PlacementEstimate] {
    let scale = around.pixelsPerPoint
    let factor = screens.pixelsPerPoint / scale
    guard let screen = screens.planes.first, let size = recordingSize.scaled(by: factor),
      size.width >= 6, size.height >= 6
    else { return [] }
    let planes = frames.map { LumaPlane($0, size: size) }
    let costs = self.costs(planes)
    func maxHidden(_ side: Int) -> Int {
      Int(Double(side) * (1 - PlacementSearch.minVisibleSide))
    }
    let (hiddenX, hiddenY) = (maxHidden(screen.width), maxHidden(screen.height))
    var rows = -hiddenY...max(-hiddenY, size.height - screen.height + hiddenY)
    var columns = -hiddenX...max(-hiddenX, size.width - screen.width + hiddenX)
    let (x, y) = (Int((around.x * factor).rounded()), Int((around.y * factor).rounded()))
    if let down { rows = (y - down...y + down).clamped(to: rows) }
    if let across { columns = (x - across...x + across).clamped(to: columns) }
    typealias Candidate = (x: Int, y: Int, gain: Float, choices: [Int])
    // The positions with the upper bound of their gain, best first.
    let positions = rows.flatMap { y in
      columns.map { x in
        (x: x, y: y, gain: costs.sum(x: x, y: y, width: screen.width, height: screen.height))
      }
    }.sorted { $0.gain > $1.gain }
    var best: [Candidate] = []
    for (x, y, gain) in positions {
      var candidate: Candidate = (x, y, gain, [])
      let minGain = best.count < maxCount ? -.infinity : best[best.count - 1].gain
      guard candidate.gain > minGain else { break }
      for plane in planes {
        let limit =
          minGain == -.infinity ? .infinity : (candidate.gain - minGain) * Float(planes.count)
        let nearest = plane.nearest(
          of: screens.planes, x: candidate.x, y: candidate.y, limit: limit)
        candidate.gain -= nearest.difference / Float(planes.count)
        candidate.choices.append(screens.templates[nearest.index])
        if candidate.gain <= minGain { break }
      }
      guard candidate.gain > minGain else { continue }
      func isNear(_ other: Candidate) -> Bool {
        max(abs(other.x - candidate.x), abs(other.y - candidate.y)) < PlacementSearch.minSpacing
      }
      if best.contains(where: { isNear($0) && $0.gain >= candidate.gain }) { continue }
      best.removeAll(where: isNear)
      best.append(candidate)
      best.sort { $0.gain > $1.gain }
      if best.count > maxCount { best.removeLast() }
    }
    return best.map { x, y, gain, choices in
      templates.estimate(
        ScreenPlacement(pixelsPerPoint: scale, x: Double(x) / factor, y: Double(y) / factor),
        choices, gain: Double(gain) / Double(size.area))
    }
  }

  /// Returns the cost of assigning each pixel to the background. It increases with local detail.
  private func costs(_ planes: [LumaPlane]) -> LumaPlane {
    let (width, height) = (planes[0].width, planes[0].height)
    var values = [Float](repeating: 0, count: width * height)
    let weight = PlacementSearch.detailWeight / Float(planes.count)
    for plane in planes {
      for (index, value) in plane.values.enumerated() {
        for next in [index % width < width - 1 ? index + 1 : index, index + width]
        where next != index && next < values.count {
          let change = value - plane.values[next]
          values[index] += weight * change * change
          values[next] += weight * change * change
        }
      }
    }
    let area = Double(width * height)
    for index in values.indices {
      let (x, y) = (Double(index % width), Double(index / width))
      let backgroundCost = backgroundModel.cost(
        left: x / Double(width), top: y / Double(height), right: (x + 1) / Double(width),
        bottom: (y + 1) / Double(height))
      values[index] = min(BackgroundModel.maxCost, values[index] + Float(backgroundCost * area))
    }
    return LumaPlane(width: width, height: height, values: values)
  }
}

extension OrderedParallelMap {
  /// Returns the results for all elements, in order.
  func map<Element: Sendable, Value: Sendable>(
    _ elements: [Element], _ work: @escaping @Sendable (Element) throws(HeaderKitError) -> Value
  ) async throws(HeaderKitError) -> [Value] {
    var next = elements.makeIterator()
    var values: [Value] = []
    try await run(
      next: { () throws(HeaderKitError) in next.next() }, work: work,
      consume: { values.append($0) })
    return values
  }
}
