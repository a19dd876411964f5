package import CodecInterface
import PortableMath
import Scrolling

/// The limits of a request. The error for each names the property that raises it.
public struct RenderLimits: Hashable, Sendable {
  /// The maximum size of an input file in bytes.
  public var inputBytes = DecodeLimits.standard.maxInputBytes
  /// The maximum number of pixels in a decoded picture.
  public var pixels = DecodeLimits.standard.maxPixels
  /// The maximum number of frames in an animation.
  public var frames = DecodeLimits.standard.maxFrames
  /// The maximum number of device pixels in a frame.
  public var canvasPixels = 32_000_000
  /// The maximum number of entries in a scroll curve.
  public var samples = CurveLimits().entries

  /// Creates the default limits.
  public init() {}

  package var decoding: DecodeLimits {
    DecodeLimits(maxInputBytes: inputBytes, maxPixels: pixels, maxFrames: frames)
  }

  /// Checks a number of frames.
  ///
  /// - Parameters:
  ///   - note: A note in the message about what is counted, with commas around it. May be empty.
  ///   - remedy: The start of the suggestion, which ends with "or ". May be empty.
  /// - Throws: `.badData` if there are more than `frames`.
  package func check(
    frames count: Int, _ note: String = "", remedy: MessageText = ""
  ) throws(HeaderKitError) {
    guard count > frames else { return }
    throw HeaderKitError(
      .badData, subject: .location("frames"),
      reason: "found \(count.grouped)\(note.isEmpty ? "," : note) but at most "
        + "\(frames.grouped) are allowed",
      remedy: remedy + "raise the limit with \(.frameLimit)")
  }
}

/// A number of bytes in the text of an option: `500M`, `2G`, `3MB`, `4096`. K, M, G and T are
/// powers of 1024. KB, MB, GB and TB are powers of 1000.
package struct ByteCount: Hashable, Sendable {
  /// The number of bytes, at least 0.
  package let bytes: Int

  package init?(_ text: String) {
    var digits = text[...]
    let isDecimal = digits.last?.uppercased() == "B"
    if isDecimal { digits.removeLast() }
    var unit = 1
    if let last = digits.last?.uppercased(), let power = ["K", "M", "G", "T"].firstIndex(of: last) {
      for _ in 0...power { unit *= isDecimal ? 1000 : 1024 }
      digits.removeLast()
    }
    guard let number = Int(digits), number >= 0 else { return nil }
    let (product, overflows) = number.multipliedReportingOverflow(by: unit)
    guard !overflows else { return nil }
    bytes = product
  }
}
