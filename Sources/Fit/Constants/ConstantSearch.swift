import Files
import HeaderModel
import Numerics
import Raster
import VisualDiff

/// A constant of a header, set.
struct ConstantValue: Hashable, Sendable {
  let name: String
  var value: Double
}

/// Finds the values of constants that bring a header nearest to a recording: each in turn, with the
/// offsets solved for anew.
struct ConstantSearch {
  /// The header with the document's own constants.
  let scenes: FitScenes
  let path: RecordingPath
  let jobs: Int
  let distance: CappedDistance
  /// A few frames that show different offsets, by index, in the recording's order.
  private let chosen: [Int]
  /// Where the frames are taken to be, in points; follows the values.
  private var centres: [Double]

  /// The most frames that are looked at.
  private static let mostFrames = 16
  /// How far from a constant's value another is looked for, as a part of it.
  private static let reach = 0.32
  /// From one value looked at to the next.
  private static let stride = 0.04
  /// Between the values of the last step.
  private static let finest = 0.0025
  /// What is searched about a constant that is 0.
  private static let unit = 60.0
  /// Noise of neighbouring pixels goes together: so many of them tell as much as one alone.
  private static let correlatedPixels = 12.0

  init(scenes: FitScenes, path: RecordingPath, jobs: Int, distance: CappedDistance) {
    self.scenes = scenes
    self.path = path
    self.jobs = jobs
    self.distance = distance
    let byOffset = path.fits.indices.sorted {
      (path.fits[$0].step, $0) < (path.fits[$1].step, $1)
    }
    chosen = HeaderVerdict.spread(byOffset, ConstantSearch.mostFrames).sorted()
    centres = chosen.map { path.offsets.offset(path.fits[$0].step) }
  }

  // MARK: - Distances

  /// The mean distance of the frames to the header with some constants, and where the frames then
  /// are; nil where the header does not allow them.
  private func measure(
    _ constants: [ConstantValue], around centres: [Double], isFine: Bool, reach: Double
  ) async throws(HeaderKitError) -> (distance: Double, offsets: [Double])? {
    guard let scenes = scenes.setting(constants) else { return nil }
    let painter =
      isFine ? try scenes.painter(like: path.painter) : scenes.onePixelAPoint
    let range = scenes.sweeps(painter).grid
    let offsets = OffsetGrid(stepsPerPoint: isFine ? 4 : 1, over: range)
    guard let grid = isFine ? path.grid : path.grid.reduced(by: CoarseSearch.reduction) else {
      return nil
    }
    let frames = chosen.map { isFine ? path.frames[$0] : path.frames[$0].resized(to: grid.size) }
    let stride = isFine ? 1 : 2
    let windows = centres.map { centre in
      offsets.window(around: [centre], points: reach, stride: stride)
    }
    let (_, fits) = try await StateSearch(
      painter: painter, offsets: offsets, grid: grid, jobs: jobs, distance: distance
    ).run(
      frames, times: chosen.map { path.times[$0] }, windows: windows,
      sweeps: HeaderSweeps(launch: painter.launch, grid: offsets), progress: { _ in })
    return (
      fits.reduce(0) { $0 + $1.distance } / Double(fits.count),
      fits.map { offsets.offset($0.step) }
    )
  }

  // MARK: - Search

  /// What is found about the constants, in their order.
  mutating func find(
    _ constants: [ConstantValue], isFirst: Bool
  ) async throws(HeaderKitError) -> [FittedConstant] {
    var values = constants
    let rounds = constants.count > 1 ? 2 : 1
    var visible: [Bool] = []
    for place in values.indices { visible.append(isVisible(values, place)) }
    for round in 0..<rounds {
      for place in values.indices where visible[place] {
        try await scan(&values, place, part: isFirst && round == 0 ? 1 : 0.3)
        try await refine(&values, place)
      }
    }
    var results: [FittedConstant] = []
    for place in values.indices {
      let interval = visible[place] ? try await interval(values, place) : nil
      results.append(
        FittedConstant(
          name: values[place].name, given: constants[place].value,
          value: interval.map { _ in values[place].value }, interval: interval))
    }
    return results
  }

