import FileAccess
import PortableMath
import Raster

/// Looks for the screen in a recording at all scales and places.
///
/// A place is as good as what it explains: the sum over its pixels of what it would cost to leave them
/// to the surroundings, less the difference to the template that each frame is nearest to. Small places
/// explain little, those beyond the screen differ.
struct PlacementSearch: Sendable {
  let templates: ScreenTemplates
  let surroundings: Surroundings
  let jobs: Int
  /// Of the recording.
  private let whole: PixelSize
  /// Smaller, as planes are.
  private let frames: [Pixmap]

  /// From one scale to the next.
  private static let scaleStep = 1.08
  /// The part of either side of the screen that a recording shows at least.
  private static let leastVisible = 0.4
  /// The part of a recording's sides that a screen takes at least: its width, or its height.
  private static let leastPart = (across: 0.1, down: 0.2)
  /// A screen that is narrower than this, in pixels, shows too little.
  static let leastWidth = 48.0
  /// Of squared differences of neighbours, so much is not explained by surroundings.
  private static let detail: Float = 0.25
  /// Places of one scale that are looked at closer, apart by so many pixels of a plane.
  private static let (placesOfScale, apart) = (3, 3)
  /// Places of another scale or so near that they are one, as parts of the screen's width.
  private static let nearPlace = 0.08
  /// Of all places, so many are looked at closer: coarse planes show little of a part of the screen.
  private static let promising = 18
  /// Looked at closer: so many scales on either side, as far from each other, and so many pixels of a
  /// fine plane around.
  private static let (nearScales, nearStep, nearPixels) = (3, 1.02, 3)
  /// Pixels of the longer side of a frame that show all that planes do.
  private static let side = 640.0

  /// - Parameter frames: of one size; not empty.
  init?(_ frames: [Pixmap], templates: ScreenTemplates, surroundings: Surroundings, jobs: Int) {
    guard let whole = frames.first?.size else { return nil }
    (self.whole, self.jobs) = (whole, jobs)
    (self.templates, self.surroundings) = (templates, surroundings)
    let factor = PlacementSearch.side / Double(max(whole.width, whole.height))
    self.frames = frames.map { $0.reduced(by: factor) }
  }

  /// So many guesses, best first, of a scale in pixels per point where that is known.
  func guesses(scale: Double?, most: Int) async throws(HeaderKitError) -> [PlacementEstimate] {
    let parallel = OrderedParallelMap(jobs: jobs)
    let coarse = try await parallel.map(scale.map { [$0] } ?? scales) { scale in
      places(scale, templates.coarse, around: nil, most: PlacementSearch.placesOfScale)
    }
    let near = scale == nil ? PlacementSearch.nearScales : 0
    // Scales next to each other are two: what is looked at closer reaches half-way to the next.
    let promising = distinct(coarse.flatMap(\.self), growth: PlacementSearch.nearPlace / 2)
      .prefix(PlacementSearch.promising)
    let closer = try await parallel.map(Array(promising)) { guess in
      (-near...near).flatMap { step in
        var around = guess.placement
        let growth = PlacementSearch.nearStep
        let factor = (0..<abs(step)).reduce(1.0) { power, _ in
          step < 0 ? power / growth : power * growth
        }
        around.x -= (factor - 1) * around.pixelsPerPoint * templates.width / 2
        around.y -= (factor - 1) * around.pixelsPerPoint * templates.height / 2
        around.pixelsPerPoint *= factor
        return places(around.pixelsPerPoint, templates.fine, around: around, most: 1)
      }
    }
    return Array(
      distinct(closer.flatMap(\.self), growth: 1.5 * PlacementSearch.nearPlace).prefix(most))
  }

  /// The scales looked at, in pixels of the recording per point.
  private var scales: [Double] {
    let across = Double(whole.width) / templates.width
    let down = Double(whole.height) / templates.height
    let least = max(
      PlacementSearch.leastPart.across * across, PlacementSearch.leastPart.down * down,
      PlacementSearch.leastWidth / templates.width)
    // Beyond, a few pixels of a plane show all that is recorded, which many templates look like.
    let most = min(across, down) / PlacementSearch.leastVisible
    // The scale that a recording of the whole screen has is met exactly.
    var scales = [across]
    let step = PlacementSearch.scaleStep
    while let last = scales.last, last <= most { scales.append(last * step) }
    while let next = scales.first.map({ $0 / step }), next >= least { scales.insert(next, at: 0) }
    return scales
  }

