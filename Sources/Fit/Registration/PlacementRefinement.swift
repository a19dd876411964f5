import Files
import HeaderModel
import Numerics
import Raster
import Rendering
import VisualDiff

/// Sharpens a guess of the screen's place: first by trying neighbours, then by Gauss and Newton's
/// method on place, scale and the frames' offsets together.
struct PlacementRefinement {
  let offsets: OffsetGrid
  let distance: CappedDistance
  /// Of one size.
  let frames: [Pixmap]

  /// A guess on its way.
  struct Estimate {
    var placement: ScreenPlacement
    /// The header behind each frame, and its offset's step.
    var headers: [HeaderInterpreter]
    var steps: [Int]
    /// The mean distance of the frames.
    var distance = Double.infinity
  }

  init(frames: [Pixmap], offsets: OffsetGrid, distance: CappedDistance) {
    self.frames = frames
    self.offsets = offsets
    self.distance = distance
  }

  private func grid(
    _ placement: ScreenPlacement, _ painter: CandidatePainter, finest: Double
  ) -> WorkingGrid? {
    guard let size = frames.first?.size else { return nil }
    return WorkingGrid(
      placement, recording: size, canvasWidth: painter.canvasWidth,
      canvasHeight: painter.canvasHeight, finest: finest)
  }

  /// The canvas of a header moved to a step.
  private func canvas(
    _ header: HeaderInterpreter, _ step: Int, _ painter: CandidatePainter
  ) throws(HeaderKitError) -> Pixmap {
    var header = header
    try header.take(offsets.offset(step), at: 0)
    return try painter.job(try header.shown(at: 0)).canvas()
  }

  // MARK: - Trying

  /// The mean over the frames of the distance to the nearest of their canvases.
  private func cost(
    _ placement: ScreenPlacement, _ canvases: [[Pixmap]], _ painter: CandidatePainter,
    finest: Double
  ) -> Double {
    guard let grid = grid(placement, painter, finest: finest) else { return .infinity }
    var sum = 0.0
    for (frame, choices) in zip(frames, canvases) {
      let reduced = grid.reduced(frame)
      sum +=
        choices.map { distance.mean(reduced, grid.reduced(canvas: $0, scale: painter.scale)) }
        .min() ?? distance.largest
    }
    // What of the recording lies around the screen is not explained.
    let outside =
      1 - Double(grid.recorded.width * grid.recorded.height) / Double(frames[0].size.area)
    return sum / Double(frames.count) + outside * distance.largest / 4
  }

  /// Tries the frames' offsets at every `stride` steps within `reach`.
  func findOffsets(
    _ estimate: inout Estimate, _ painter: CandidatePainter, finest: Double, reach: Int,
    stride: Int
  ) throws(HeaderKitError) {
    guard let grid = grid(estimate.placement, painter, finest: finest) else { return }
    estimate.distance = 0
    for (index, frame) in frames.enumerated() {
      let reduced = grid.reduced(frame)
      var best = (distance: Double.infinity, step: estimate.steps[index])
      for step in Swift.stride(
        from: estimate.steps[index] - reach, through: estimate.steps[index] + reach, by: stride)
      where offsets.range.contains(step) {
        let picture = grid.reduced(
          canvas: try canvas(estimate.headers[index], step, painter), scale: painter.scale)
        let found = distance.mean(reduced, picture)
        if found < best.distance { best = (found, step) }
      }
      estimate.steps[index] = best.step
      estimate.distance += best.distance / Double(frames.count)
    }
  }