  /// Whether any of the frames changes with a constant.
  private func isVisible(_ values: [ConstantValue], _ place: Int) -> Bool {
    func states(_ constants: [ConstantValue]) -> [[LayerState]]? {
      guard let scenes = scenes.setting(constants) else { return nil }
      let sweeps = HeaderSweeps(
        launch: scenes.onePixelAPoint.launch, grid: scenes.sweeps(scenes.onePixelAPoint).grid)
      var states: [[LayerState]] = []
      let steps = Set(centres.map(sweeps.grid.step)).sorted()
      let isComplete: Void? = try? sweeps.forEach(steps) { _, header throws(HeaderKitError) in
        var header = header
        states.append(try header.shown(at: 0).layers)
      }
      return isComplete.map { states }
    }
    let now = states(values)
    for part in [-ConstantSearch.reach, -0.1, 0.1, ConstantSearch.reach] {
      var changed = values
      changed[place].value += part * scale(values[place])
      if let other = states(changed), other != now { return true }
    }
    return false
  }

  /// What the search's steps are parts of.
  private func scale(_ constant: ConstantValue) -> Double {
    constant.value == 0 ? ConstantSearch.unit : abs(constant.value)
  }

  /// Looks at values around on coarse pixels.
  private mutating func scan(
    _ values: inout [ConstantValue], _ place: Int, part: Double
  ) async throws(HeaderKitError) {
    let middle = values[place].value
    let step = ConstantSearch.stride * scale(values[place])
    let steps = Int((part * ConstantSearch.reach / ConstantSearch.stride).rounded())
    var best: (distance: Double, value: Double, offsets: [Double])?
    for index in -steps...steps {
      var tried = values
      tried[place].value = middle + Double(index) * step
      let reach = min(40, 4 + abs(Double(index) * step))
      guard
        let found = try await measure(tried, around: centres, isFine: false, reach: reach),
        found.distance < best?.distance ?? .infinity
      else { continue }
      best = (found.distance, tried[place].value, found.offsets)
    }
    guard let best else { return }
    values[place].value = best.value
    centres = best.offsets
    if let found = try await measure(values, around: centres, isFine: true, reach: 2) {
      centres = found.offsets
    }
  }

  /// Goes to the nearest value from which no smaller step helps.
  private mutating func refine(
    _ values: inout [ConstantValue], _ place: Int
  ) async throws(HeaderKitError) {
    let scale = scale(values[place])
    guard var least = try await measure(values, around: centres, isFine: true, reach: 1) else {
      return
    }
    var step = ConstantSearch.stride / 2
    while step >= ConstantSearch.finest {
      var moved = false
      for direction in [-1.0, 1] {
        var tried = values
        tried[place].value += direction * step * scale
        guard
          let found = try await measure(tried, around: least.offsets, isFine: true, reach: 1),
          found.distance < least.distance
        else { continue }
        (values, least, moved) = (tried, found, true)
      }
      if !moved { step /= 2 }
    }
    centres = least.offsets
  }

  /// The values around in which the distance rises by less than its noise; nil where it never does.
  private func interval(
    _ values: [ConstantValue], _ place: Int
  ) async throws(HeaderKitError) -> ClosedRange<Double>? {
    guard let best = try await measure(values, around: centres, isFine: true, reach: 1) else {
      return nil
    }
    let count = Double(3 * path.grid.size.area * chosen.count)
    let noise = 4 * ConstantSearch.correlatedPixels * (best.distance + 1) / count
    let scale = scale(values[place])
    var ends: [Double] = []
    for direction in [-1.0, 1] {
      var (inside, step) = (0.0, ConstantSearch.finest)
      var outside: Double?
      while outside == nil, step <= ConstantSearch.reach {
        var tried = values
        tried[place].value += direction * step * scale
        guard let found = try await measure(tried, around: best.offsets, isFine: true, reach: 1)
        else { break }
        if found.distance > best.distance + noise {
          outside = step
        } else {
          inside = step
          step *= 2
        }
      }
      guard var end = outside else { return nil }
      while end - inside > max(ConstantSearch.finest, 0.2 * end) {
        let middle = (inside + end) / 2
        var tried = values
        tried[place].value += direction * middle * scale
        let found = try await measure(tried, around: best.offsets, isFine: true, reach: 1)
        if let found, found.distance <= best.distance + noise {
          inside = middle
        } else {
          end = middle
        }
      }
      ends.append(values[place].value + direction * end * scale)
    }
    return ends[0]...ends[1]
  }
}
