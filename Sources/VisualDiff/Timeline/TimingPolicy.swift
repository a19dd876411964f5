/// How closely two animations must keep time.
public enum TimingPolicy: Hashable, Sendable {
  /// Starts and durations agree within this; zero asks for the very same times. Hundredths of a
  /// second, as GIF has them, need `.within(Flicks(numerator: 1, denominator: 100))` against
  /// finer delays.
  case within(Flicks)
  /// Only the order of the frames counts, as for a folder of pictures.
  case ignored

  /// The very same times.
  public static let exact = TimingPolicy.within(.zero)

  /// What became of the time of a pair.
  func timing(_ first: FrameRun, _ second: FrameRun) -> FramePair.Timing {
    guard case .within(let slack) = self else { return .none }
    let shift = second.start - first.start
    let stretch = second.duration - first.duration
    if magnitude(stretch) > slack {
      return first.frames.count == second.frames.count
        ? .retimed(from: first.duration, to: second.duration, shift: shift)
        : .repeated(
          times: second.frames.count, insteadOf: first.frames.count, from: first.duration,
          to: second.duration, shift: shift)
    }
    return magnitude(shift) > slack ? .shifted(by: shift) : .same
  }

  /// Whether two whole durations agree.
  func agree(_ first: Flicks, _ second: Flicks) -> Bool {
    guard case .within(let slack) = self else { return true }
    return magnitude(second - first) <= slack
  }

  private func magnitude(_ time: Flicks) -> Flicks { time < .zero ? .zero - time : time }
}
