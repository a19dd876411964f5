import FileAccess
import HeaderModel
import PortableMath
import Raster
import TestSupport
import Testing

@testable import Fit

/// The searches along a recording's frames, compared with an enumeration of all paths.
@Suite struct PathSearchTests {
  // MARK: - Paths of a lattice

  /// Returns a lattice of frames with two to four states and most possible edges.
  private func lattice(seed: Int) -> PathLattice {
    var random = SeededRandom(seed)
    var lattice = PathLattice()
    var before = 0
    for frame in 0..<random.number(in: 2...6) {
      let count = random.number(in: 2...4)
      let nodes = (0..<count).map { _ in
        let offset = Double(random.number(in: 0...60))
        return PathLattice.Node(
          step: Int(offset) * 2, offset: offset, distance: random.number(from: 0, to: 12))
      }
      var edges: [PathLattice.Edge] = []
      for child in 0..<(frame == 0 ? 0 : count) {
        // Each state has at least one edge.
        let kept = random.number(below: before)
        for parent in 0..<before where parent == kept || random.holds(percent: 80) {
          edges.append(PathLattice.Edge(parent: parent, child: child, path: .through(parent)))
        }
      }
      lattice.append(
        PathLattice.Layer(time: Double(frame) / 20, nodes: nodes, edges: edges))
      before = count
    }
    return lattice
  }

  /// Returns all paths with their costs: the sum of distances, movement and changes of velocity.
  private func paths(_ layers: [PathLattice.Layer]) -> [(nodes: [Int], cost: Double)] {
    var open = layers[0].nodes.indices.map { [$0] }
    for layer in layers.dropFirst() {
      open = open.flatMap { path in
        layer.edges.filter { $0.parent == path.last }.map { path + [$0.child] }
      }
    }
    return open.map { path in
      let nodes = zip(layers, path).map { $0.nodes[$1] }
      var cost = nodes.reduce(0) { $0 + $1.distance }
      var velocity: Double?
      for (index, (from, to)) in zip(nodes, nodes.dropFirst()).enumerated() {
        cost += 0.0005 * abs(to.offset - from.offset)
        let next =
          (to.offset - from.offset) / (layers[index + 1].time - layers[index].time)
        if let velocity {
          cost += 0.15 * ((1 + abs(next - velocity) / 150).squareRoot() - 1)
        }
        velocity = next
      }
      return (path, cost)
    }
  }

  @Test(arguments: 0..<120) func findsBestPathWithItsMargins(seed: Int) throws {
    let lattice = lattice(seed: seed)
    let all = paths(lattice.layers)
    let best = try #require(all.min { $0.cost < $1.cost })
    let (start, fits) = try #require(lattice.best())
    #expect(start == best.nodes[0])
    #expect(
      fits.map(\.step) == zip(lattice.layers, best.nodes).map { $0.nodes[$1].step })
    for index in lattice.layers.indices {
      let nodes = lattice.layers[index].nodes
      let here = nodes[best.nodes[index]]
      #expect(fits[index].distance == here.distance)
      if index > 0 { #expect(fits[index].path == .through(best.nodes[index - 1])) }
      let elsewhere = all.filter { abs(nodes[$0.nodes[index]].offset - here.offset) > 0.75 }
      let margin = (elsewhere.map(\.cost).min() ?? .infinity) - best.cost
      let found = fits[index].margin
      #expect(found == margin || abs(found - margin) < 1e-9, "frame \(index)")
    }
  }

  @Test func singleFrameUsesNearestState() throws {
    var lattice = PathLattice()
    #expect(lattice.best() == nil)
    lattice.append(
      PathLattice.Layer(
        time: 0,
        nodes: [(0, 7.0), (10, 3), (30, 3.4)].map {
          PathLattice.Node(step: $0.0, offset: Double($0.0), distance: $0.1)
        }, edges: []))
    let (start, fits) = try #require(lattice.best())
    #expect(start == 1)
    #expect(fits.map(\.step) == [10])
    #expect(abs(fits[0].margin - 0.4) < 1e-12)
  }

  // MARK: - Offsets

  @Test(arguments: [(1.0, 2.0), (2, 2), (2.6, 3), (3, 3)])
  func stepIsHalfAPointOrADevicePixel(scale: Double, perPoint: Double) {
    let grid = OffsetGrid(scale: scale, largestOffset: 10.2, pull: 4, overscroll: 3)
    #expect(grid.stepsPerPoint == perPoint)
    #expect(grid.range == Int(-4 * perPoint)...Int((13.2 * perPoint).rounded(.up)))
    #expect(grid.offset(grid.range.lowerBound) == -4)
    #expect(grid.offset(grid.range.upperBound) >= 13.2)
    let finer = OffsetGrid(stepsPerPoint: 4 * perPoint, over: grid)
    #expect(finer.range == grid.range.lowerBound * 4...grid.range.upperBound * 4)
  }

  @Test(arguments: 0..<20) func roundsToNearestStepInRange(seed: Int) {
    var random = SeededRandom(seed)
    let grid = OffsetGrid(scale: 3, largestOffset: 30, pull: 12, overscroll: 6)
    let offset = random.number(from: -20, to: 50)
    let nearest = grid.range.min { abs(grid.offset($0) - offset) < abs(grid.offset($1) - offset) }
    #expect(grid.step(offset) == nearest, "seed \(seed), \(offset)")
  }

