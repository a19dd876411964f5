/// A frame's palette indices as a GIF file packs them.
struct GIFPackedPixels {
  let width: Int
  let height: Int
  /// Whether the rows come in four passes.
  let isInterlaced: Bool
  /// 0 ... 8
  let minimumCodeSize: Int

  /// First row and distance of the rows of each pass (GIF89a, appendix E).
  private static let passes: [(first: Int, step: Int)] = [(0, 8), (4, 8), (2, 4), (1, 2)]

  /// The indices row by row, from the top.
  ///
  /// Throws `.truncated` for blocks that the file's end cuts off, `.malformed` for codes that mean
  /// nothing and for too few of them. Codes behind the last pixel are not looked at.
  func unpack(_ blocks: GIFCodeBlocks, frameNumber: Int) throws(CodecError) -> [UInt8] {
    let count = width * height
    var result = (end: LZWDecoder.End.complete, count: 0)
    let room = count + LZWDecoder.slack
    let indices = [UInt8](unsafeUninitializedCapacity: room) { target, used in
      guard let output = target.baseAddress, count > 0 else { return }
      let decoder = LZWDecoder(minimumCodeSize: minimumCodeSize)
      defer { decoder.free() }
      blocks.bytes.withUnsafeBytes { codes in
        guard let start = codes.baseAddress else { return }
        result = decoder.decode(start, codeBytes: blocks.count, into: output, wanted: count)
      }
      used = result.end == .complete ? count : 0
    }
    switch result.end {
    case .complete where blocks.areComplete: return isInterlaced ? sorted(indices) : indices
    case .complete: throw truncated(rows: height - 1, frameNumber)
    case .exhausted where !blocks.areComplete:
      throw truncated(rows: result.count / width, frameNumber)
    case .exhausted, .undefinedCode:
      throw CodecError(damaged: "GIF", "Image is defective, decoding aborted")
    case .endCode:
      throw CodecError(damaged: "GIF", "Image EOF detected before image complete")
    }
  }

  private func truncated(rows: Int, _ frameNumber: Int) -> CodecError {
    CodecError(
      kind: .truncated,
      message: "truncated: \((max(0, rows) * width).grouped) of \((width * height).grouped) pixels "
        + "in frame \(frameNumber.grouped)",
      hint: CodecError.exportAgain)
  }

  /// Rows in the order of the picture.
  private func sorted(_ passed: [UInt8]) -> [UInt8] {
    var rows = [UInt8](repeating: 0, count: passed.count)
    var from = 0
    for pass in GIFPackedPixels.passes {
      for y in stride(from: pass.first, to: height, by: pass.step) {
        rows.replaceSubrange(y * width..<(y + 1) * width, with: passed[from..<from + width])
        from += width
      }
    }
    return rows
  }
}
