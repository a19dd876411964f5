import FileAccess
import PortableMath

/// Finds the constants with the smallest distance to a recording by coordinate descent: optimizes
/// one constant after the other, with the offsets solved again for each value.
struct ConstantSearch {
  private var all: ConstantFrames
  /// For each constant, the indices of the frames that depend on it.
  private var affected: [[Int]] = []

  /// The number of frames used for a constant, and the smaller number used while tried values are
  /// far apart.
  private static let (maxFrames, fewFrames) = (12, 6)
  /// The range of the initial scan and the distance between its values, in steps.
  private static let (reach, stride) = (128, 16)
  /// The maximum distance relative to the best for a coarse result to be refined, and the maximum
  /// number of such results.
  private static let (maxDistanceRatio, maxCompared) = (1.1, 6)
  /// The maximum step at which all of a constant's frames are used.
  private static let maxFineStep = 2
  /// The minimum distance in steps from a value to both ends of its interval, about 1 %. Layers are
  /// aligned with device pixels, so values this near can look alike or be nearest by chance. The
  /// measured errors are up to 0.9 %.
  private static let minHalfWidth = 4
  /// The maximum search distance for offsets in points.
  private static let maxShift = 40.0

  init(_ frames: ConstantFrames) { all = frames }

  /// Returns the constants with the values of the smallest distance. Skips the initial scan if
  /// `isNear`. Constants that no frame depends on stay unchanged.
  mutating func find(
    _ constants: [ConstantValue], isNear: Bool
  ) async throws(HeaderKitError) -> [ConstantValue] {
    var values = constants
    affected = values.indices.map { affectedIndices(values, $0) }
    for round in 0..<min(2, constants.count) {
      for (index, affected) in affected.enumerated() where !affected.isEmpty {
        let before = values[index].value
        if !isNear, round == 0 { values = try await scanned(ConstantLine(values, index), affected) }
        values = try await refined(ConstantLine(values, index), affected)
        let moved = abs(values[index].value - before)
        // Search the offsets of all frames again, because the constant may have moved them.
        if constants.count > 1, moved > 0,
          let fit = try await all.coarse(values, reach: ConstantSearch.shift(moved))
        {
          all.estimatedOffsets = fit.estimatedOffsets
        }
      }
    }
    return values
  }

  /// The search distance for offsets after a constant changed by `points`.
  private static func shift(_ points: Double) -> Double { min(maxShift, 4 + points) }

  /// Returns the indices of the frames that depend on a constant.
  private func affectedIndices(_ values: [ConstantValue], _ index: Int) -> [Int] {
    let line = ConstantLine(values, index)
    let changed = [-ConstantSearch.reach, -40, 40, ConstantSearch.reach].map(line.moved)
    return all.spread(all.affectedIndices(with: values, changed: changed), ConstantSearch.maxFrames)
  }

  /// Scans values at coarse resolution. Compares the best at full resolution if the coarse
  /// distances are similar.
  private mutating func scanned(
    _ line: ConstantLine, _ affected: [Int]
  ) async throws(HeaderKitError) -> [ConstantValue] {
    let frames = all.only(all.spread(affected, ConstantSearch.fewFrames))
    func reach(_ steps: Int) -> Double { ConstantSearch.shift(abs(Double(steps) * line.size)) }
    var tried: [(steps: Int, fit: ConstantFrames.Fit)] = []
    let (maxSteps, stride) = (ConstantSearch.reach, ConstantSearch.stride)
    for steps in Swift.stride(from: -maxSteps, through: maxSteps, by: stride) {
      if let fit = try await frames.coarse(line.moved(steps), reach: reach(steps)) {
        tried.append((steps, fit))
      }
    }
    guard let steps = try await nearest(tried, line, frames) else { return line.values }
    let values = line.moved(steps)
    if let fit = try await all.only(affected).coarse(values, reach: reach(steps)) {
      record(fit.estimatedOffsets, at: affected)
    }
    if let fit = try await all.only(affected).fine(values, reach: 2.5) {
      record(fit.estimatedOffsets, at: affected)
    }
    return values
  }

