package import PortableMath
package import Raster

/// A way to compare two animations: how frames are compared, and how closely times must agree.
package struct AnimationComparison: Hashable, Sendable {
  /// How two frames are compared.
  package var pictures: ImageComparison
  /// How much two frames may differ.
  package var tolerance: ComparisonTolerance
  /// How closely times must agree.
  package var timing: TimingPolicy
  /// Whether quantised frames are paired by equal pixels and exact times, like others; otherwise,
  /// where both timelines have signatures, by likeness, and times may differ by the hundredth of a
  /// second that GIF rounds to.
  package var strict: Bool
  /// Whether frames of unequal hashes differ whatever their pictures show: the hashes are of frames
  /// before quantisation, which may hide what changed.
  package var hashesDecide = false

  /// Exact in pixels and times by default.
  package init(
    pictures: ImageComparison = ImageComparison(),
    tolerance: ComparisonTolerance = ComparisonTolerance(), timing: TimingPolicy = .exact,
    strict: Bool = false
  ) {
    self.pictures = pictures
    self.tolerance = tolerance
    self.timing = timing
    self.strict = strict
  }

  /// Compares two timelines. Equal neighbours count as one frame, so a delay split in two is no
  /// difference. Pictures are requested only where hashes differ, in rising order on each side, so
  /// a decoder that only goes forward is enough.
  /// - Parameters:
  ///   - known: the difference of two frames, by their indices, if it is known already.
  ///   - firstPicture: the frame at an index of the first timeline.
  ///   - secondPicture: the frame at an index of the second timeline.
  /// - Throws: what the two closures throw.
  package func difference<Failure: Error>(
    _ first: Timeline, _ second: Timeline, sizes: (first: PixelSize, second: PixelSize),
    known: (Int, Int) -> ImageDifference? = { _, _ in nil },
    firstPicture: (Int) throws(Failure) -> Pixmap, secondPicture: (Int) throws(Failure) -> Pixmap
  ) throws(Failure) -> AnimationDifference {
    let alignment = alignment(first, second)
    let timing = alignment.isBySimilarity ? timing.roundedToCentiseconds : timing
    let firstRuns = first.runs
    let secondRuns = second.runs
    var pairs: [FramePair] = []
    for step in alignment.steps {
      let left = FrameRun.joining(firstRuns[step.first])
      let right = FrameRun.joining(secondRuns[step.second])
      guard let left, let right else {
        pairs.append(unpaired(left, right, firstRuns, secondRuns))
        continue
      }
      var contents: [FramePair.Content] = []
      // One of the sides has a single run.
      let counterparts = firstRuns[step.first].flatMap { left in
        secondRuns[step.second].map { (left, $0) }
      }
      for (one, other) in counterparts {
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
            pictures.difference(
              try firstPicture(left), try secondPicture(right), at: one.start)
          }
        let passes = !hashesDecide && tolerance.allows(difference)
        contents.append(passes ? .tolerated(difference) : .changed(difference))
      }
      if let kept = contents.keptRuns {
        pairs += divided(kept, contents, firstRuns[step.first], secondRuns[step.second], timing)
        continue
      }
      let content = contents.dropFirst().reduce(contents[0]) { $0.worse($1) }
      pairs.append(
        FramePair(first: left, second: right, content: content, timing: timing.timing(left, right)))
    }
    return AnimationDifference(
      firstSize: sizes.first, secondSize: sizes.second, firstPlays: first.plays,
      secondPlays: second.plays, firstDuration: first.duration, secondDuration: second.duration,
      durationsAgree: timing.agree(first.duration, second.duration), pairs: pairs)
  }

  /// Several runs beside one that lasts as long as they do, of which only some are alike: those are its
  /// counterpart, shown for another time, and the others were dropped or inserted beside them.
  ///
  /// - Parameter kept: which runs are alike, counted from 0.
  private func divided(
    _ kept: Range<Int>, _ contents: [FramePair.Content], _ first: ArraySlice<FrameRun>,
    _ second: ArraySlice<FrameRun>, _ timing: TimingPolicy
  ) -> [FramePair] {
    let isDropped = first.count > 1
    let several = isDropped ? first : second
    var pairs: [FramePair] = []
    for (index, run) in several.enumerated() {
      if index == kept.lowerBound,
        let left = isDropped ? FrameRun.joining(first.part(kept)) : first.first,
        let right = isDropped ? second.first : FrameRun.joining(second.part(kept))
      {
        let content = contents[kept].dropFirst().reduce(contents[index]) { $0.worse($1) }
        pairs.append(
          FramePair(
            first: left, second: right, content: content, timing: timing.timing(left, right)))
      } else if !kept.contains(index) {
        pairs.append(
          FramePair(
            first: isDropped ? run : nil, second: isDropped ? nil : run,
            content: isDropped ? .dropped(copyOf: nil) : .inserted(copyOf: nil), timing: .none))
      }
    }
    return pairs
  }

  /// Pairs runs by likeness where both timelines allow it, else by hash.
  private func alignment(
    _ first: Timeline, _ second: Timeline
  ) -> (isBySimilarity: Bool, steps: [SequenceAlignment.Step]) {
    if !strict, let left = first.signedRuns, let right = second.signedRuns {
      return (true, SequenceAlignment.steps(left, right))
    }
    return (false, SequenceAlignment.steps(first.runs, second.runs))
  }

  private func unpaired(
    _ left: FrameRun?, _ right: FrameRun?, _ firstRuns: [FrameRun], _ secondRuns: [FrameRun]
  ) -> FramePair {
    func copy(of run: FrameRun?, in runs: [FrameRun]) -> Int? {
      runs.first { $0.hash == run?.hash }?.frames.lowerBound
    }
    return FramePair(
      first: left, second: right,
      content: left == nil
        ? .inserted(copyOf: copy(of: right, in: firstRuns))
        : .dropped(copyOf: copy(of: left, in: secondRuns)), timing: .none)
  }
}

extension ArraySlice {
  /// The elements at these places, counted from 0.
  fileprivate func part(_ places: Range<Int>) -> ArraySlice {
    self[(startIndex + places.lowerBound)..<(startIndex + places.upperBound)]
  }
}

extension [FramePair.Content] {
  /// The first neighbours that are alike where others changed; nil where all are of one kind.
  fileprivate var keptRuns: Range<Int>? {
    let isAlike = map { if case .changed = $0 { false } else { true } }
    guard let first = isAlike.firstIndex(of: true), isAlike.contains(false) else { return nil }
    let end = isAlike[first...].firstIndex(of: false) ?? count
    return first..<end
  }
}

extension FramePair.Content {
  /// The one of two that has more different pixels.
  fileprivate func worse(_ other: FramePair.Content) -> FramePair.Content {
    func rank(_ content: FramePair.Content) -> (Int, Int) {
      switch content {
      case .same: (0, 0)
      case .tolerated(let difference): (1, difference.differentPixels)
      case .changed(let difference): (2, difference.differentPixels)
      case .inserted, .dropped: (3, 0)
      }
    }
    return rank(self) >= rank(other) ? self : other
  }
}
