public import Numerics
public import Raster

/// A way to compare two animations: how frames are compared, and how closely times must agree.
public struct AnimationComparison: Hashable, Sendable {
  /// How two frames are compared.
  public var pictures: ImageComparison
  /// How much two frames may differ.
  public var tolerance: ComparisonTolerance
  /// How closely times must agree.
  public var timing: TimingPolicy

  /// Exact in pixels and times by default.
  public init(
    pictures: ImageComparison = ImageComparison(),
    tolerance: ComparisonTolerance = ComparisonTolerance(), timing: TimingPolicy = .exact
  ) {
    self.pictures = pictures
    self.tolerance = tolerance
    self.timing = timing
  }

  /// Compares two timelines. Equal neighbours count as one frame, so a delay split in two is no
  /// difference. Pictures are requested only where hashes differ, in rising order on each side, so
  /// a decoder that only goes forward is enough.
  /// - Parameters:
  ///   - known: the difference of two frames, by their indices, if it is known already.
  ///   - firstPicture: the frame at an index of the first timeline.
  ///   - secondPicture: the frame at an index of the second timeline.
  /// - Throws: what the two closures throw.
  public func difference<Failure: Error>(
    _ first: Timeline, _ second: Timeline, sizes: (first: PixelSize, second: PixelSize),
    known: (Int, Int) -> ImageDifference? = { _, _ in nil },
    firstPicture: (Int) throws(Failure) -> Pixmap, secondPicture: (Int) throws(Failure) -> Pixmap
  ) throws(Failure) -> AnimationDifference {
    let firstRuns = first.runs
    let secondRuns = second.runs
    var pairs: [FramePair] = []
    for step in FrameAlignment(firstRuns, secondRuns).steps {
      let left = step.first.map { firstRuns[$0] }
      let right = step.second.map { secondRuns[$0] }
      guard let left, let right else {
        pairs.append(unpaired(left, right, firstRuns, secondRuns))
        continue
      }
      var content = FramePair.Content.same
      if left.hash != right.hash {
        let leftIndex = left.frames.lowerBound
        let rightIndex = right.frames.lowerBound
        let difference: ImageDifference
        if let found = known(leftIndex, rightIndex) {
          difference = found
        } else {
          difference = pictures.difference(
            try firstPicture(leftIndex), try secondPicture(rightIndex), at: left.start)
        }
        content = tolerance.allows(difference) ? .tolerated(difference) : .changed(difference)
      }
      pairs.append(
        FramePair(
          first: left, second: right, content: content, timing: timing.timing(left, right)))
    }
    return AnimationDifference(
      firstSize: sizes.first, secondSize: sizes.second, firstPlays: first.plays,
      secondPlays: second.plays, firstDuration: first.duration, secondDuration: second.duration,
      durationsAgree: timing.agree(first.duration, second.duration), pairs: pairs)
  }

  private func unpaired(
    _ left: FrameRun?, _ right: FrameRun?, _ firstRuns: [FrameRun], _ secondRuns: [FrameRun]
  ) -> FramePair {
    let content: FramePair.Content
    if let left {
      let copy = secondRuns.first { $0.hash == left.hash }
      content = .dropped(copyOf: copy?.frames.lowerBound)
    } else {
      let copy = right.flatMap { run in firstRuns.first { $0.hash == run.hash } }
      content = .inserted(copyOf: copy?.frames.lowerBound)
    }
    return FramePair(first: left, second: right, content: content, timing: .none)
  }
}