  /// Moves and scales the screen as long as that helps, by smaller and smaller steps.
  ///
  /// - Parameters:
  ///   - points: the first step, and the smallest.
  ///   - isScaleKnown: whether the scale is left alone.
  func findPlace(
    _ estimate: inout Estimate, _ painter: CandidatePainter, finest: Double,
    points: ClosedRange<Double>, isScaleKnown: Bool
  ) throws(HeaderKitError) {
    guard let size = frames.first?.size else { return }
    var canvases: [[Pixmap]] = []
    for (header, step) in zip(estimate.headers, estimate.steps) {
      canvases.append([try canvas(header, step, painter)])
    }
    var best = estimate.placement
    var least = cost(best, canvases, painter, finest: finest)
    var move = points.upperBound
    let (right, bottom) = (Double(size.width), Double(size.height))
    // What grows stays where it is at the middle or in a corner.
    let anchors = [(right / 2, bottom / 2), (0, 0), (right, 0), (0, bottom), (right, bottom)]
    while move >= points.lowerBound {
      // At the screen's edge, a change of the scale moves as far.
      let growth = 1 + move / (0.5 * painter.canvasHeight)
      var moved = false
      var moves = [(move, 0.0), (-move, 0), (0, move), (0, -move)].map {
        ScreenPlacement.Change(x: $0, y: $1)
      }
      if !isScaleKnown {
        for factor in [growth, 1 / growth] {
          moves += anchors.map { ScreenPlacement.Change(across: factor, down: factor, anchor: $0) }
          guard move <= PlacementRefinement.mostStretchingMove else { continue }
          moves += [0, bottom / 2, bottom].map {
            ScreenPlacement.Change(down: factor, anchor: (0, $0))
          }
        }
      }
      for change in moves {
        let tried = best.changed(by: change)
        // Rounding moves the far edge by half a pixel at most, on either side.
        guard abs(tried.stretch - 1) * painter.canvasHeight * tried.pixelsPerPoint <= 1 else {
          continue
        }
        let found = cost(tried, canvases, painter, finest: finest)
        if found < least {
          (best, least, moved) = (tried, found, true)
        }
      }
      if !moved { move /= 2 }
    }
    estimate.placement = best
    estimate.distance = least
  }

  /// Coarser moves leave the screen's shape alone; points.
  private static let mostStretchingMove = 0.5

  /// Slides the screen under the frames' offsets: what scrolls stays where it is in the recording,
  /// what does not tells how far is right.
  func slide(
    _ estimate: inout Estimate, _ painter: CandidatePainter, finest: Double, reach: Int,
    stride: Int
  ) throws(HeaderKitError) {
    var best = estimate
    best.distance = .infinity
    for step in Swift.stride(from: -reach, through: reach, by: stride) {
      var tried = estimate
      tried.placement.y +=
        offsets.offset(step) * estimate.placement.pixelsPerPoint * estimate.placement.stretch
      tried.steps = estimate.steps.map {
        min(max($0 + step, offsets.range.lowerBound), offsets.range.upperBound)
      }
      var canvases: [[Pixmap]] = []
      for (header, step) in zip(tried.headers, tried.steps) {
        canvases.append([try canvas(header, step, painter)])
      }
      tried.distance = cost(tried.placement, canvases, painter, finest: finest)
      if tried.distance < best.distance { best = tried }
    }
    estimate = best
  }

  // MARK: - Solving

  /// Sums for the unknowns x, y, scale (in pixels of the recording, and per point) and one offset.
  private struct Sums {
    var place = [Double](repeating: 0, count: 9)
    var mixed = [Double](repeating: 0, count: 3)
    var offset = 0.0
    var placeRight = [Double](repeating: 0, count: 3)
    var offsetRight = 0.0
  }

