extension AnimationDifference {
  /// The same with other numbers of frames: those of the files where what was compared were the
  /// frames before encoding.
  package func renumbered(
    first: (ClosedRange<Int>) -> ClosedRange<Int>, second: (ClosedRange<Int>) -> ClosedRange<Int>
  ) -> AnimationDifference {
    var result = self
    result.pairs = pairs.map { pair in
      var pair = pair
      if let run = pair.first { pair.first?.frames = first(run.frames) }
      if let run = pair.second { pair.second?.frames = second(run.frames) }
      switch pair.content {
      case .inserted(let copy?): pair.content = .inserted(copyOf: first(copy...copy).lowerBound)
      case .dropped(let copy?): pair.content = .dropped(copyOf: second(copy...copy).lowerBound)
      case .same, .tolerated, .changed, .inserted(nil), .dropped(nil): break
      }
      return pair
    }
    return result
  }
}

extension LayerChange {
  /// The same with other numbers of frames.
  package func renumbered(_ number: (ClosedRange<Int>) -> ClosedRange<Int>) -> LayerChange {
    var result = self
    result.frames = number(frames)
    return result
  }
}
