import FileAccess
import PortableMath
import Raster
import VisualDiff

/// The Gauss-Newton method for position, scale and the frames' offsets together.
extension PlacementRefinement {
  /// The normal equations: sums over pixels of products of the gradients. The unknowns are x and y
  /// in pixels of the recording, the scale in pixels per point, and one offset.
  private struct Sums: Sendable {
    /// The matrix of the placement's unknowns, in row order.
    var placement = [Double](repeating: 0, count: 9)
    /// The products of the placement's gradients with the offset's.
    var mixed = [Double](repeating: 0, count: 3)
    var offset = 0.0
    /// The right sides of the placement's equations.
    var placementRight = [Double](repeating: 0, count: 3)
    /// The right side of the offset's equation.
    var offsetRight = 0.0
  }

  /// Performs one step for position, scale and offsets. Returns `false` if it does not reduce the
  /// distance.
  func solve(
    _ estimate: inout PlacementEstimate, _ painter: CandidatePainter, maxScale: Double
  ) async throws(HeaderKitError) -> Bool {
    guard let grid = grid(estimate.placement, painter, maxScale: maxScale) else { return false }
    let canvasJobs = try frames.indices.map { index throws(HeaderKitError) in
      try [-1, 0, 1].map { move throws(HeaderKitError) in
        try job(estimate.headers[index], estimate.steps[index] + move, painter)
      }
    }
    let (frames, scale) = (frames, painter.scale)
    let results = try await map(Array(frames.indices), on: grid) { index in
      let pictures = canvasJobs[index].map { grid.reduced(canvas: $0.cachedCanvas(), scale: scale) }
      let reduced = grid.reduced(frames[index])
      return (
        distance: RecordingFit.distance.mean(reduced, pictures[1]),
        sums: PlacementRefinement.sums(reduced, pictures, grid)
      )
    }
    let before = results.reduce(0) { $0 + $1.distance }
    var matrix = [Double](repeating: 0, count: 9)
    var right = [Double](repeating: 0, count: 3)
    for (_, sums) in results {
      for row in 0..<3 {
        // Eliminate the frame's own offset (Schur complement).
        func eliminated(_ sum: Double, _ factor: Double) -> Double {
          sum - (sums.offset > 0 ? sums.mixed[row] * factor / sums.offset : 0)
        }
        for column in 0..<3 {
          matrix[row * 3 + column] += eliminated(
            sums.placement[row * 3 + column], sums.mixed[column])
        }
        right[row] += eliminated(sums.placementRight[row], sums.offsetRight)
      }
    }
    if isScaleKnown {
      for index in [2, 5, 6, 7] { matrix[index] = 0 }
      matrix[8] = 1
      right[2] = 0
    }
    guard let change = LinearSystem.solve3(matrix, right) else { return false }
    var next = estimate
    // Limit the step to the range in which the pictures' gradients are valid.
    let maxMove = 2 * grid.pointsPerPixel * estimate.placement.pixelsPerPoint
    let longest = max(abs(change[0]), abs(change[1]), abs(change[2]) * painter.canvasHeight)
    let share = longest > maxMove ? maxMove / longest : 1
    next.placement.x += change[0] * share
    next.placement.y += change[1] * share
    next.placement.pixelsPerPoint += change[2] * share
    try await findOffsets(&next, painter, maxScale: maxScale, reach: 2)
    estimate.distance = before / Double(frames.count)
    guard next.distance < estimate.distance else { return false }
    estimate = next
    return true
  }

  /// Returns the sums of one frame. `pictures` are the header's at the step below the frame's
  /// offset, at it and above it.
  private static func sums(_ frame: Pixmap, _ pictures: [Pixmap], _ grid: WorkingGrid) -> Sums {
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
        // Green represents all channels, because it has most of the luma.
        let index = (y * width + x) * 4 + 1
        let residual = Double(recorded[index]) - Double(here[index])
        guard abs(residual) < Double(RecordingFit.cap) else { continue }
        let slopeX = -(Double(here[index + 4]) - Double(here[index - 4])) / (2 * perPixelX)
        let slopeY =
          -(Double(here[index + width * 4]) - Double(here[index - width * 4])) / (2 * perPixelY)
        let slopeScale = slopeX * pointX + slopeY * pointY
        let change = (Double(above[index]) - Double(below[index])) / 2
        result.placement[0] += slopeX * slopeX
        result.placement[1] += slopeX * slopeY
        result.placement[2] += slopeX * slopeScale
        result.placement[4] += slopeY * slopeY
        result.placement[5] += slopeY * slopeScale
        result.placement[8] += slopeScale * slopeScale
        result.mixed[0] += slopeX * change
        result.mixed[1] += slopeY * change
        result.mixed[2] += slopeScale * change
        result.offset += change * change
        result.placementRight[0] += slopeX * residual
        result.placementRight[1] += slopeY * residual
        result.placementRight[2] += slopeScale * residual
        result.offsetRight += change * residual
      }
    }
    result.placement[3] = result.placement[1]
    result.placement[6] = result.placement[2]
    result.placement[7] = result.placement[5]
    return result
  }
}

/// Systems of linear equations.
enum LinearSystem {
  /// Solves three linear equations with Cramer's rule. The matrix is in row order. `nil` if it is
  /// singular.
  static func solve3(_ m: [Double], _ right: [Double]) -> [Double]? {
    func determinant(_ m: [Double]) -> Double {
      m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6])
        + m[2] * (m[3] * m[7] - m[4] * m[6])
    }
    let denominator = determinant(m)
    guard abs(denominator) > 1e-9 * abs(m[0] * m[4] * m[8]) else { return nil }
    return (0..<3).map { column in
      var replaced = m
      for row in 0..<3 { replaced[row * 3 + column] = right[row] }
      return determinant(replaced) / denominator
    }
  }
}