  /// One step for place, scale and offsets together; false where it brings nothing.
  func solve(
    _ estimate: inout Estimate, _ painter: CandidatePainter, finest: Double, isScaleKnown: Bool
  ) throws(HeaderKitError) -> Bool {
    guard let grid = grid(estimate.placement, painter, finest: finest) else { return false }
    var matrix = [Double](repeating: 0, count: 9)
    var right = [Double](repeating: 0, count: 3)
    var before = 0.0
    for (index, frame) in frames.enumerated() {
      let pictures = try [-1, 0, 1].map { move throws(HeaderKitError) in
        grid.reduced(
          canvas: try canvas(estimate.headers[index], estimate.steps[index] + move, painter),
          scale: painter.scale)
      }
      let reduced = grid.reduced(frame)
      before += distance.mean(reduced, pictures[1])
      let sums = sums(reduced, pictures, grid)
      for row in 0..<3 {
        for column in 0..<3 {
          matrix[row * 3 + column] +=
            sums.place[row * 3 + column]
            - (sums.offset > 0 ? sums.mixed[row] * sums.mixed[column] / sums.offset : 0)
        }
        right[row] +=
          sums.placeRight[row]
          - (sums.offset > 0 ? sums.mixed[row] * sums.offsetRight / sums.offset : 0)
      }
    }
    if isScaleKnown {
      for place in [2, 5, 6, 7] { matrix[place] = 0 }
      matrix[8] = 1
      right[2] = 0
    }
    guard let change = LinearSystem.solve3(matrix, right) else { return false }
    var next = estimate
    // No step further than the pictures' own sharpness reaches.
    let most = 2 * grid.pointsPerPixel * estimate.placement.pixelsPerPoint
    let longest = max(
      abs(change[0]), abs(change[1]), abs(change[2]) * painter.canvasHeight)
    let share = longest > most ? most / longest : 1
    next.placement.x += change[0] * share
    next.placement.y += change[1] * share
    next.placement.pixelsPerPoint += change[2] * share
    try findOffsets(&next, painter, finest: finest, reach: 2, stride: 1)
    estimate.distance = before / Double(frames.count)
    guard next.distance < estimate.distance else { return false }
    estimate = next
    return true
  }

  private func sums(_ frame: Pixmap, _ pictures: [Pixmap], _ grid: WorkingGrid) -> Sums {
    var result = Sums()
    let (width, height) = (grid.size.width, grid.size.height)
    let recorded = frame.bytes.span
    let (belowPicture, picture, abovePicture) = (pictures[0], pictures[1], pictures[2])
    let below = belowPicture.bytes.span
    let here = picture.bytes.span
    let above = abovePicture.bytes.span
    let perPixelX = Double(grid.recorded.width) / Double(width)
    let perPixelY = Double(grid.recorded.height) / Double(height)
    let (pointsX, pointsY) = (
      grid.canvas.width / Double(width), grid.canvas.height / Double(height)
    )
    for y in 1..<max(1, height - 1) {
      let pointY = grid.canvas.y + (Double(y) + 0.5) * pointsY
      for x in 1..<max(1, width - 1) {
        let pointX = grid.canvas.x + (Double(x) + 0.5) * pointsX
        // Green stands for all: it carries most of the brightness.
        let place = (y * width + x) * 4 + 1
        let residual = Double(recorded[place]) - Double(here[place])
        guard abs(residual) < Double(distance.cap) else { continue }
        let slopeX = -(Double(here[place + 4]) - Double(here[place - 4])) / (2 * perPixelX)
        let slopeY =
          -(Double(here[place + width * 4]) - Double(here[place - width * 4])) / (2 * perPixelY)
        let slopeScale = slopeX * pointX + slopeY * pointY
        let change = (Double(above[place]) - Double(below[place])) / 2
        result.place[0] += slopeX * slopeX
        result.place[1] += slopeX * slopeY
        result.place[2] += slopeX * slopeScale
        result.place[4] += slopeY * slopeY
        result.place[5] += slopeY * slopeScale
        result.place[8] += slopeScale * slopeScale
        result.mixed[0] += slopeX * change
        result.mixed[1] += slopeY * change
        result.mixed[2] += slopeScale * change
        result.offset += change * change
        result.placeRight[0] += slopeX * residual
        result.placeRight[1] += slopeY * residual
        result.placeRight[2] += slopeScale * residual
        result.offsetRight += change * residual
      }
    }
    result.place[3] = result.place[1]
    result.place[6] = result.place[2]
    result.place[7] = result.place[5]
    return result
  }
}

/// Small systems of linear equations.
enum LinearSystem {
  /// Cramer's rule for three unknowns, the matrix row by row; nil where they are not determined.
  static func solve3(_ m: [Double], _ right: [Double]) -> [Double]? {
    func determinant(_ m: [Double]) -> Double {
      m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6])
        + m[2] * (m[3] * m[7] - m[4] * m[6])
    }
    let whole = determinant(m)
    guard abs(whole) > 1e-9 * abs(m[0] * m[4] * m[8]) else { return nil }
    return (0..<3).map { column in
      var replaced = m
      for row in 0..<3 { replaced[row * 3 + column] = right[row] }
      return determinant(replaced) / whole
    }
  }
}
