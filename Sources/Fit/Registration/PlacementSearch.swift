import FileAccess
import HeaderModel
import PortableMath
import Raster

/// The screen painted at offsets all over the range: what a recording is looked for in.
struct ScreenTemplates {
  /// Points of the canvas.
  let width: Double
  let height: Double
  /// The step of each template's offset, in rising order.
  let steps: [Int]
  /// The header behind each template.
  let headers: [HeaderInterpreter]
  let planes: [LumaPlane]
  /// Pixels of a plane to a point.
  let pixelsPerPoint: Double

  /// Pixels across a plane.
  private static let across = 32.0
  /// The most offsets that are painted.
  private static let most = 72

  init(
    _ painter: CandidatePainter, sweeps: HeaderSweeps, jobs: Int
  ) async throws(HeaderKitError) {
    width = painter.canvasWidth
    height = painter.canvasHeight
    pixelsPerPoint = ScreenTemplates.across / width
    let range = sweeps.grid.range
    let stride = max(
      Int(8 * sweeps.grid.stepsPerPoint),
      (range.count + ScreenTemplates.most - 1)
        / ScreenTemplates.most)
    // Rest is among them.
    let below = Swift.stride(from: 0, through: range.lowerBound, by: -stride).reversed()
    let above = Swift.stride(from: stride, through: range.upperBound, by: stride)
    var work: [(step: Int, header: HeaderInterpreter, job: CandidatePainter.Job)] = []
    var seen = Set<CandidatePainter.Job.Identity>()
    try sweeps.forEach(Array(below) + Array(above)) { step, header throws(HeaderKitError) in
      var header = header
      let job = try painter.job(try header.shown(at: 0))
      if seen.insert(job.identity).inserted { work.append((step, header, job)) }
    }
    guard
      let size = PixelSize(
        width: Int(ScreenTemplates.across), height: Int((height * pixelsPerPoint).rounded()))
    else { throw HeaderKitError(.internalDefect, reason: "the screen has no height") }
    var planes: [LumaPlane] = []
    var next = work.map(\.job).makeIterator()
    try await OrderedParallelMap(jobs: jobs).run(
      next: { () throws(HeaderKitError) in next.next() },
      work: { job throws(HeaderKitError) in LumaPlane(job.canvas(), size: size) },
      consume: { planes.append($0) })
    steps = work.map(\.step)
    headers = work.map(\.header)
    self.planes = planes
  }
}

/// A place where the screen may be in a recording, and which template each frame looks like there.
struct PlacementGuess: Sendable {
  var placement: ScreenPlacement
  /// The part of the frames' variance that the templates explain; 1 is all.
  var score: Float
  /// By frames.
  var templates: [Int]
}

/// Looks for the screen in a recording at all scales and places.
struct PlacementSearch: Sendable {
  let templates: ScreenTemplates
  let jobs: Int

  /// From one scale to the next.
  private static let scaleStep = 1.04
  /// The part of the screen's width that a recording shows at least.
  private static let leastVisible = 0.4
  /// How much of a recording may lie around the screen, on a side.
  private static let surroundings = 0.2

  /// The scales looked at, in pixels of the recording per point.
  private func scales(_ size: PixelSize) -> [Double] {
    let across = Double(size.width) / templates.width
    let down = Double(size.height) / templates.height
    let least = max(across, down) / (1 + PlacementSearch.surroundings)
    let most = max(across, down, across / PlacementSearch.leastVisible)
    // The scale that a recording of the whole screen has is met exactly.
    var scales = [across]
    var scale = across * PlacementSearch.scaleStep
    while scale <= most * 1.0001 {
      scales.append(scale)
      scale *= PlacementSearch.scaleStep
    }
    scale = across / PlacementSearch.scaleStep
    while scale >= least * 0.9999 {
      scales.append(scale)
      scale /= PlacementSearch.scaleStep
    }
    return scales.filter { $0 >= least * 0.9999 }.sorted()
  }

