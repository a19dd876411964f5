import CImageIO
package import CodecInterface
package import PortableMath
package import Raster

/// Encodes an animated WebP with libwebp. A single frame becomes a still WebP.
///
/// Consecutive equal frames are merged. Start times are rounded to milliseconds, so errors do not
/// accumulate. All bytes are returned by `finish`. Memory use is the packed frames and three
/// pictures.
package struct WebPEncoder: AnimationEncoder {
  private let size: PixelSize
  private let writer: CodecHandle
  /// The last frame and its start time. Equal frames extend its duration.
  private var pending: (frame: Pixmap, start: RationalTime)?
  private var elapsed = RationalTime.zero

  /// The maximum width and height in pixels.
  package static let longestSide = 16_383

  /// Creates an encoder for frames of this size.
  ///
  /// - Throws: `.invalidFrame` if the format does not support the size, `.invalidOption` for an
  ///   option out of range.
  package init(size: PixelSize, options: WebPOptions = WebPOptions()) throws(CodecError) {
    guard max(size.width, size.height) <= Self.longestSide else {
      throw CodecError(
        kind: .invalidFrame,
        message: "\(size.width.grouped) x \(size.height.grouped) pixels are too many for a WebP",
        hint: "its sides are at most \(Self.longestSide.grouped)")
    }
    try options.check()
    self.size = size
    var settings = options.settings(of: size)
    writer = try CodecHandle("WebP", close: twheader_webp_writer_close) {
      twheader_webp_writer_open(&settings, $0, $1)
    }
  }

  package mutating func append(
    _ frame: Pixmap, duration: RationalTime
  ) throws(CodecError) -> [UInt8] {
    try frame.check(isOf: size)
    if pending?.frame != frame {
      try packPending()
      pending = (frame, elapsed)
    }
    elapsed = elapsed + duration
    return []
  }

  /// Returns the complete file. An animation has a chunk with the frame hashes.
  package mutating func finish(recording record: FrameHashes?) throws(CodecError) -> [UInt8] {
    guard pending != nil else { throw CodecError.noFrame }
    try packPending()
    let end = try milliseconds(elapsed)
    let file = try CodecError.bytes("WebP", free: twheader_webp_bytes_free) {
      twheader_webp_writer_finish(writer.pointer, end, $0, $1, $2)
    }
    return record.map { WebPFrameHashes.adding($0, to: file) } ?? file
  }

  private mutating func packPending() throws(CodecError) {
    guard let (frame, start) = pending else { return }
    pending = nil
    let time = try milliseconds(start)
    try CodecError.check("WebP") {
      twheader_webp_writer_frame(writer.pointer, frame.straight, time, $0)
    }
  }

  private func milliseconds(_ time: RationalTime) throws(CodecError) -> Int32 {
    guard let milliseconds = Int32(exactly: time.rounded(toUnitsPerSecond: 1000)) else {
      throw CodecError(
        kind: .invalidFrame, message: "an animation of more than 24 days", hint: "shorten it")
    }
    return milliseconds
  }
}

/// The play count, quality and effort of a WebP.
package struct WebPOptions: Hashable, Sendable {
  /// The quality in 1 (smallest)...100 (lossless).
  package var quality = 80
  /// The effort in 1 (fastest)...9 (smallest file).
  package var effort = 5
  /// The play count in 0 (forever)...65,535.
  package var loopCount = 0

  /// Creates options. Ranges are checked when an encoder is created.
  package init(quality: Int? = nil, effort: Int = 5, loopCount: Int = 0) {
    if let quality { self.quality = quality }
    self.effort = effort
    self.loopCount = loopCount
  }

  fileprivate func check() throws(CodecError) {
    try CodecError.check("quality", quality, in: 1...100)
    try CodecError.check("effort", effort, in: 1...9)
    try CodecError.check("loop count", loopCount, in: 0...65535)
  }

  package var isLossless: Bool { quality == 100 }

  /// The minimum and maximum distance between key frames, in frames. The demo has 4 % more bytes
  /// than without key frames.
  private static let keyFrames: ClosedRange<Int32> = 2...3

  fileprivate func settings(of size: PixelSize) -> twheader_webp_options {
    var settings = twheader_webp_options()
    settings.width = Int32(truncatingIfNeeded: size.width)
    settings.height = Int32(truncatingIfNeeded: size.height)
    settings.loop_count = Int32(truncatingIfNeeded: loopCount)
    settings.lossless = isLossless ? 1 : 0
    // In lossless mode, libwebp's quality is the compression effort.
    settings.quality =
      isLossless ? [0, 25, 50, 60, 75, 80, 90, 100, 100][effort - 1] : Float(quality)
    settings.method = [0, 1, 2, 3, 4, 4, 5, 6, 6][effort - 1]
    // Lossy frames omit pixels that changed little since the previous frame, so slow changes
    // accumulate unseen until the next key frame. Lossless frames omit nothing.
    settings.key_frame_minimum = isLossless ? 0 : Self.keyFrames.lowerBound
    settings.key_frame_maximum = isLossless ? 0 : Self.keyFrames.upperBound
    return settings
  }
}