  /// Guesses, best first, but for those near a better one, whose scale differs by less than a part.
  private func distinct(_ guesses: [PlacementEstimate], growth: Double) -> [PlacementEstimate] {
    var result: [PlacementEstimate] = []
    for guess in guesses.sorted(by: { $0.gain > $1.gain }) {
      let isKnown = result.contains { other in
        let near = PlacementSearch.nearPlace * other.placement.pixelsPerPoint * templates.width
        let (first, second) = (guess.placement, other.placement)
        return abs(first.x - second.x) < near && abs(first.y - second.y) < 2 * near
          && abs(first.pixelsPerPoint / second.pixelsPerPoint - 1) < growth
      }
      if !isKnown { result.append(guess) }
    }
    return result
  }

  /// The best places at a scale, apart from each other: some pixels of a plane around one, or anywhere.
  private func places(
    _ scale: Double, _ screens: ScreenTemplates.Planes, around: ScreenPlacement?, most: Int
  ) -> [PlacementEstimate] {
    let factor = screens.pixelsPerPoint / scale
    guard let screen = screens.planes.first, let size = whole.scaled(by: factor),
      size.width >= 6, size.height >= 6
    else { return [] }
    let planes = frames.map { LumaPlane($0, size: size) }
    let costs = self.costs(planes)
    func cut(_ side: Int) -> Int { Int(Double(side) * (1 - PlacementSearch.leastVisible)) }
    let (cutX, cutY) = (cut(screen.width), cut(screen.height))
    var rows = -cutY...max(-cutY, size.height - screen.height + cutY)
    var columns = -cutX...max(-cutX, size.width - screen.width + cutX)
    if let around {
      let (x, y) = (Int((around.x * factor).rounded()), Int((around.y * factor).rounded()))
      let near = PlacementSearch.nearPixels
      rows = (y - near...y + near).clamped(to: rows)
      columns = (x - near...x + near).clamped(to: columns)
    }
    typealias Place = (x: Int, y: Int, gain: Float, choices: [Int])
    /// With what they explain at best.
    let asked = rows.flatMap { y in
      columns.map { x in
        (x: x, y: y, gain: costs.sum(x: x, y: y, width: screen.width, height: screen.height))
      }
    }.sorted { $0.gain > $1.gain }
    var best: [Place] = []
    for (x, y, gain) in asked {
      var place: Place = (x, y, gain, [])
      let floor = best.count < most ? -.infinity : best[best.count - 1].gain
      guard place.gain > floor else { break }
      for plane in planes {
        let limit = floor == -.infinity ? .infinity : (place.gain - floor) * Float(planes.count)
        let nearest = plane.nearest(of: screens.planes, x: place.x, y: place.y, limit: limit)
        place.gain -= nearest.difference / Float(planes.count)
        place.choices.append(screens.templates[nearest.place])
        if place.gain <= floor { break }
      }
      guard place.gain > floor else { continue }
      func isNear(_ other: Place) -> Bool {
        max(abs(other.x - place.x), abs(other.y - place.y)) < PlacementSearch.apart
      }
      if best.contains(where: { isNear($0) && $0.gain >= place.gain }) { continue }
      best.removeAll(where: isNear)
      best.append(place)
      best.sort { $0.gain > $1.gain }
      if best.count > most { best.removeLast() }
    }
    return best.map { x, y, gain, choices in
      templates.estimate(
        ScreenPlacement(pixelsPerPoint: scale, x: Double(x) / factor, y: Double(y) / factor),
        choices, gain: Double(gain) / Double(size.area))
    }
  }

  /// What it costs to leave pixels of planes to the surroundings: the more, the more they show.
  private func costs(_ planes: [LumaPlane]) -> LumaPlane {
    let (width, height) = (planes[0].width, planes[0].height)
    var values = [Float](repeating: 0, count: width * height)
    let part = PlacementSearch.detail / Float(planes.count)
    for plane in planes {
      for (place, value) in plane.values.enumerated() {
        for next in [place % width < width - 1 ? place + 1 : place, place + width]
        where next != place && next < values.count {
          let change = value - plane.values[next]
          values[place] += part * change * change
          values[next] += part * change * change
        }
      }
    }
    let area = Double(width * height)
    for place in values.indices {
      let (x, y) = (Double(place % width), Double(place / width))
      let ground = surroundings.cost(
        left: x / Double(width), top: y / Double(height), right: (x + 1) / Double(width),
        bottom: (y + 1) / Double(height))
      values[place] = min(Surroundings.most, values[place] + Float(ground * area))
    }
    return LumaPlane(width: width, height: height, values: values)
  }
}

extension OrderedParallelMap {
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