  /// The templates that frames look like where the screen is known.
  func templates(_ frames: [Pixmap], at placement: ScreenPlacement) -> [Int] {
    let factor = templates.pixelsPerPoint / placement.pixelsPerPoint
    let (x, y) = (Int((-placement.x * factor).rounded()), Int((-placement.y * factor).rounded()))
    return frames.map { frame in
      guard
        let size = PixelSize(
          width: max(1, Int((Double(frame.width) * factor).rounded())),
          height: max(1, Int((Double(frame.height) * factor).rounded())))
      else { return 0 }
      let plane = LumaPlane(frame, size: size)
      var least = (difference: Float.infinity, place: 0)
      for (place, template) in templates.planes.enumerated() {
        let difference = template.difference(plane, x: x, y: y, limit: least.difference)
        if difference < least.difference { least = (difference, place) }
      }
      return least.place
    }
  }

  /// The best guesses, best first.
  ///
  /// - Parameters:
  ///   - frames: of one size.
  ///   - scale: pixels per point, where it is known.
  ///   - most: guesses.
  func guesses(
    _ frames: [Pixmap], scale: Double?, most: Int
  ) async throws(HeaderKitError) -> [PlacementGuess] {
    guard let size = frames.first?.size else { return [] }
    var next = (scale.map { [$0] } ?? scales(size)).makeIterator()
    var found: [PlacementGuess] = []
    try await OrderedParallelMap(jobs: jobs).run(
      next: { () throws(HeaderKitError) in next.next() },
      work: { scale throws(HeaderKitError) in self.guesses(frames, size: size, at: scale) },
      consume: { found += $0 })
    found.sort { $0.score > $1.score }
    return Array(found.prefix(most))
  }

  /// The two best places at a scale.
  private func guesses(
    _ frames: [Pixmap], size: PixelSize, at scale: Double
  ) -> [PlacementGuess] {
    let factor = templates.pixelsPerPoint / scale
    guard
      let small = PixelSize(
        width: Int((Double(size.width) * factor).rounded()),
        height: Int((Double(size.height) * factor).rounded())), small.width >= 6, small.height >= 6
    else { return [] }
    let planes = frames.map { LumaPlane($0, size: small) }
    let variances = planes.map { max(4, $0.variance) }
    let screen = templates.planes[0]
    let marginX = Int((Double(small.width) * PlacementSearch.surroundings).rounded(.up))
    let marginY = Int((Double(small.height) * PlacementSearch.surroundings).rounded(.up))
    var best: [PlacementGuess] = []
    for y in -marginY...max(-marginY, screen.height - small.height + marginY) {
      for x in -marginX...max(-marginX, screen.width - small.width + marginX) {
        let coveredX = min(screen.width, x + small.width) - max(0, x)
        let coveredY = min(screen.height, y + small.height) - max(0, y)
        guard coveredX > 0, coveredY > 0 else { continue }
        let outside = 1 - Float(coveredX * coveredY) / Float(small.area)
        guard outside <= 0.35 else { continue }
        var score: Float = 0
        var choices: [Int] = []
        for (plane, variance) in zip(planes, variances) {
          var least = (difference: Float.infinity, place: 0)
          for (place, template) in templates.planes.enumerated() {
            let difference = template.difference(
              plane, x: x, y: y, limit: least.difference)
            if difference < least.difference { least = (difference, place) }
          }
          score += 1 - least.difference / variance
          choices.append(least.place)
        }
        // What lies around the screen explains nothing.
        score = score / Float(planes.count) - outside
        let points = 1 / templates.pixelsPerPoint
        let guess = PlacementGuess(
          placement: ScreenPlacement(
            pixelsPerPoint: scale, x: -Double(x) * points * scale, y: -Double(y) * points * scale),
          score: score, templates: choices)
        best.append(guess)
        best.sort { $0.score > $1.score }
        if best.count > 2 { best.removeLast() }
      }
    }
    return best
  }
}
