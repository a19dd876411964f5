import CodecInterface
package import PortableMath

package struct Y4MHeader: Sendable {
  /// The position of chroma samples relative to the pixels of a row or column.
  enum Siting {
    /// One sample for each pixel.
    case each
    /// One sample for two pixels, at the first of them.
    case first
    /// One sample for two pixels, between them.
    case between

    func count(of pixels: Int) -> Int { self == .each ? pixels : (pixels + 1) / 2 }

    /// Returns the two samples, out of `count`, on both sides of a pixel, and the weight of the
    /// farther one in quarters.
    func neighbors(of pixel: Int, among count: Int) -> (near: Int, far: Int, weight: Int) {
      let near = pixel / 2
      return switch self {
      case .each: (pixel, pixel, 0)
      case .first: (near, min(near + 1, count - 1), pixel % 2 == 0 ? 0 : 2)
      case .between: (near, max(0, min(pixel % 2 == 0 ? near - 1 : near + 1, count - 1)), 1)
      }
    }
  }

  package let size: PixelSize
  package let frameInterval: RationalTime
  /// The matrix specified by the stream, or the one passed to the decoder.
  package let matrix: YCbCrMatrix
  /// The range specified by the stream, or limited.
  package let range: YCbCrRange
  /// The chroma siting, or `nil` for gray.
  let chroma: (columns: Siting, rows: Siting)?

  /// The size of each chroma plane. 0 for gray.
  var chromaSize: (width: Int, height: Int) {
    chroma.map { ($0.columns.count(of: size.width), $0.rows.count(of: size.height)) } ?? (0, 0)
  }

  /// The size of a frame in bytes, without its header.
  var frameByteCount: Int { size.area + 2 * chromaSize.width * chromaSize.height }

  init(line: String, matrix: YCbCrMatrix, limits: DecodeLimits) throws(CodecError) {
    let words = line.split(separator: " ", omittingEmptySubsequences: true)
    guard words.first == "YUV4MPEG2" else {
      throw Y4MHeader.malformed("does not begin with YUV4MPEG2")
    }
    var width: Int?
    var height: Int?
    var interval: RationalTime?
    var chroma: (Siting, Siting)? = (.between, .between)
    var range = YCbCrRange.limited
    var matrix = matrix
    for word in words.dropFirst() {
      let value = String(word.dropFirst())
      switch word.first {
      case "W": width = Int(value)
      case "H": height = Int(value)
      case "F": interval = Y4MHeader.interval(ofRate: value)
      case "I" where value != "p" && value != "?":
        throw CodecError(
          kind: .unsupported, message: "unsupported Y4M: interlaced (I\(value))",
          hint: "give progressive frames")
      case "C": chroma = try Y4MHeader.siting(value)
      case "X" where value.hasPrefix("COLORRANGE="):
        range = YCbCrRange(rawValue: String(value.dropFirst(11))) ?? range
      case "X" where value.hasPrefix("MATRIX="):
        matrix = YCbCrMatrix(rawValue: String(value.dropFirst(7))) ?? matrix
      default: break
      }
    }
    guard let width, let height else {
      throw Y4MHeader.malformed("its first line has no width (W) or no height (H)")
    }
    guard let interval else {
      throw Y4MHeader.malformed("its first line has no rate such as F30:1")
    }
    size = try limits.size(width: width, height: height)
    frameInterval = interval
    self.matrix = matrix
    self.range = range
    self.chroma = chroma
  }

  private static func interval(ofRate text: String) -> RationalTime? {
    let terms = text.split(separator: ":")
    guard terms.count == 2, let top = Int(terms[0]), let bottom = Int(terms[1]), bottom > 0
    else { return nil }
    return RationalTime(duration: bottom, over: top)
  }

  private static func siting(_ name: String) throws(CodecError) -> (Siting, Siting)? {
    switch name {
    case "420", "420jpeg": return (.between, .between)
    case "420mpeg2", "420paldv": return (.first, .between)
    case "422": return (.first, .each)
    case "444": return (.each, .each)
    case "mono": return nil
    default:
      throw CodecError(
        kind: .unsupported, message: "unsupported Y4M: samples C\(name)",
        hint: "give 8-bit C444, C422, C420 or Cmono")
    }
  }

  static func malformed(_ what: String) -> CodecError {
    CodecError(
      kind: .malformed, message: "damaged Y4M: \(what)",
      hint: "give the output of a program that writes YUV4MPEG2")
  }
}
