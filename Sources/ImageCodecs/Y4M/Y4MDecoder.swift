package import CodecInterface
import PortableMath
import Raster

/// Decodes a Y4M stream incrementally, from pieces of any size.
///
/// Memory use is the bytes of an incomplete frame. Pixels are opaque, and chroma is interpolated.
package struct Y4MDecoder {
  /// The header, or `nil` until the stream's first line is complete.
  package private(set) var header: Y4MHeader?

  private let limits: DecodeLimits
  private let matrix: YCbCrMatrix
  private var buffer: [UInt8] = []
  /// The offset of the first unread byte in `buffer`.
  private var start = 0
  private var frames = 0
  /// The maximum length of a line in bytes: the stream's or a frame's header.
  private static let longestLine = 1024

  /// Creates a decoder. `matrix` is used if the stream does not specify one. `limits.maxPixels` and
  /// `.maxFrames` apply.
  package init(matrix: YCbCrMatrix = .bt601, limits: DecodeLimits = .standard) {
    self.matrix = matrix
    self.limits = limits
  }

  /// Appends bytes and returns the frames that they complete.
  ///
  /// - Throws: `.malformed`, `.unsupported` or `.tooLarge`. The decoder must not be used
  ///   afterwards.
  package mutating func append(
    _ bytes: some Sequence<UInt8>
  ) throws(CodecError) -> [AnimationFrame] {
    buffer += bytes
    var complete: [AnimationFrame] = []
    while let frame = try nextFrame() { complete.append(frame) }
    buffer.removeFirst(start)
    start = 0
    return complete
  }

  /// Checks that the stream is complete.
  ///
  /// - Throws: `.truncated` unless the stream ended after a frame.
  package func finish() throws(CodecError) {
    guard header != nil, frames > 0, start == buffer.count else {
      let needed = header.map { ", a frame needs \($0.frameByteCount.grouped)" } ?? ""
      throw CodecError(
        kind: .truncated,
        message: "truncated: the stream ends \(buffer.count.grouped) bytes after frame "
          + "\(frames.grouped)\(needed)", hint: "send whole frames, at least one")
    }
  }

  private mutating func nextFrame() throws(CodecError) -> AnimationFrame? {
    if header == nil {
      guard let (line, end) = try line(of: "YUV4MPEG2") else { return nil }
      header = try Y4MHeader(line: line, matrix: matrix, limits: limits)
      start = end
    }
    guard let header, let (_, end) = try line(of: "FRAME"),
      buffer.count - end >= header.frameByteCount
    else { return nil }
    frames += 1
    try limits.check(frames: frames)
    start = end + header.frameByteCount
    return AnimationFrame(
      pixmap: try header.pixmap(Array(buffer[end..<start])), duration: header.frameInterval)
  }

  /// Returns the line at `start`, which must begin with `word`, and the offset of the next line.
  /// Returns `nil` if the line is incomplete.
  private func line(of word: String) throws(CodecError) -> (text: String, end: Int)? {
    let part = buffer[start...].prefix(Y4MDecoder.longestLine)
    let begin = Array(part.prefix(word.utf8.count))
    guard word.utf8.starts(with: begin) else {
      throw Y4MHeader.malformed(
        "\(word) should stand \(frames == 0 ? "at its beginning" : "behind frame \(frames)")")
    }
    guard let feed = part.firstIndex(of: 0x0A) else {
      if part.count == Y4MDecoder.longestLine {
        throw Y4MHeader.malformed("a line of more than \(Y4MDecoder.longestLine) bytes")
      }
      return nil
    }
    return (String(decoding: part[..<feed], as: UTF8.self), feed + 1)
  }
}

extension Y4MHeader {
  /// Converts a frame of `frameByteCount` bytes to RGBA.
  fileprivate func pixmap(_ planes: [UInt8]) throws(CodecError) -> Pixmap {
    let weights = YCbCrCoefficients(matrix, range)
    let (size, chromaSize) = (self.size, self.chromaSize)
    let back = weights.back
    let half = 1 << (YCbCrCoefficients.bits + 3)
    func byte(_ sum: Int) -> UInt8 {
      // The sums are in 16ths, from the interpolation of chroma.
      UInt8(truncatingIfNeeded: max(0, min(255, (sum + half) >> (YCbCrCoefficients.bits + 4))))
    }
    let bytes = [UInt8](unsafeUninitializedCapacity: size.area * 4) { target, used in
      planes.withUnsafeBufferPointer { planes in
        let cb = size.area
        let cr = cb + chromaSize.width * chromaSize.height
        let columns = (0..<size.width).map {
          (chroma?.columns ?? .each).neighbors(of: $0, among: chromaSize.width)
        }
        for y in 0..<size.height {
          let row = (chroma?.rows ?? .each).neighbors(of: y, among: chromaSize.height)
          for x in 0..<size.width {
            let luma = (Int(planes[y * size.width + x]) - weights.lumaFloor) * back.luma * 16
            var (blueness, redness) = (0, 0)
            if chromaSize.width > 0 {
              let column = columns[x]
              func mean(_ plane: Int) -> Int {
                let near = plane + row.near * chromaSize.width
                let far = plane + row.far * chromaSize.width
                let first =
                  Int(planes[near + column.near]) * (4 - column.weight)
                  + Int(planes[near + column.far]) * column.weight
                let second =
                  Int(planes[far + column.near]) * (4 - column.weight)
                  + Int(planes[far + column.far]) * column.weight
                return first * (4 - row.weight) + second * row.weight - 128 * 16
              }
              blueness = mean(cb)
              redness = mean(cr)
            }
            let to = (y * size.width + x) * 4
            target[to] = byte(luma + back.redCr * redness)
            target[to + 1] = byte(luma + back.greenCb * blueness + back.greenCr * redness)
            target[to + 2] = byte(luma + back.blueCb * blueness)
            target[to + 3] = 255
          }
        }
      }
      used = size.area * 4
    }
    guard let pixmap = Pixmap(size: size, bytes: bytes) else {
      throw Y4MHeader.malformed("a frame of unexpected size")
    }
    return pixmap
  }
}
