import FileAccess
import HeaderModel
import Raster
import VisualDiff

/// Compares frames with states over the whole range of offsets, painted at one pixel per point, to
/// find the possible offsets of each frame.
struct CoarseSearch {
  let painter: CandidatePainter
  let jobs: Int

  /// The size of a coarse pixel in pixels of the working grid, on each side.
  static let reduction = 3
  /// The maximum number of painted steps. Up to it, offsets are a point apart: rows that are half a
  /// step from a painted offset differ by more than rows one period away.
  private static let maxCandidates = 3200
  /// The maximum interval of the steps that are painted first.
  private static let maxInterval = 4

  /// The distances of all frames at the compared steps.
  struct Result {
    let grid: OffsetGrid
    /// The painted steps of the grid, in increasing order.
    let steps: [Int]
    /// The distances of each frame.
    var frames: [Frame]
  }

  /// The distances of one frame.
  struct Frame {
    /// The compared steps as indices in `Result.steps`, in increasing order. `nil` if all are
    /// compared.
    let stepIndices: [Int32]?
    /// The smallest distance of any state over all pixels, for each compared step.
    var all: [Float]
    /// The distance of the same state over the pixels that show no lists. Empty unless requested.
    var fixed: [Float]
  }

  /// Returns the interval of the steps that are painted first, in steps of the search: about a
  /// third of a pixel, at most `maxInterval`. Between them, distances change evenly, except next to
  /// a minimum.
  private func interval(on grid: WorkingGrid, stride: Int) -> Int {
    let pixel = grid.pointsPerPixel * painter.offsets.stepsPerPoint
    return min(max(1, Int(pixel / Double(3 * stride))), CoarseSearch.maxInterval)
  }

  /// Compares frames on `grid` with states within `reach` points of the offsets in `near`, or over
  /// the whole range if `near` is `nil`.
  ///
  /// - Parameter comparesFixed: Whether to compare the pixels without lists a second time.
  func run(
    _ frames: [Pixmap], on grid: WorkingGrid, near: [[Double]]? = nil, reach: Double = 0,
    comparesFixed: Bool = false
  ) async throws(HeaderKitError) -> Result {
    let (range, maxCount) = (painter.offsets.range, CoarseSearch.maxCandidates)
    let stride = max(
      Int(painter.offsets.stepsPerPoint), (range.count - 1 + maxCount - 1) / maxCount)
    let windows = near?.map { painter.offsets.window(around: $0, points: reach) }
    let steps =
      windows?.reduce(into: Set()) { $0.formUnion($1) }.sorted()
      ?? Array(Swift.stride(from: range.lowerBound, through: range.upperBound, by: stride))
    let indices = Dictionary(uniqueKeysWithValues: steps.enumerated().map { ($1, $0) })
    var visited: [(stepIndex: Int, header: HeaderInterpreter)] = []
    // Several sweeps reach most steps with the same memory.
    var knownMemory = [Set<[Double]>](repeating: [], count: steps.count)
    try painter.sweeps.forEach(steps) { step, header in
      guard let index = indices[step],
        knownMemory[index].insert(header.remembered(at: 0)).inserted
      else { return }
      visited.append((index, header))
    }
    visited.sort { $0.stepIndex < $1.stepIndex }
    let largest = Float(RecordingFit.distance.largest)
    var result = Result(
      grid: painter.offsets, steps: steps,
      frames: frames.indices.map { frame in
        let compared = windows.map {
          $0[frame].compactMap { step in indices[step].map(Int32.init) }
        }
        let unknown = [Float](repeating: largest, count: compared?.count ?? steps.count)
        return Frame(stepIndices: compared, all: unknown, fixed: comparesFixed ? unknown : [])
      })
    // The frames to compare at each step, or `nil` for all frames at all steps.
    let framesOfStep = windows.map { _ in
      var framesOfStep = [[Int]](repeating: [], count: steps.count)
      for (index, frame) in result.frames.enumerated() {
        for stepIndex in frame.stepIndices ?? [] { framesOfStep[Int(stepIndex)].append(index) }
      }
      return framesOfStep
    }
    let allFrames = Array(frames.indices)
    func compare(_ stepIndices: Set<Int>) async throws(HeaderKitError) {
      var states = visited.lazy.filter { stepIndices.contains($0.stepIndex) }.makeIterator()
      // The jobs painted at the current step.
      var seen: (stepIndex: Int, jobs: Set<CandidatePainter.Job.Identity>) = (-1, [])
      func next() throws(HeaderKitError) -> (Int, CandidatePainter.Job, LayerMask, LayerMask?)? {
        while let (stepIndex, visitedHeader) = states.next() {
          var header = visitedHeader
          let state = try header.evaluatedState(at: 0)
          let job = try painter.job(state)
          if seen.stepIndex != stepIndex { seen = (stepIndex, []) }
          guard seen.jobs.insert(job.identity).inserted else { continue }
          let fixed = comparesFixed ? LayerMask.fixed(in: state, painter: painter, grid: grid) : nil
          return (stepIndex, job, painter.mask(state, on: grid), fixed)
        }
        return nil
      }
      try await OrderedParallelMap(jobs: jobs).run(
        next: next,
        work: { stepIndex, job, mask, fixed throws(HeaderKitError) in
          let candidate = job.picture(on: grid)
          let distance = mask.distanceOfAllPixels
          let fixedDistance = fixed?.distance
          let distances = (framesOfStep?[stepIndex] ?? allFrames).map {
            index -> (all: Float, fixed: Float) in
            let frame = frames[index]
            let fixed = fixedDistance.map { Float($0(frame, candidate)) }
            return (Float(distance(frame, candidate)), fixed ?? largest)
          }
          return (stepIndex, distances)
        },
        consume: { stepIndex, distances throws(HeaderKitError) in
          for (frame, value) in zip(framesOfStep?[stepIndex] ?? allFrames, distances) {
            result.frames[frame].add(value.all, fixed: value.fixed, at: stepIndex)
          }
        })
    }
    let interval = windows == nil ? interval(on: grid, stride: stride) : 1
    guard interval > 1 else {
      try await compare(Set(steps.indices))
      return result
    }
    let last = steps.count - 1
    let sampled = Array(Swift.stride(from: 0, to: last, by: interval)) + [last]
    try await compare(Set(sampled))
    let unresolved = result.unresolvedIndices(between: sampled)
    try await compare(unresolved)
    result.interpolate(between: unresolved.union(sampled).sorted())
    return result
  }
}
