package import CodecInterface
import PortableMath
import Scrolling

/// What a request may cost; each refusal names the property that raises its limit.
public struct RenderLimits: Hashable, Sendable {
  /// Bytes of an input file.
  public var inputBytes = DecodeLimits.standard.maxInputBytes
  /// Pixels of a decoded picture.
  public var pixels = DecodeLimits.standard.maxPixels
  /// Frames of an animation.
  public var frames = DecodeLimits.standard.maxFrames
  /// Device pixels of a frame.
  public var canvasPixels = 32_000_000
  /// Entries of a scroll curve.
  public var samples = CurveLimits().entries

  /// The limits of the command line.
  public init() {}

  package var decoding: DecodeLimits {
    DecodeLimits(maxInputBytes: inputBytes, maxPixels: pixels, maxFrames: frames)
  }

  /// Throws `.badData` for more frames than these.
  ///
  /// - Parameters:
  ///   - note: how they are counted.
  ///   - remedy: what else would do, up to "or ".
  package func check(
    frames count: Int, _ note: String = "", remedy: MessageText = ""
  ) throws(HeaderKitError) {
    guard count > frames else { return }
    throw HeaderKitError(
      .badData, subject: .place("frames"),
      reason: "\(count.grouped)\(note) are more than \(frames.grouped)",
      remedy: remedy + "raise the limit with \(.frameLimit)")
  }
}

/// A number of bytes as typed: `500M`, `2G`, `3MB`, `4096`; K, M, G and T are powers of 1024, KB, MB,
/// GB and TB powers of 1000.
package struct ByteCount: Hashable, Sendable {
  /// 0...
  package let bytes: Int

  package init?(_ text: String) {
    var digits = text[...]
    let isDecimal = digits.last?.uppercased() == "B"
    if isDecimal { digits.removeLast() }
    var unit = 1
    if let last = digits.last?.uppercased(), let place = ["K", "M", "G", "T"].firstIndex(of: last) {
      for _ in 0...place { unit *= isDecimal ? 1000 : 1024 }
      digits.removeLast()
    }
    guard let number = Int(digits), number >= 0 else { return nil }
    let (product, overflows) = number.multipliedReportingOverflow(by: unit)
    guard !overflows else { return nil }
    bytes = product
  }
}
