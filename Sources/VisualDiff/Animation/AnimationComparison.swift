package import PortableMath
package import Raster

/// The options of a comparison of two animations.
package struct AnimationComparison: Hashable, Sendable {
  package var pictures = ImageComparison()
  package var tolerance = ComparisonTolerance()
  package var timing = TimingPolicy.exact
  /// True if quantized frames are paired by equal pixels and exact times, like other frames. If
  /// false and both timelines have signatures, frames are paired by similarity, and times may
  /// differ by the hundredth of a second to which GIF rounds.
  package var strict = false
  /// True if frames with different hashes are always different. Use it for hashes of frames before
  /// quantization, which may hide a change.
  package var hashesDecide = false

  package init() {}

  /// Compares two timelines. Consecutive equal frames count as one frame, so a frame can be
  /// split into two equal ones. Pictures are requested only for different hashes, and with
  /// increasing indices on each side, so a sequential decoder is sufficient.
  ///
  /// - Parameter known: Returns the difference of two frames, by their indices, if it is already
  ///   known.
  package func difference<Failure: Error>(
    _ first: Timeline, _ second: Timeline, sizes: (first: PixelSize, second: PixelSize),
    known: (Int, Int) -> ImageDifference? = { _, _ in nil },
    firstPicture: (Int) throws(Failure) -> Pixmap, secondPicture: (Int) throws(Failure) -> Pixmap
  ) throws(Failure) -> AnimationDifference {
    let (firstRuns, secondRuns) = (first.runs, second.runs)
    let similaritySteps = strict ? nil : SequenceAlignment.stepsBySimilarity(firstRuns, secondRuns)
    let timing = similaritySteps == nil ? timing : timing.rounded(toUnitsPerSecond: 100)
    var pairs: [FramePair] = []
    for step in similaritySteps ?? SequenceAlignment.steps(firstRuns, secondRuns) {
      let (before, after) = (firstRuns[step.first], secondRuns[step.second])
      guard !before.isEmpty else {
        pairs += after.map { .inserted($0, copyIn: firstRuns) }
        continue
      }
      guard !after.isEmpty else {
        pairs += before.map { .dropped($0, copyIn: secondRuns) }
        continue
      }
      var contents: [FramePair.Content] = []
      // At least one of the sides has a single run.
      for (one, other) in before.flatMap({ left in after.map { (left, $0) } }) {
        guard one.hash != other.hash else {
          contents.append(.same)
          continue
        }
        let (left, right) = (one.frames.lowerBound, other.frames.lowerBound)
        let found = known(left, right)
        let difference =
          if let found {
            found
          } else {
            pictures.difference(try firstPicture(left), try secondPicture(right), at: one.start)
          }
        let passes = !hashesDecide && tolerance.allows(difference)
        contents.append(passes ? .tolerated(difference) : .changed(difference))
      }
      pairs += paired(before, after, contents, timing)
    }
    return AnimationDifference(first, second, sizes: sizes, timing: timing, pairs: pairs)
  }

  /// Returns the pairs of a step that joins several runs with one of the same duration. If only
  /// some of them are similar to it, these are its counterpart with a different duration, and the
  /// others are dropped or inserted.
  private func paired(
    _ first: ArraySlice<FrameRun>, _ second: ArraySlice<FrameRun>, _ contents: [FramePair.Content],
    _ timing: TimingPolicy
  ) -> [FramePair] {
    let isDropped = first.count > 1
    let kept = contents.keptRuns
    func joined(_ runs: ArraySlice<FrameRun>) -> FrameRun? {
      runs.count == 1
        ? runs.first : FrameRun.joining(runs.dropFirst(kept.lowerBound).prefix(kept.count))
    }
    var pairs: [FramePair] = []
    for (index, run) in (isDropped ? first : second).enumerated() {
      if index == kept.lowerBound, let left = joined(first), let right = joined(second),
        let content = contents[kept].max(by: { $0.rank < $1.rank })
      {
        pairs.append(
          FramePair(
            first: left, second: right, content: content, timing: timing.timing(left, right)))
      } else if !kept.contains(index) {
        pairs.append(isDropped ? .dropped(run) : .inserted(run))
      }
    }
    return pairs
  }
}

extension FramePair {
  /// Creates a pair for an inserted run. `runs` are those of the other animation, which may contain
  /// a copy.
  fileprivate static func inserted(_ run: FrameRun, copyIn runs: [FrameRun] = []) -> FramePair {
    FramePair(second: run, content: .inserted(copyOf: run.copy(in: runs)), timing: nil)
  }

  fileprivate static func dropped(_ run: FrameRun, copyIn runs: [FrameRun] = []) -> FramePair {
    FramePair(first: run, content: .dropped(copyOf: run.copy(in: runs)), timing: nil)
  }
}

extension FrameRun {
  fileprivate func copy(in runs: [FrameRun]) -> Int? {
    runs.first { $0.hash == hash }?.frames.lowerBound
  }
}

extension [FramePair.Content] {
  /// The first consecutive similar runs if others changed, else all runs.
  fileprivate var keptRuns: Range<Int> {
    let isSimilar = map { if case .changed = $0 { false } else { true } }
    guard let first = isSimilar.firstIndex(of: true), isSimilar.contains(false) else {
      return indices
    }
    return first..<(isSimilar[first...].firstIndex(of: false) ?? count)
  }
}

extension FramePair.Content {
  /// The order of severity. Among equal kinds, more different pixels are worse.
  fileprivate var rank: (Int, Int) {
    switch self {
    case .same: (0, 0)
    case .tolerated(let difference): (1, difference.differentPixels)
    case .changed(let difference): (2, difference.differentPixels)
    case .inserted, .dropped: (3, 0)
    }
  }
}
