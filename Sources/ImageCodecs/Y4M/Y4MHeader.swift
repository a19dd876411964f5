import CodecInterface
package import PortableMath

/// What the first line of a Y4M stream says.
package struct Y4MHeader: Hashable, Sendable {
  /// How the planes are sampled.
  enum Sampling: Hashable, Sendable {
    case grey
    case full
    /// Half as many columns, each sited on the left one of two.
    case half
    /// Half as many columns and rows, sited between rows; `left`: on the left one of two columns,
    /// otherwise between them.
    case quarter(left: Bool)
  }

  /// Of every frame.
  package let size: PixelSize
  /// One frame's time.
  package let frameInterval: RationalTime
  /// As the stream states it, or as the decoder's caller assumes.
  package let matrix: YCbCrMatrix
  /// Limited if the stream does not say.
  package let range: YCbCrRange
  let sampling: Sampling

  /// Columns and rows of each of the two chroma planes; 0 when grey.
  var chromaSize: (width: Int, height: Int) {
    switch sampling {
    case .grey: (0, 0)
    case .full: (size.width, size.height)
    case .half: ((size.width + 1) / 2, size.height)
    case .quarter: ((size.width + 1) / 2, (size.height + 1) / 2)
    }
  }

  /// Bytes of a frame behind its own header.
  var frameByteCount: Int { size.area + 2 * chromaSize.width * chromaSize.height }

  /// Reads the line, without its line feed.
  init(line: String, matrix: YCbCrMatrix, limits: DecodeLimits) throws(CodecError) {
    let words = line.split(separator: " ", omittingEmptySubsequences: true)
    guard words.first == "YUV4MPEG2" else {
      throw Y4MHeader.malformed("does not begin with YUV4MPEG2")
    }
    var (width, height): (Int?, Int?) = (nil, nil)
    var interval: RationalTime?
    var (sampling, range, matrix) = (Sampling.quarter(left: false), YCbCrRange.limited, matrix)
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
      case "C": sampling = try Y4MHeader.sampling(value)
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
    self.sampling = sampling
  }

  private static func interval(ofRate text: String) -> RationalTime? {
    let terms = text.split(separator: ":")
    guard terms.count == 2, let top = Int(terms[0]), let bottom = Int(terms[1]), bottom > 0
    else { return nil }
    return RationalTime(duration: bottom, over: top)
  }

  private static func sampling(_ name: String) throws(CodecError) -> Sampling {
    switch name {
    case "420", "420jpeg": return .quarter(left: false)
    case "420mpeg2", "420paldv": return .quarter(left: true)
    case "422": return .half
    case "444": return .full
    case "mono": return .grey
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
