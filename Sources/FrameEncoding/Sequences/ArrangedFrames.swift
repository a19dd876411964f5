import FileAccess
import PortableMath
import Raster
import Scrolling

/// The frames of an encode request as they are to be shown: which, how long, over what.
struct ArrangedFrames {
  let request: EncodeRequest

  /// Calls `consume` with each frame in the order of showing. Returns what is wrong with files that
  /// can be read.
  ///
  /// One frame is kept back, so that the last can be held; for a boomerang all are put aside on disk.
  @discardableResult
  func forEach(
    _ consume: (FrameSource.Frame) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) -> [String] {
    let hold = try (
      first: duration("playback.holdFirst", request.playback.holdFirst),
      last: duration("playback.holdLast", request.playback.holdLast)
    )
    let spool = request.playback.boomerang ? try FrameSpool(limits: request.limits) : nil
    var (read, kept) = (0, 0)
    var pending: FrameSource.Frame?
    let warnings = try FrameSource(request).forEach { source throws(HeaderKitError) in
      defer { read += 1 }
      guard request.playback.frames?.contains(read) ?? true else { return }
      if let pending { try consume(pending) }
      let pixels = source.picture.size.area
      guard pixels <= request.limits.canvasPixels else {
        throw HeaderKitError(
          .badData, subject: .place("frame \(read + 1)"),
          reason: "\(pixels.grouped) pixels are more than \(request.limits.canvasPixels.grouped)",
          remedy: "raise the limit with \(.canvasPixelLimit)")
      }
      var frame = try arranged(source)
      try spool?.append(frame.picture, duration: frame.duration)
      if kept == 0 { frame.hold(hold.first) }
      kept += 1
      pending = frame
    }
    if let range = request.playback.frames, read > 0, range.upperBound >= read {
      throw HeaderKitError.frames(range, beyond: read)
    }
    guard var last = pending else { return warnings }
    last.hold(hold.last)
    try consume(last)
    guard let spool, kept > 2 else { return warnings }
    guard 2 * kept - 2 <= request.limits.frames else {
      throw HeaderKitError(
        .badData, subject: .place("frames"),
        reason: "\((2 * kept - 2).grouped), there and back, are more than "
          + "\(request.limits.frames.grouped)",
        remedy: "raise the limit with \(.frameLimit)")
    }
    for index in (1...kept - 2).reversed() {
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
    guard request.playback.speed != 1 else { return frame }
    let (top, overflow) = frame.duration.numerator.multipliedReportingOverflow(
      by: request.playback.speed.denominator)
    let (bottom, overflowBelow) = frame.duration.denominator.multipliedReportingOverflow(
      by: request.playback.speed.numerator)
    guard !overflow, !overflowBelow,
      let duration = RationalTime(duration: top, over: bottom),
      let rate = frame.rate.multiplied(by: request.playback.speed)
    else {
      throw HeaderKitError(
        .usage, subject: .property(.speed),
        reason:
          "\(request.playback.speed.value) of \(frame.duration.seconds) s is no time that can be kept",
        remedy: "give a simpler number, such as 3/2")
    }
    frame.duration = duration
    frame.rate = rate
    return frame
  }

  private func duration(
    _ property: RequestProperty, _ seconds: RationalTime
  ) throws(HeaderKitError) -> RationalTime {
    guard
      let duration = RationalTime(
        duration: seconds.numerator, over: seconds.denominator)
    else {
      throw HeaderKitError(
        .usage, subject: .property(property),
        reason: "\(seconds.value) s is no time that can be kept",
        remedy: "give 0 to 600 seconds")
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