  /// A window contains the steps around each offset once, within the range of the grid.
  @Test func windowContainsNearbyStepsOnce() {
    let grid = OffsetGrid(scale: 2, largestOffset: 10, pull: 0, overscroll: 0)
    #expect(grid.window(around: [1, 3], points: 1) == Array(0...8))
    #expect(grid.window(around: [5], points: 2, stride: 2) == [6, 8, 10, 12, 14])
    #expect(grid.window(around: [9.5], points: 1.5) == [16, 17, 18, 19, 20])
    #expect(grid.window(around: [], points: 1).isEmpty)
  }

  /// The times of steps between an event at step 10 and an event at step 30 after 0.2 s.
  @Test(arguments: [(10, 1.0), (20, 1.1), (30, 1.2), (15, 1.05)])
  func interpolatesTimesOfIntermediateSteps(step: Int, time: Double) {
    #expect(abs(EventPath.time(of: step, from: 10, towards: 30, between: 1, 1.2) - time) < 1e-12)
  }

  // MARK: - Interpolation

  /// The offset of a picture is between those of its neighbors. Pictures change by 20 levels per
  /// point.
  @Test(arguments: [-0.45, -0.3, 0, 0.2, 0.4])
  func findsOffsetsBetweenSteps(part: Double) throws {
    let size = try PixelSize(width: 24, height: 24).required
    func picture(_ offset: Double) throws -> Pixmap {
      var bytes: [UInt8] = []
      for pixel in 0..<size.area {
        let level = UInt8((40 + Double(pixel % 24) * 6 + offset * 20).rounded())
        bytes += [level, level, level, 255]
      }
      return try Pixmap(size: size, bytes: bytes).required
    }
    let refined = RefinedOffset(
      try picture(2 + part), offset: 2, picture: try picture(2), below: try picture(1.5),
      above: try picture(2.5), step: 0.5)
    #expect(abs(refined.offset - 2 - part) < 0.06)
    #expect(try #require(refined.uncertainty) <= RefinedOffset.maxUncertainty)
  }

  /// If the noise is stronger than the change, the offset is kept.
  @Test func noiseDeterminesNoOffset() throws {
    var random = SeededRandom(1)
    let size = try PixelSize(width: 12, height: 12).required
    func picture(_ level: Int, noise: Int) throws -> Pixmap {
      let bytes = (0..<size.area).flatMap { _ -> [UInt8] in
        let value = UInt8(level + random.number(in: -noise...noise))
        return [value, value, value, 255]
      }
      return try Pixmap(size: size, bytes: bytes).required
    }
    let refined = RefinedOffset(
      try picture(100, noise: 20), offset: 2, picture: try picture(100, noise: 0),
      below: try picture(99, noise: 0), above: try picture(101, noise: 0), step: 0.5)
    #expect(refined.offset == 2)
    #expect(refined.uncertainty == nil)
  }

  // MARK: - Sweeps

  /// A header with memory reaches each step upward, downward, upward again and by a jump. A header
  /// without memory looks the same each time, so each step is visited once.
  @Test func sweepsReachAllMemoryStates() throws {
    let scene = try JudgedScene(try FitScene.document())
    let sweeps = scene.painter.sweeps
    var seen: [Int: [RememberedValue.Value]] = [:]
    try sweeps.forEach([-8, 16, 40]) { step, header throws(HeaderKitError) in
      var header = header
      let state = try header.evaluatedState(at: 0)
      seen[step, default: []] += state.memory.filter { $0.name == "seen" }.map(\.value)
    }
    // At 8 points `seen` is false on the way up, true on the way down, and false again after the
    // offset was negative.
    #expect(
      seen[16] == [.boolean(false), .boolean(true), .boolean(false), .boolean(false)])
    #expect(try #require(seen[40]).allSatisfy { $0 == .boolean(true) })
    #expect(seen[-8] == [.boolean(false), .boolean(false), .boolean(false)])
    let plain = try JudgedScene(try FitScene.scrolling(top: 20))
    var visits: [Int] = []
    try plain.painter.sweeps.forEach([-8, 16, 40]) { step, _ in
      visits.append(step)
    }
    #expect(visits == [-8, 16, 40])
  }

  // MARK: - Replay

  @Test func replayFeedsEventsOfThePath() throws {
    let scene = try JudgedScene(try FitScene.document())
    let grid = scene.painter.sweeps.grid
    var start = scene.painter.launch
    try start.scroll(to: 0, at: 0)
    /// Returns `seen` in each frame. It becomes true above 16 points.
    func seen(_ fits: [(step: Int, path: EventPath)]) throws -> [Bool] {
      let path = RecordingPath(
        screen: FoundScreen(
          placement: ScreenPlacement(pixelsPerPoint: 1, x: 0, y: 0), painter: scene.painter),
        grid: scene.grid, frames: [], times: fits.indices.map { Double($0) / 10 }, start: start,
        fits: fits.map { FrameFit(step: $0.step, path: $0.path, distance: 0) })
      var seen: [Bool] = []
      try path.follow(start) { index, header throws(HeaderKitError) in
        var header = header
        let state = try header.evaluatedState(at: path.times[index])
        #expect(state.offset == grid.offset(fits[index].step))
        seen.append(state.memory.contains { $0.name == "seen" && $0.value == .boolean(true) })
      }
      return seen
    }
    #expect(try seen([(0, .jump), (20, .jump), (10, .jump)]) == [false, false, false])
    #expect(try seen([(0, .jump), (20, .through(36))]) == [false, true])
    #expect(try seen([(0, .jump), (40, .jump), (10, .jump)]) == [false, true, true])
    // The path passes each step down to a negative offset.
    #expect(
      try seen([(0, .jump), (40, .jump), (-2, .everyStep(towards: -2)), (4, .jump)])
        == [false, true, false, false])
  }
}
