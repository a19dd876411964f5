@testable import CodecInterface
@testable import GIF
import Testing

/// The decoder compared with a simple one that stores every string and follows appendix F
/// literally.
@Suite struct LZWDecoding {
  /// Codes packed with the widths that a decoder expects.
  private struct Packed {
    var bytes: [UInt8] = []
    private var bits = 0
    private var state: Reference

    init(minimumCodeSize: Int) { state = Reference(minimumCodeSize: minimumCodeSize) }

    mutating func put(_ code: Int) {
      for bit in 0..<state.width {
        if bits.isMultiple(of: 8) { bytes.append(0) }
        bytes[bits / 8] |= UInt8(code >> bit & 1) << UInt8(bits % 8)
        bits += 1
      }
      _ = state.take(code)
    }
  }

  private struct Reference {
    let clear: Int
    var strings: [[UInt8]?] = []
    var last: [UInt8]?
    var width = 0
    /// The number of codes since the last clear code.
    var taken = 0

    init(minimumCodeSize: Int) {
      clear = 1 << minimumCodeSize
      reset()
    }

    mutating func reset() {
      strings = (0..<clear).map { [UInt8($0)] } + [nil, nil]
      last = nil
      taken = 0
      width = widthAtStart
    }

    private var widthAtStart: Int { clear.trailingZeroBitCount + 1 }

    /// Returns the symbols of a code, or `nil` if it has none.
    mutating func take(_ code: Int) -> [UInt8]? {
      if code == clear {
        reset()
        return []
      }
      taken += 1
      // The width grows when the next code to define would not fit.
      if clear + 1 + taken >= 1 << width, width < 12 { width += 1 }
      let string: [UInt8]
      if code < strings.count {
        guard let known = strings[code] else { return nil }
        string = known
      } else {
        guard code == strings.count, code < 4096, let last else { return nil }
        string = last + [last[0]]
      }
      if let last, strings.count < 4096 { strings.append(last + [string[0]]) }
      last = string
      return string
    }
  }

