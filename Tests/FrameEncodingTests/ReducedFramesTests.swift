@testable import FileAccess
@testable import FrameEncoding
import ImageCodecs
import PortableMath
import Raster
import TestSupport
import Testing

@Suite struct ReducedFramesTests {
  @Test func stepsAlternate() {
    func steps(_ reductions: Set<ReductionPolicy>) -> [[Int]] {
      FrameReduction.steps(reductions).map { [$0.quarters, $0.step] }
    }
    #expect(steps([]) == [[4, 1]])
    #expect(steps([.scale]) == [[4, 1], [3, 1], [2, 1], [1, 1]])
    #expect(steps([.fps]) == [[4, 1], [4, 2], [4, 3], [4, 4]])
    #expect(
      steps([.fps, .scale]) == [[4, 1], [3, 1], [3, 2], [2, 2], [2, 3], [1, 3], [1, 4]])
  }

  /// Returns the numbers of the remaining pictures with their durations in hundredths of a second.
  private func kept(_ delays: [Int], step: Int) throws -> [[Int]] {
    let spool = try FrameSpool(limits: RenderLimits())
    let pictures = try delays.indices.map { try dotted(20, dotX: $0) }
    for (picture, delay) in zip(pictures, delays) {
      try spool.append(picture, duration: try #require(RationalTime(centiseconds: delay)))
    }
    let frames = ReducedFrames(
      spool, size: pictures[0].size, reduction: FrameReduction(quarters: 4, step: step))
    var list: [[Int]] = []
    try frames.forEach { picture, duration in
      list.append(
        [pictures.firstIndex(of: picture) ?? -1, duration.rounded(toUnitsPerSecond: 100)])
      return true
    }
    return list
  }

  /// The total duration is kept. The last frame and long frames stay.
  @Test(
    arguments: [
      ([4, 4, 4, 4, 4], 1, [[0, 4], [1, 4], [2, 4], [3, 4], [4, 4]]),
      ([4, 4, 4, 4, 4], 2, [[0, 8], [2, 8], [4, 4]]),
      ([4, 4, 4, 4, 4, 4], 2, [[0, 8], [2, 8], [4, 4], [5, 4]]),
      ([4, 4, 4, 4, 4], 3, [[0, 12], [3, 4], [4, 4]]),
      ([4, 100, 4, 4, 4], 2, [[0, 4], [1, 100], [2, 8], [4, 4]]), ([9], 4, [[0, 9]]),
    ] as [([Int], Int, [[Int]])])
  func framesAreSkipped(delays: [Int], step: Int, expected: [[Int]]) throws {
    #expect(try kept(delays, step: step) == expected)
  }

  @Test func picturesShrink() throws {
    let spool = try FrameSpool(limits: RenderLimits())
    let size = try #require(PixelSize(width: 10, height: 6))
    try spool.append(Pixmap(size: size, fill: .white), duration: .zero)
    let frames = ReducedFrames(spool, size: size, reduction: FrameReduction(quarters: 2, step: 1))
    #expect(frames.size == PixelSize(width: 5, height: 3))
    try frames.forEach { picture, _ in
      #expect(picture.size == frames.size && picture.bytes.allSatisfy { $0 == 255 })
      return true
    }
  }
}
