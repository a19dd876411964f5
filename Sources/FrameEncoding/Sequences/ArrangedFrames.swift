import FileAccess
import PortableMath
import Raster
import Scrolling

/// The frames of an encode request after selection, timing and background are applied.
struct ArrangedFrames {
  let request: EncodeRequest

  /// Calls `consume` with each frame in presentation order. Returns warnings about damaged files
  /// that were still readable.
  ///
  /// Delays each frame by one, because the last frame may be held. For a boomerang, all frames are
  /// spooled to disk.
  @discardableResult
  func forEach(
    _ consume: (FrameSource.Frame) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) -> [String] {
    let playback = request.playback
    let hold = try (
      first: duration("playback.holdFirst", playback.holdFirst),
      last: duration("playback.holdLast", playback.holdLast)
    )
    let spool = playback.boomerang ? try FrameSpool(limits: request.limits) : nil
    var readCount = 0
    var keptCount = 0
    var pending: FrameSource.Frame?
    let warnings = try FrameSource(request).forEach { source throws(HeaderKitError) in
      defer { readCount += 1 }
      guard playback.frames?.contains(readCount) ?? true else { return }
      if let pending { try consume(pending) }
      let pixels = source.picture.size.area
      guard pixels <= request.limits.canvasPixels else {
        throw HeaderKitError(
          .badData, subject: .location("frame \(readCount + 1)"),
          reason: "found \(pixels.grouped) pixels, but at most "
            + "\(request.limits.canvasPixels.grouped) are allowed",
          remedy: "raise the limit with \(.canvasPixelLimit)")
      }
      var frame = try arranged(source)
      try spool?.append(frame.picture, duration: frame.duration)
      if keptCount == 0 { frame.hold(hold.first) }
      keptCount += 1
      pending = frame
    }
    if let range = playback.frames, readCount > 0, range.upperBound >= readCount {
      throw HeaderKitError.frames(range, beyond: readCount)
    }
    guard var last = pending else { return warnings }
    last.hold(hold.last)
    try consume(last)
    guard let spool, keptCount > 2 else { return warnings }
    try request.limits.check(frames: 2 * keptCount - 2, ", there and back,")
    for index in (1...keptCount - 2).reversed() {
      try consume(
        FrameSource.Frame(
          picture: spool.picture(index), duration: spool.durations[index], rate: last.rate))
    }
    return warnings
  }

  private func arranged(_ source: FrameSource.Frame) throws(HeaderKitError) -> FrameSource.Frame {
    var frame = source
    if let background = request.background {
      var picture = Pixmap(size: source.picture.size, fill: background)
      picture.draw(source.picture, x: 0, y: 0, opacity: 255, clip: picture.size.bounds)
      frame.picture = picture
    }
    let speed = request.playback.speed
    guard speed != 1 else { return frame }
    guard let shown = speed.inverse.flatMap(frame.duration.multiplied),
      let duration = RationalTime(duration: shown.numerator, over: shown.denominator),
      let rate = frame.rate.multiplied(by: speed)
    else {
      throw HeaderKitError(
        .usage, subject: .property(.speed),
        reason: "this speed gives a duration that cannot be represented",
        remedy: "try a simpler number, for example 3/2")
    }
    frame.duration = duration
    frame.rate = rate
    return frame
  }

  private func duration(
    _ property: RequestProperty, _ seconds: RationalTime
  ) throws(HeaderKitError) -> RationalTime {
    guard let duration = RationalTime(duration: seconds.numerator, over: seconds.denominator)
    else {
      throw HeaderKitError(
        .usage, subject: .property(property),
        reason: "\(seconds.value) s cannot be represented", remedy: "give 0 to 600 seconds")
    }
    return duration
  }
}

extension FrameSource.Frame {
  fileprivate mutating func hold(_ time: RationalTime) {
    duration = duration + time
    if time != .zero { isInstant = false }
  }
}