  private func decode(
    _ codes: [UInt8], minimumCodeSize: Int, wanted: Int
  ) -> (end: LZWDecoder.End, symbols: [UInt8]) {
    let padded = codes + [UInt8](repeating: 0xFF, count: GIFCodeBlocks.padding)
    var end = LZWDecoder.End.complete
    let symbols = [UInt8](unsafeUninitializedCapacity: wanted + LZWDecoder.slack) { target, used in
      guard let output = target.baseAddress else { return }
      padded.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        let result = LZWDecoder.decode(
          start, codeBytes: codes.count, minimumCodeSize: minimumCodeSize, into: output,
          wanted: wanted)
        end = result.end
        used = result.count
      }
    }
    return (end, symbols)
  }

  @Test(
    arguments: [
      ([4, 1, 6, 6, 2], 20, LZWDecoder.End.exhausted, [1, 1, 1, 1, 1, 2]),
      ([4, 1, 6, 6, 2, 5], 20, .endCode, [1, 1, 1, 1, 1, 2]),
      ([4, 1, 6, 6, 2, 5], 6, .complete, [1, 1, 1, 1, 1, 2]),
      ([4, 1, 6, 6, 2, 5], 4, .complete, [1, 1, 1, 1]), ([4, 6], 9, .undefinedCode, []),
      ([4, 1, 7], 9, .undefinedCode, [1]), ([4, 1, 4, 6], 9, .undefinedCode, [1]),
      ([1, 2, 6], 4, .complete, [1, 2, 1, 2]), ([4, 4, 4, 3], 1, .complete, [3]),
      ([5], 1, .endCode, []),
    ] as [([Int], Int, LZWDecoder.End, [UInt8])])
  func smallStreams(codes: [Int], wanted: Int, end: LZWDecoder.End, symbols: [UInt8]) {
    var packed = Packed(minimumCodeSize: 2)
    for code in codes { packed.put(code) }
    let found = decode(packed.bytes, minimumCodeSize: 2, wanted: wanted)
    #expect(found.symbols == symbols)
    #expect(found.end == end || (end == .exhausted && found.end == .complete))
  }

  /// Streams that are long enough to fill the table, with valid codes, the next undefined code,
  /// clear codes and invalid ones.
  @Test(arguments: 0..<60)
  func randomStreams(seed: Int) {
    var random = RandomPictures(seed: UInt64(seed) + 1)
    let minimum = seed % 9
    var packed = Packed(minimumCodeSize: minimum)
    var reference = Reference(minimumCodeSize: minimum)
    var expected: [UInt8] = []
    var end = LZWDecoder.End.complete
    let hasWrongCodes = seed % 3 == 0
    for _ in 0..<(seed % 2 == 0 ? 9000 : 500) {
      var code = random.number(below: reference.strings.count + 1)
      if code == reference.clear, random.number(below: 8) != 0 { code = 0 }
      if code == reference.clear + 1 || code >= 4096 { code = 0 }
      if code == reference.strings.count, reference.last == nil { code = 0 }
      if hasWrongCodes, random.number(below: 400) == 0 {
        code = reference.strings.count + 1
      }
      code = min(code, 1 << reference.width - 1)
      packed.put(code)
      guard let string = reference.take(code) else {
        end = code == reference.clear + 1 ? .endCode : .undefinedCode
        break
      }
      expected += string
    }
    let wanted = end == .complete ? expected.count : expected.count + 1
    let found = decode(packed.bytes, minimumCodeSize: minimum, wanted: wanted)
    #expect(found.end == end)
    #expect(found.symbols == expected)
  }

  @Test(
    arguments: [
      ([2, 7, 8, 0], [7, 8], true), ([2, 7, 8, 1, 9, 0, 3], [7, 8, 9], true), ([0], [], true),
      ([2, 7], [], false), ([1, 7, 2, 8], [7], false), ([1, 7], [7], false), ([], [], false),
    ] as [([UInt8], [UInt8], Bool)])
  func completeBlocksAreJoined(file: [UInt8], bytes: [UInt8], areComplete: Bool) {
    let blocks = GIFCodeBlocks(in: [99] + file, from: 1)
    #expect(Array(blocks.bytes.prefix(blocks.count)) == bytes)
    #expect(blocks.bytes.count == blocks.count + GIFCodeBlocks.padding)
    #expect(blocks.areComplete == areComplete)
  }

  /// Symbols of more than 8 bits are colors only up to 255.
  @Test(arguments: [9, 10, 11], [0, 255, 256, 300, 511])
  func supportsColorsUpTo255(minimumCodeSize: Int, symbol: Int) {
    var writer = LZWCodeWriter(minimumCodeSize: minimumCodeSize, capacity: 16)
    writer.put(7)
    writer.put(symbol)
    let found = decode(writer.finish(), minimumCodeSize: minimumCodeSize, wanted: 2)
    #expect(found.end == (symbol < 256 ? .complete : .undefinedCode))
    #expect(found.symbols == (symbol < 256 ? [7, UInt8(symbol)] : [7]))
  }

  /// If the pixels are complete but the end of the blocks is missing, the last row counts as
  /// missing.
  @Test(arguments: [true, false]) func endOfBlocksBelongsToTheFrame(isComplete: Bool) throws {
    var writer = LZWCodeWriter(minimumCodeSize: 2, capacity: 16)
    let pixels = (0..<12).map { $0 * 7 % 4 }
    for pixel in pixels { writer.put(pixel) }
    let codes = writer.finish()
    let file = [UInt8(codes.count)] + codes + (isComplete ? [0] : [])
    let decoder = GIFIndexDecoder(width: 3, height: 4, isInterlaced: false, minimumCodeSize: 2)
    func decoded() throws(CodecError) -> [UInt8] {
      try decoder.decode(GIFCodeBlocks(in: file, from: 0), frameNumber: 2)
    }
    guard !isComplete else {
      #expect(try decoded() == pixels.map(UInt8.init))
      return
    }
    let error = #expect(throws: CodecError.self) { try decoded() }
    #expect(error?.kind == .truncated)
    #expect(error?.message == "truncated: 9 of 12 pixels in frame 2")
  }
}
