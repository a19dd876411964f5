import FileAccess
import HeaderModel
import PortableMath
import Raster

/// The screen painted at offsets over the whole range, to be searched for in a recording.
struct ScreenTemplates {
  /// The width of the canvas in points.
  let width: Double
  /// The height of the canvas in points.
  let height: Double
  /// The scale of distances: points on this screen per point on a screen of `usualWidth`.
  let unit: Double
  /// The step of each template's offset, in the order in which the header's sweeps visit them.
  let steps: [Int]
  /// The header at each template.
  let headers: [HeaderInterpreter]
  /// Templates small enough to search a whole recording.
  let coarse: Planes
  /// Templates for the search around candidates.
  let fine: Planes
  /// All templates at the fine size.
  let all: Planes
  /// The largest distance between neighboring offsets in steps.
  let stride: Int

  /// Templates at one size.
  struct Planes: Sendable {
    let planes: [LumaPlane]
    let pixelsPerPoint: Double
    /// The template index of each plane.
    let templates: [Int]
  }

  /// The screen width in points that the search's distances are specified for.
  private static let usualWidth = 375.0
  /// The width of the planes in pixels.
  private static let planeWidths = (coarse: 16.0, fine: 32.0)
  /// The distance in points between templates near rest, on a screen of `usualWidth`.
  private static let nearSpacing = 8.0
  /// The maximum numbers of coarse and fine templates, and of all templates in one sweep.
  private static let maxCounts = (coarse: 24, fine: 72, all: 288)

  /// The pixels per point for painting templates: twice the scale of the largest planes.
  static func scale(width: Double) -> Double { min(1, max(0.25, 2 * planeWidths.fine / width)) }

  /// Paints the templates of a painter's header.
  init(_ painter: CandidatePainter, jobs: Int) async throws(HeaderKitError) {
    let (width, height, offsets) = (painter.canvasWidth, painter.canvasHeight, painter.offsets)
    let (planeWidths, maxCounts) = (ScreenTemplates.planeWidths, ScreenTemplates.maxCounts)
    self.width = width
    self.height = height
    unit = width / ScreenTemplates.usualWidth
    let wanted = ScreenTemplates.steps(offsets, height: height, unit: unit)
    stride = zip(wanted, wanted.dropFirst()).map { $1 - $0 }.max() ?? 1
    var work: [(step: Int, header: HeaderInterpreter, job: CandidatePainter.Job)] = []
    var seen = Set<CandidatePainter.Job.Identity>()
    try painter.sweeps.forEach(wanted) { step, header throws(HeaderKitError) in
      var header = header
      let job = try painter.job(try header.evaluatedState(at: 0))
      if seen.insert(job.identity).inserted { work.append((step, header, job)) }
    }
    steps = work.map(\.step)
    headers = work.map(\.header)
    func size(_ planeWidth: Double) -> PixelSize? {
      PixelSize(width: Int(planeWidth), height: Int((planeWidth * (height / width)).rounded()))
    }
    guard let coarseSize = size(planeWidths.coarse), let fineSize = size(planeWidths.fine)
    else { throw HeaderKitError(.internalDefect, reason: "the screen has no height") }
    let planes = try await OrderedParallelMap(jobs: jobs).map(work.map(\.job)) { job in
      let canvas = job.canvas()
      return (coarse: LumaPlane(canvas, size: coarseSize), fine: LumaPlane(canvas, size: fineSize))
    }
    let changes = planes.indices.map { index in
      index == 0 ? 0 : planes[index].coarse.distance(to: planes[index - 1].coarse)
    }
    let coarseTemplates = ScreenTemplates.spread(changes, maxCount: maxCounts.coarse)
    coarse = Planes(
      planes: coarseTemplates.map { planes[$0].coarse }, pixelsPerPoint: planeWidths.coarse / width,
      templates: coarseTemplates)
    func fine(_ templates: [Int]) -> Planes {
      Planes(
        planes: templates.map { planes[$0].fine }, pixelsPerPoint: planeWidths.fine / width,
        templates: templates)
    }
    self.fine = fine(ScreenTemplates.spread(changes, maxCount: maxCounts.fine))
    all = fine(Array(work.indices))
  }

  /// Returns the steps of templates in increasing order, including the offset at rest. They are
  /// densest up to the offset of one screen height, because headers change there.
  private static func steps(_ offsets: OffsetGrid, height: Double, unit: Double) -> [Int] {
    let range = offsets.range
    let nearStride = max(1, Int(nearSpacing * unit * offsets.stepsPerPoint))
    let lastNear = min(range.upperBound, Int(height * offsets.stepsPerPoint))
    let below = Swift.stride(from: 0, through: range.lowerBound, by: -nearStride).reversed()
    let above = Swift.stride(from: nearStride, through: lastNear, by: nearStride)
    let near = Array(below) + Array(above)
    let lastStep = near.last ?? 0
    let farCount = max(1, maxCounts.all - near.count)
    let farStride = max(nearStride, (range.upperBound - lastStep + farCount - 1) / farCount)
    return near
      + Swift.stride(from: lastStep + farStride, through: range.upperBound, by: farStride)
  }

  /// Returns the indices of up to `maxCount` templates, most of them where the pictures change most.
  ///
  /// - Parameter changes: The mean squared difference of each template from the one before it.
  static func spread(_ changes: [Float], maxCount: Int) -> [Int] {
    guard changes.count > maxCount else { return Array(changes.indices) }
    // Rows are hardly visible in the coarse pictures, so that templates between which only rows
    // scroll look equal. Keep some of these too.
    let minChange = max(1, changes.reduce(0, +) / Float(changes.count) / 4)
    let total = changes.reduce(0) { $0 + $1 + minChange }
    var (chosen, sum): ([Int], Float) = ([], 0)
    for (index, change) in changes.enumerated() {
      sum += change + minChange
      if sum * Float(maxCount) > total * Float(chosen.count) { chosen.append(index) }
    }
    return chosen
  }

  /// Creates an estimate from the template that each frame matches.
  func estimate(
    _ placement: ScreenPlacement, _ choices: [Int], gain: Double = 0
  ) -> PlacementEstimate {
    PlacementEstimate(
      placement: placement, headers: choices.map { headers[$0] }, steps: choices.map { steps[$0] },
      gain: gain)
  }

  /// Returns the best templates for frames on a known screen.
  func nearest(_ frames: [Pixmap], at placement: ScreenPlacement) -> PlacementEstimate {
    nearest(frames, near: placement, pixels: 0)[0]
  }

  /// Returns estimates for placements shifted by up to `pixels` template pixels up and down, from
  /// top to bottom.
  func nearest(
    _ frames: [Pixmap], near placement: ScreenPlacement, pixels: Int
  ) -> [PlacementEstimate] {
    let factor = all.pixelsPerPoint / placement.pixelsPerPoint
    let (x, y) = (Int((placement.x * factor).rounded()), Int((placement.y * factor).rounded()))
    let planes = frames.map { frame in
      frame.size.scaled(by: factor, minSide: 1).map { LumaPlane(frame, size: $0) }
    }
    return (-pixels...pixels).map { down in
      var moved = placement
      moved.y += Double(down) / factor
      return estimate(
        moved, planes.map { $0?.nearest(of: all.planes, x: x, y: y + down).index ?? 0 })
    }
  }
}
