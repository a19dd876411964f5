import CImageIO
package import CodecInterface
package import PortableMath
import Raster

/// Reads the frames of a WebP file in order and composites each onto the canvas.
///
/// Memory use is the file, the list of its frames, the canvas and one frame.
package struct WebPReader {
  package let size: PixelSize
  /// True if the file is an animation, even with a single frame.
  package let isAnimated: Bool
  /// The play count. 0 loops forever. `nil` for a still picture.
  package let loopCount: Int?
  /// True if the file's header says that it contains transparency.
  let hasAlpha: Bool
  /// The frames, at least one.
  let frames: [twheader_webp_frame]

  private let bytes: [UInt8]
  private let limits: DecodeLimits
  private var canvas: AnimationCanvas
  private var count = 0

  /// Reads the file's structure without decoding pixels.
  ///
  /// - Throws: `.truncated` or `.malformed` if the file is damaged, `.tooLarge` if the canvas or
  ///   the number of frames exceeds the limits.
  package init(bytes: [UInt8], limits: DecodeLimits = .standard) throws(CodecError) {
    try limits.check(inputBytes: bytes.count)
    var info = twheader_webp_info()
    var list: UnsafeMutablePointer<twheader_webp_frame>?
    defer { twheader_webp_frames_free(list) }
    try CodecError.check(
      "WebP",
      truncation: "the file ends after \(bytes.count.grouped) bytes, before the end that its "
        + "header promises"
    ) { twheader_webp_open(bytes, bytes.count, &info, &list, $0) }
    frames = Array(UnsafeBufferPointer(start: list, count: Int(info.frame_count)))
    size = try limits.size(width: Int(info.width), height: Int(info.height))
    try limits.check(frames: frames.count)
    for (index, frame) in frames.enumerated() where !frame.fits(info) {
      throw CodecError(
        damaged: "WebP",
        "frame \(index + 1) is not within the canvas of \(size.width) x \(size.height)")
    }
    isAnimated = info.is_animated == 1
    hasAlpha = info.has_alpha == 1
    loopCount = isAnimated ? Int(info.loop_count) : nil
    self.bytes = bytes
    self.limits = limits
    canvas = AnimationCanvas(size: size)
  }

  /// Returns the next composited frame, or `nil` after the last one. A still picture has duration
  /// 0.
  package mutating func next() throws(CodecError) -> AnimationFrame? {
    guard count < frames.count else { return nil }
    let frame = frames[count]
    count += 1
    let picture = try decode(frame)
    return AnimationFrame(
      pixmap: canvas.show(picture, frame.control),
      duration: isAnimated ? frame.control.duration : .zero)
  }

  static func firstFrame(_ bytes: [UInt8], limits: DecodeLimits) throws(CodecError) -> Pixmap {
    var reader = try WebPReader(bytes: bytes, limits: limits)
    guard let frame = try reader.next() else {
      throw CodecError(damaged: "WebP", "it has no frame")
    }
    return frame.pixmap
  }

  private func decode(_ frame: twheader_webp_frame) throws(CodecError) -> Pixmap {
    let size = try limits.size(width: Int(frame.width), height: Int(frame.height))
    var pixels = try [UInt8](count: size.area * 4) { target throws(CodecError) in
      try CodecError.check(
        "WebP",
        truncation: isAnimated
          ? "the pixel data of frame \(count.grouped)" : "the pixel data end too early"
      ) { error in
        bytes[frame.offset..<frame.offset + frame.count].withUnsafeBufferPointer {
          twheader_webp_read($0.baseAddress, $0.count, frame.width, frame.height, target, error)
        }
      }
    }
    // The alpha flag of the file is only a hint, so it is ignored here.
    Premultiplication.premultiply(&pixels)
    guard let pixmap = Pixmap(size: size, bytes: pixels) else {
      throw CodecError(damaged: "WebP", "rows of unexpected size")
    }
    return pixmap
  }
}

extension twheader_webp_frame {
  var control: FrameControl {
    FrameControl(
      rect: PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)),
      disposal: clears == 1 ? .clear : .keep, blend: blends == 1 ? .over : .replace,
      duration: RationalTime(duration: Int(milliseconds), over: 1000) ?? .zero, byteCount: count)
  }

  fileprivate func fits(_ info: twheader_webp_info) -> Bool {
    width > 0 && height > 0 && UInt64(x) + UInt64(width) <= UInt64(info.width)
      && UInt64(y) + UInt64(height) <= UInt64(info.height)
  }
}
