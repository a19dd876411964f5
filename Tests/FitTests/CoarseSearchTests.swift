import HeaderModel
import PortableMath
import Raster
import TestSupport
import Testing

@testable import Fit

/// The comparison of frames with coarse pictures at many offsets.
@Suite struct CoarseSearchTests {
  private static let coarse = OffsetGrid(scale: 2, largestOffset: 40, pull: 0, overscroll: 0)

  /// The first candidates of all frames are the path with the lowest cost.
  @Test(arguments: 0..<60) func firstCandidatesFormTheCheapestPath(seed: Int) throws {
    var random = SeededRandom(seed)
    let grid = Self.coarse
    let steps = [0, 6, 10, 18, 30]
    let result = CoarseSearch.Result(
      grid: grid, steps: steps,
      distances: (0..<4).map { _ in steps.map { _ in Float(random.number(from: 0, to: 3)) } })
    let distances = result.frames.map { result.evidence($0.all).map(Double.init) }
    var best = (cost: Double.infinity, path: [Int]())
    for number in 0..<625 {
      let path = [number % 5, number / 5 % 5, number / 25 % 5, number / 125]
      var cost = zip(distances, path).reduce(0) { $0 + $1.0[$1.1] }
      for (from, to) in zip(path, path.dropFirst()) {
        cost += 0.04 * abs(grid.offset(steps[to]) - grid.offset(steps[from]))
      }
      if cost < best.cost { best = (cost, path) }
    }
    let found = result.candidates(maxCount: 5, margin: 100)
    #expect(found.map(\.first) == best.path.map { grid.offset(steps[$0]) }, "seed \(seed)")
  }

  /// The true minimum may be between two samples, so the excess of a sampled minimum over the best
  /// one is reduced by half the difference of its neighbors.
  @Test func evidenceAccountsForSampleSpacing() {
    let result = CoarseSearch.Result(grid: Self.coarse, steps: [0, 6, 12, 18, 24], distances: [])
    // The excess of 16 is reduced from 6 to 3, and the excess of 12 from 2 to 0.
    for (distances, expected) in [
      ([20, 10, 30, 16, 24], [10, 0, 20, 3, 11]), ([20, 10, 30, 12, 18], [10, 0, 20, 0, 6]),
      ([7], [0]),
    ] as [([Float], [Float])] {
      let found = result.evidence(distances)
      #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-3 }, "\(found)")
    }
    // The lower of two such minima has a slightly smaller value.
    let alike = result.evidence([20, 10, 30, 12, 18])
    #expect(alike[1] < alike[3])
  }

  /// Repeating rows may match better a period farther, because their subpixel positions differ,
  /// even for many frames. The path does not jump for this reason. It jumps for a clearly better
  /// match.
  @Test(arguments: [20, 2000]) func followsRepeatingListsAlongThePath(frames: Int) {
    let here: [Float] = [60, 8, 60, 60, 60, 60, 40, 60]
    let further: [Float] = [60, 40, 60, 60, 60, 60, 8, 60]
    let alike: [Float] = [24, 13, 36, 60, 60, 60, 8, 60]
    func offsets(_ distances: [[Float]]) -> [Double?] {
      CoarseSearch.Result(
        grid: Self.coarse, steps: Array(stride(from: 0, to: 80, by: 10)), distances: distances
      )
      .candidates(maxCount: 1, margin: 4).map(\.first)
    }
    let stays = offsets([here] + Array(repeating: alike, count: frames))
    #expect(stays.allSatisfy { $0 == 5 })
    #expect(offsets([here, alike, further, further]).last == 30)
  }

  /// Offsets at which the header looks the same have the same distance.
  @Test func equalPicturesHaveEqualDistances() async throws {
    let document = """
      { "version": 1, "name": "still", "scroll": { "maximumOffset": 40 },
        "layers": [ { "id": "page", "type": "rectangle", "fill": "#FFFFFF" },
                    { "id": "plate", "type": "rectangle", "fill": "#3060A0", "x": 8, "y": 40,
                      "width": 16, "height": "offset > 20 ? 30 : 16" } ] }
      """
    let scene = try JudgedScene(try HeaderDocument.parse(Array(document.utf8)))
    let search = CoarseSearch(painter: scene.painter, jobs: 1)
    let found = try await search.run([scene.picture(), scene.picture(30)], on: scene.grid)
    for (step, (upper, lower)) in zip(found.steps, zip(found.distances(0), found.distances(1))) {
      let isFar = found.grid.offset(step) > 20
      #expect((upper == 0) == !isFar && (lower == 0) == isFar, "step \(step)")
    }
    #expect(found.steps.count > 30)
  }

  /// The sampled distances of a frame at step 6. The minimum is between two samples, so the steps
  /// around both are compared, but not those behind the next sample.
  @Test func unresolvedStepsSurroundSampledMinima() {
    let grid = OffsetGrid(scale: 2, largestOffset: 10, pull: 0, overscroll: 0)
    let distances = (0...16).map { Float(abs($0 - 6) * 100) }
    let result = CoarseSearch.Result(grid: grid, steps: Array(0...16), distances: [distances])
    let sampled = [0, 4, 8, 12, 16]
    #expect(result.unresolvedIndices(between: sampled) == Set(1...11).subtracting(sampled))
  }

  /// Between two compared steps, distances change evenly. Compared ones are kept.
  @Test func interpolatesDistancesBetweenComparedSteps() {
    let grid = OffsetGrid(scale: 2, largestOffset: 10, pull: 0, overscroll: 0)
    var result = CoarseSearch.Result(
      grid: grid, steps: Array(0...6), distances: [[8, 0, 0, 0, 4, 5, 9], [1, 0, 0, 0, 1, 7, 7]])
    result.interpolate(between: [0, 4, 5, 6])
    #expect(result.distances(0) == [8, 7, 6, 5, 4, 5, 9])
    #expect(result.distances(1) == [1, 1, 1, 1, 1, 7, 7])
  }
}
