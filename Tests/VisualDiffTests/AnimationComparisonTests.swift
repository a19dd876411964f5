import PortableMath
import Raster
import Testing
import VisualDiff

@Suite struct AnimationComparisonTests {
  /// Frames as pairs of a gray value and a duration in hundredths of a second.
  private struct Clip {
    let frames: [(gray: UInt8, delay: Int)]
    var plays: Int?

    init(_ frames: [(gray: UInt8, delay: Int)], plays: Int? = nil) {
      self.frames = frames
      self.plays = plays
    }

    /// Creates frames with a duration of 4 hundredths.
    init(_ grays: [UInt8]) { self.init(grays.map { ($0, 4) }) }

    func picture(_ index: Int) -> Pixmap {
      flat(4, 4, Color(red: frames[index].gray, green: 0, blue: 0))
    }

    var timeline: Timeline {
      Timeline(
        frames: frames.indices.map { (PixelHash(picture($0)), hundredths(frames[$0].delay)) },
        plays: plays)
    }
  }

  private func compare(
    _ first: Clip, _ second: Clip, timing: TimingPolicy = .exact,
    tolerance: ComparisonTolerance = ComparisonTolerance()
  ) -> AnimationDifference {
    let size = first.picture(0).size
    var comparison = AnimationComparison()
    comparison.tolerance = tolerance
    comparison.timing = timing
    return comparison.difference(
      first.timeline, second.timeline, sizes: (size, size), firstPicture: first.picture,
      secondPicture: second.picture)
  }

  @Test func animationEqualsItself() {
    let clip = Clip([1, 2, 3, 2, 1])
    #expect(compare(clip, clip).isSame)
    #expect(compare(clip, clip).lines.isEmpty)
  }

  @Test func splitDelayIsNoDifference() {
    #expect(compare(Clip([(1, 4), (2, 6)]), Clip([(1, 4), (2, 2), (2, 1), (2, 3)])).isSame)
  }

  @Test func changedPixelsAreReportedWithTheirTime() {
    let difference = compare(Clip([1, 2, 3, 4, 5]), Clip([1, 9, 8, 4, 7]))
    #expect(
      difference.lines == [
        "frames 1-2: pixels changed: at most 16 in a frame (100 %), within 4 x 4 at 0,0",
        "frame 4: pixels changed: 16 (100 %), within 4 x 4 at 0,0",
      ])
  }

  @Test func droppedFrameIsDistinguishedFromTheFollowingShift() {
    let difference = compare(Clip([1, 2, 3, 4, 5]), Clip([1, 2, 4, 5]))
    #expect(
      difference.lines == [
        "lasts 0.16 s instead of 0.2 s", "frame 2 dropped, shown at 0.08 s",
        "frames 3-4: shifted: 0.04 s earlier",
      ])
  }

  @Test func insertedFrameNamesItsSource() {
    let difference = compare(Clip([1, 2, 3, 4]), Clip([1, 2, 3, 1, 4]))
    #expect(
      difference.lines == [
        "lasts 0.2 s instead of 0.16 s",
        "second's frame 3 inserted at 0.12 s, a copy of the first's frame 0",
        "frame 3: shifted: 0.04 s later",
      ])
  }

  @Test func repeatedFrameIsDistinguishedFromALongerOne() {
    let repeated = compare(Clip([1, 2, 3]), Clip([1, 2, 2, 3]))
    #expect(repeated.lines.contains("frame 1: repeated: 2 in a row instead of 1"))
    let longer = compare(Clip([(1, 4), (2, 4), (3, 4)]), Clip([(1, 4), (2, 8), (3, 4)]))
    #expect(longer.lines.contains("frame 1: re-timed: 0.08 s instead of 0.04 s"))
  }

  @Test func contentShiftedByOneFrameIsNotChanged() {
    let difference = compare(Clip([1, 2, 3, 4, 5]), Clip([9, 1, 2, 3, 4]))
    #expect(
      difference.lines == [
        "second's frame 0 inserted at 0 s", "frames 0-3: shifted: 0.04 s later",
        "frame 4 dropped, shown at 0.16 s",
      ])
  }

  @Test func noiseInEveryFrameKeepsFramesOfEqualTimeTogether() {
    let difference = compare(Clip([10, 20, 30, 40]), Clip([11, 21, 31, 41]))
    #expect(difference.events.count == 1)
    #expect(difference.pairs.allSatisfy { $0.first?.start == $0.second?.start })
  }

  @Test func comparesLoopCounts() {
    let difference = compare(Clip([(1, 4)], plays: nil), Clip([(1, 4)], plays: 3))
    #expect(!difference.isSame)
    #expect(difference.lines == ["plays 3 times instead of forever"])
  }

  @Test(arguments: [(0, false), (1, true)])
  func delaysWithinToleranceAreEqual(slack: Int, isSame: Bool) {
    let difference = compare(
      Clip([(1, 3), (2, 3)]), Clip([(1, 4), (2, 3)]), timing: .within(hundredths(slack)))
    #expect(difference.isSame == isSame)
  }

  @Test func withoutTimingOnlyTheOrderCounts() {
    #expect(compare(Clip([(1, 3), (2, 9)]), Clip([(1, 4), (2, 3)]), timing: .ignored).isSame)
    #expect(!compare(Clip([(1, 3), (2, 9)]), Clip([(2, 4), (1, 3)]), timing: .ignored).isSame)
  }

  @Test func toleratedPixelsAreNoDifference() {
    let tolerance = ComparisonTolerance(differentPixels: 16)
    #expect(compare(Clip([1, 2]), Clip([1, 3]), tolerance: tolerance).isSame)
  }

  @Test func picturesAreRequestedInOrderAndOnlyIfHashesDiffer() {
    let first = Clip([1, 2, 3, 4, 5, 6])
    let second = Clip([1, 9, 3, 8, 7, 5, 6])
    var asked: (first: [Int], second: [Int]) = ([], [])
    let size = first.picture(0).size
    _ = AnimationComparison().difference(
      first.timeline, second.timeline, sizes: (size, size),
      firstPicture: { index in
        asked.first.append(index)
        return first.picture(index)
      },
      secondPicture: { index in
        asked.second.append(index)
        return second.picture(index)
      })
    #expect(asked.first == [1, 3])
    #expect(asked.second.count == 2 && asked.second == asked.second.sorted())
  }

  /// Compared with the definition: if nothing else is cheaper, the best alignment of two short
  /// sequences has as many equal pairs as their longest common subsequence.
  @Test(arguments: 0..<200)
  func dropsAndInsertsAloneFindALongestCommonSubsequence(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let base = (0..<8).map { UInt8($0 * 2) }
    let kept = base.filter { _ in next(3) > 0 }
    guard let start = kept.first else { return }
    let difference = compare(Clip(base), Clip([start] + kept.dropFirst()))
    let same = difference.pairs.filter { $0.content == .same }.count
    #expect(same == kept.count)
    #expect(difference.pairs.count == base.count)
  }
}