  /// Returns the steps of the best scanned value, or `nil` if `tried` is empty.
  private func nearest(
    _ tried: [(steps: Int, fit: ConstantFrames.Fit)], _ line: ConstantLine,
    _ frames: ConstantFrames
  ) async throws(HeaderKitError) -> Int? {
    let sorted = tried.sorted { ($0.fit.distance, $0.steps) < ($1.fit.distance, $1.steps) }
    let limit = ConstantSearch.maxDistanceRatio * (sorted.first?.fit.distance ?? 0)
    let near = sorted.prefix(ConstantSearch.maxCompared).filter { $0.fit.distance <= limit }
    guard near.count > 1 else { return near.first?.steps }
    var best: (steps: Int, distance: Double)?
    var frames = frames
    for (steps, fit) in near {
      frames.estimatedOffsets = fit.estimatedOffsets
      let distance = try await frames.fine(line.moved(steps))?.distance ?? .infinity
      if distance < best?.distance ?? .infinity { best = (steps, distance) }
    }
    return best?.steps
  }

  /// Returns the local optimum: descends with halved steps until no neighbor is better.
  private mutating func refined(
    _ line: ConstantLine, _ affected: [Int]
  ) async throws(HeaderKitError) -> [ConstantValue] {
    var steps = 0
    var step = ConstantSearch.stride / 2
    for (usesFewFrames, minStep) in [(true, ConstantSearch.maxFineStep * 2), (false, 1)] {
      let indices = usesFewFrames ? all.spread(affected, ConstantSearch.fewFrames) : affected
      var trials = ConstantTrials(line: line, frames: all.only(indices))
      guard var best = try await trials.fit(steps) else { return line.values }
      while step >= minStep {
        var moved = false
        for other in [steps - step, steps + step] where trials.fits[other] == nil {
          guard let fit = try await trials.fit(other) else { continue }
          if fit.distance < best.distance { (steps, best, moved) = (other, fit, true) }
        }
        if !moved { step /= 2 }
      }
      record(best.estimatedOffsets, at: indices)
    }
    return line.moved(steps)
  }

  /// Updates the estimated offsets of the frames at `indices`.
  private mutating func record(_ estimatedOffsets: [Double], at indices: [Int]) {
    for (offset, index) in zip(estimatedOffsets, indices) { all.estimatedOffsets[index] = offset }
  }

  /// Returns for each constant the interval in which the distance rises by less than its noise, with
  /// at least `minHalfWidth` on both sides. `nil` if the interval is unbounded or no frame depends on
  /// the constant.
  func intervals(_ values: [ConstantValue]) async throws(HeaderKitError) -> [ClosedRange<Double>?] {
    var intervals: [ClosedRange<Double>?] = []
    for (index, affected) in affected.enumerated() {
      intervals.append(
        affected.isEmpty ? nil : try await interval(ConstantLine(values, index), all.only(affected))
      )
    }
    return intervals
  }

  private func interval(
    _ line: ConstantLine, _ frames: ConstantFrames
  ) async throws(HeaderKitError) -> ClosedRange<Double>? {
    var trials = ConstantTrials(line: line, frames: frames)
    guard let best = try await trials.fit(0)?.distance else { return nil }
    let count = Double(3 * all.path.grid.size.area * frames.frames.count)
    let limit = best + 4 * RefinedOffset.correlatedPixels * (best + 1) / count
    var ends: [Double] = []
    for direction in [-1, 1] {
      var (inside, outside) = (0, ConstantSearch.minHalfWidth)
      while let fit = try await trials.fit(direction * outside), fit.distance <= limit {
        (inside, outside) = (outside, 2 * outside)
        guard outside <= ConstantSearch.reach else { return nil }
      }
      while inside > 0, outside - inside > max(1, outside / 5) {
        let middle = (inside + outside) / 2
        let distance = try await trials.fit(direction * middle)?.distance ?? .infinity
        if distance <= limit { inside = middle } else { outside = middle }
      }
      ends.append(line.moved(direction * outside)[line.index].value)
    }
    return ends[0]...ends[1]
  }
}
