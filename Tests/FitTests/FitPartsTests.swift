import PortableMath
import Raster
import Testing
import VisualDiff

@testable import Fit

/// Parts of a fit, compared with simple implementations of their definitions.
@Suite struct FitPartsTests {
  @Test func cappedDistanceIsMeanOfLimitedSquares() throws {
    var seed: UInt64 = 7
    func random() -> UInt8 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: seed >> 33)
    }
    let size = try PixelSize(width: 13, height: 11).required
    func picture() throws -> Pixmap {
      let bytes = (0..<size.area * 4).map { $0 % 4 == 3 ? 255 : random() }
      return try Pixmap(size: size, bytes: bytes).required
    }
    for cap in [UInt8(1), 20, 63] {
      let (first, second) = (try picture(), try picture())
      var sum = 0.0
      for (a, b) in zip(first.bytes, second.bytes) {
        let difference = min(Double(cap), abs(Double(a) - Double(b)))
        sum += difference * difference
      }
      let expected = sum / Double(size.area * 3)
      #expect(abs(CappedDistance(cap: cap).mean(first, second) - expected) < 1e-9)
      let ranges = [0..<3, 11..<12, 40..<size.area]
      let bytes = ranges.flatMap { $0.lowerBound * 4..<$0.upperBound * 4 }
      let squares = bytes.map {
        min(Int(cap), abs(Int(first.bytes[$0]) - Int(second.bytes[$0])))
      }.map { $0 * $0 }
      let meanOfRanges = CappedDistance(cap: cap).mean(first, second, in: ranges)
      #expect(meanOfRanges == Double(squares.reduce(0, +)) / Double(bytes.count / 4 * 3))
    }
    let picture = try picture()
    #expect(CappedDistance(cap: 20).mean(picture, picture, in: []) == nil)
  }

  /// A frame has 12 colored pixels on a background. It is compared with pictures that have none,
  /// half or all of them. The background does not affect the result.
  @Test(arguments: [(0, 1.0), (6, 0.5), (12, 0)])
  func differenceShareIgnoresBackground(matching: Int, share: Double) throws {
    let size = try PixelSize(width: 20, height: 10).required
    func picture(_ coloredCount: Int, background: Color) throws -> Pixmap {
      let colors = (0..<size.area).map { $0 < coloredCount ? Color(rgb: 0xC02040) : background }
      return try Pixmap(size: size, bytes: colors.flatMap { [$0.red, $0.green, $0.blue, 255] })
        .required
    }
    var foreground = ForegroundCount()
    #expect(foreground.grossShare == 0)
    foreground.count(
      try picture(12, background: .white),
      comparedTo: try picture(matching, background: Color(rgb: 0xF0F0F0)))
    #expect(foreground.pixels == 12)
    #expect(abs(foreground.grossShare - share) < 1e-9)
  }

  @Test func solvesThreeEquations() throws {
    let matrix: [Double] = [4, 1, 2, 1, 5, 3, 2, 3, 6]
    let solution = try #require(LinearSystem.solve3(matrix, [12, 20, 26]))
    for (row, right) in [12.0, 20, 26].enumerated() {
      let sum = (0..<3).reduce(0) { $0 + matrix[row * 3 + $1] * solution[$1] }
      #expect(abs(sum - right) < 1e-9)
    }
    #expect(LinearSystem.solve3([1, 2, 3, 2, 4, 6, 1, 0, 1], [1, 2, 3]) == nil)
  }

  @Test func gridCoversScreenDespiteRoundedSides() throws {
    let recording = try PixelSize(width: 208, height: 370).required
    let placement = ScreenPlacement(
      pixelsPerPoint: 208 / 320, x: 0, y: 0, stretch: (370 / 568) / (208 / 320))
    let grid = try #require(
      WorkingGrid(
        placement, recording: recording, canvasWidth: 320, canvasHeight: 568, maxScale: 1))
    #expect(grid.recorded == recording.bounds)
    #expect(abs(grid.canvas.width - 320) < 1e-9)
    #expect(abs(grid.canvas.height - 568) < 1e-9)
  }

  @Test func gridCoversScreenPixels() throws {
    let placement = ScreenPlacement(pixelsPerPoint: 2, x: -10, y: 30)
    let recording = try PixelSize(width: 100, height: 400).required
    let grid = try #require(
      WorkingGrid(
        placement, recording: recording, canvasWidth: 60, canvasHeight: 150, maxScale: 1))
    #expect(grid.recorded == PixelRect(x: 0, y: 30, width: 100, height: 300))
    #expect(grid.canvas == DeviceRect(x: 5, y: 0, width: 50, height: 150))
    #expect(grid.size == PixelSize(width: 50, height: 150))
    #expect(
      WorkingGrid(
        ScreenPlacement(pixelsPerPoint: 2, x: 95, y: 0), recording: recording, canvasWidth: 60,
        canvasHeight: 150, maxScale: 1) == nil)
  }

  @Test func prefersSmallStepsAmongEqualPaths() {
    let grid = OffsetGrid(scale: 2, largestOffset: 10, pull: 0, overscroll: 0)
    let steps = [0, 4, 8, 12, 16, 20]
    // The second frame matches 2 and 8 points equally. The first and the third match 2 points.
    let result = CoarseSearch.Result(
      grid: grid, steps: steps,
      distances: [
        [9, 1, 9, 9, 9, 9], [9, 1, 9, 9, 1, 9], [9, 1, 9, 9, 9, 9],
      ])
    #expect(result.candidates(maxCount: 1, margin: 5) == [[2], [2], [2]])
    #expect(result.candidates(maxCount: 2, margin: 5)[1] == [2, 8])
  }

  /// The distances next to the first minimum are unequal, so the true minimum may be between two
  /// samples. Both minima are candidates.
  @Test func findsOffsetsBetweenCandidates() {
    let grid = OffsetGrid(scale: 2, largestOffset: 10, pull: 0, overscroll: 0)
    let result = CoarseSearch.Result(
      grid: grid, steps: [0, 4, 8, 12, 16, 20], distances: [[12, 8, 20, 40, 7, 39]])
    #expect(result.candidates(maxCount: 3, margin: 0.1) == [[8, 2]])
  }

  /// Frames are 20 points apart, and each also matches 40 points farther. The path with the
  /// smallest change of velocity is chosen.
  @Test(arguments: [(first: 0.0, second: 0.0, margin: 0.0...0.5), (0, 3, 1.0...9)])
  func prefersPathWithSmallestVelocityChange(
    first: Double, second: Double, margin: ClosedRange<Double>
  ) throws {
    var lattice = PathLattice()
    for frame in 0..<5 {
      let offset = Double(frame) * 20
      let nodes = [(offset, first), (offset + 40, second)].map { offset, distance in
        PathLattice.Node(step: Int(offset * 2), offset: offset, distance: 5 + distance)
      }
      let edges = [(0, 0), (1, 0), (0, 1), (1, 1)].map {
        PathLattice.Edge(parent: $0, child: $1, path: .jump)
      }
      lattice.append(
        PathLattice.Layer(
          time: Double(frame) / 10, nodes: nodes, edges: frame == 0 ? [] : edges))
    }
    let (start, fits) = try lattice.best().required
    #expect(start == 0)
    #expect(fits.map(\.step) == [0, 40, 80, 120, 160])
    #expect(fits.allSatisfy { margin.contains($0.margin) })
  }

  /// A fast scroll over rows of 45 points. In its middle, each frame also matches rows nearer to
  /// rest, which a path with shorter but irregular movements passes. Neither path is certain.
  @Test func longerMovementsAreNoEvidenceAgainstAPath() throws {
    let offsets = [18.5, 65, 124, 181.5, 222.5, 233, 228, 192.5, 137, 77.5, 30]
    let nearer = [nil, nil, 79, 91.5, 87.5, 98, 93, 102.5, 92, nil, nil]
    var lattice = PathLattice()
    var before = 0
    for (frame, (offset, near)) in zip(offsets, nearer).enumerated() {
      let nodes = [offset, near].compactMap(\.self).map {
        PathLattice.Node(step: Int($0 * 2), offset: $0, distance: 5)
      }
      let edges = (0..<before).flatMap { parent in
        nodes.indices.map { PathLattice.Edge(parent: parent, child: $0, path: .jump) }
      }
      lattice.append(PathLattice.Layer(time: Double(frame) / 15, nodes: nodes, edges: edges))
      before = nodes.count
    }
    let fits = try lattice.best().required.fits
    for (fit, near) in zip(fits, nearer) {
      #expect((fit.margin < PathLattice.noise) == (near != nil))
    }
  }

  /// A header that does not show overscroll looks the same at rest and when it is pulled down. The
  /// path from overscroll would be a little smoother, but rest is chosen, and both remain possible.
  @Test func restIsMorePlausibleThanOverscrollThatDoesNotShow() throws {
    var lattice = PathLattice()
    var before = 0
    for (frame, offsets) in [[-1.5, 0], [40], [90], [150]].enumerated() {
      let nodes = offsets.map {
        PathLattice.Node(step: Int($0 * 2), offset: $0, distance: 5, isOverscroll: $0 < 0)
      }
      let edges = (0..<before).map { PathLattice.Edge(parent: $0, child: 0, path: .jump) }
      lattice.append(
        PathLattice.Layer(time: Double(frame) / 30, nodes: nodes, edges: edges))
      before = nodes.count
    }
    let (start, fits) = try lattice.best().required
    #expect(start == 1)
    #expect(fits[0].step == 0)
    #expect(fits[0].range == -1.5...0)
  }

  /// The last frame matches a distant offset better. The jump is accepted only if the gain is
  /// large.
  @Test func singleFrameJumpsOnlyForLargeGain() throws {
    for (gain, last) in [(0.2, 30), (9.0, 400)] {
      var lattice = PathLattice()
      for frame in 0..<4 {
        let isLast = frame == 3
        var nodes = [PathLattice.Node(step: frame * 10, offset: Double(frame * 10), distance: 20)]
        if isLast { nodes.append(PathLattice.Node(step: 400, offset: 400, distance: 20 - gain)) }
        let edges = nodes.indices.map { PathLattice.Edge(parent: 0, child: $0, path: .jump) }
        lattice.append(
          PathLattice.Layer(
            time: Double(frame) / 30, nodes: nodes, edges: frame == 0 ? [] : edges))
      }
      #expect(try lattice.best().required.fits.last?.step == last)
    }
  }

  @Test func solvesOffsetsBetweenSteps() throws {
    let size = try PixelSize(width: 40, height: 40).required
    /// Returns a ramp that gets brighter by 8 levels per point.
    func picture(_ offset: Double) throws -> Pixmap {
      var bytes: [UInt8] = []
      for y in 0..<40 {
        for _ in 0..<40 {
          let level = UInt8((100 + Double(y) * 3 + offset * 8).rounded())
          bytes += [level, level, level, 255]
        }
      }
      return try Pixmap(size: size, bytes: bytes).required
    }
    let refined = RefinedOffset(
      try picture(1.25), offset: 1, picture: try picture(1), below: try picture(0.5),
      above: try picture(1.5), step: 0.5)
    #expect(refined.offset == 1.25)
    #expect(try #require(refined.uncertainty) < 0.2)
    let flat = RefinedOffset(
      try picture(1), offset: 1, picture: try picture(1), below: try picture(1),
      above: try picture(1.5), step: 0.5)
    #expect(flat.uncertainty == nil)
  }

  @Test func comparesPlanesWhereTheyOverlap() throws {
    let large = try PixelSize(width: 20, height: 12).required
    let small = try PixelSize(width: 9, height: 5).required
    let picture = try FitScene.picture(20, 12, seed: 4)
    let part = try picture.cropped(to: PixelRect(x: 3, y: 2, width: 9, height: 5)).required
    let plane = LumaPlane(picture, size: large)
    let other = LumaPlane(part, size: small)
    #expect(plane.nearest(of: [plane, other], x: 3, y: 2).index == 1)
    #expect(plane.nearest(of: [other], x: 3, y: 2).difference == 0)
    #expect(plane.nearest(of: [other], x: 4, y: 2).difference > 0)
    #expect(plane.sum(x: 30, y: 2, width: 9, height: 5) == 0)
  }
}
