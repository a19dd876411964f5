extension AnimationDifference {
  /// The same with other numbers of frames: those of the files where what was compared were the
  /// frames before encoding.
  package func renumbered(
    first: (ClosedRange<Int>) -> ClosedRange<Int>, second: (ClosedRange<Int>) -> ClosedRange<Int>
  ) -> AnimationDifference {
    AnimationDifference(
      firstSize: firstSize, secondSize: secondSize, firstPlays: firstPlays,
      secondPlays: secondPlays, firstDuration: firstDuration, secondDuration: secondDuration,
      durationsAgree: durationsAgree,
      pairs: pairs.map { pair in
        FramePair(
          first: pair.first?.renumbered(first), second: pair.second?.renumbered(second),
          content: pair.content.renumbered(first, second), timing: pair.timing)
      })
  }
}

extension FrameRun {
  fileprivate func renumbered(_ number: (ClosedRange<Int>) -> ClosedRange<Int>) -> FrameRun {
    FrameRun(frames: number(frames), hash: hash, start: start, duration: duration)
  }
}

extension FramePair.Content {
  fileprivate func renumbered(
    _ first: (ClosedRange<Int>) -> ClosedRange<Int>,
    _ second: (ClosedRange<Int>) -> ClosedRange<Int>
  ) -> FramePair.Content {
    switch self {
    case .inserted(let copy?): .inserted(copyOf: first(copy...copy).lowerBound)
    case .dropped(let copy?): .dropped(copyOf: second(copy...copy).lowerBound)
    case .same, .tolerated, .changed, .inserted(nil), .dropped(nil): self
    }
  }
}

extension LayerChange {
  /// The same with other numbers of frames.
  package func renumbered(_ number: (ClosedRange<Int>) -> ClosedRange<Int>) -> LayerChange {
    LayerChange(
      layer: layer, frames: number(frames), firstOffset: firstOffset, lastOffset: lastOffset,
      kind: kind)
  }
}
