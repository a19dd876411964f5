extension RowKernel {
  /// `over * alpha + under * (255 - alpha)`, divided by 255 and correctly rounded.
  static func crossfade(
    _ target: inout MutableSpan<UInt8>, _ range: Range<Int>, from under: Span<UInt8>,
    to over: Span<UInt8>, alpha: UInt8
  ) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= target.count && range.count == under.count
        && range.count == over.count)
    target.withUnsafeMutableBytes { bytes in
      under.withUnsafeBytes { under in
        over.withUnsafeBytes { over in
          guard let base = bytes.baseAddress, let under = under.baseAddress,
            let over = over.baseAddress
          else { return }
          let out = base + range.lowerBound
          let count = range.count
          let strength = Words(repeating: UInt16(alpha))
          let rest = Words(repeating: 255 &- UInt16(alpha))
          var offset = 0
          while offset &+ 16 <= count {
            store(
              lerp(load(over, offset), load(under, offset), alpha: strength, rest: rest),
              out, offset)
            offset &+= 16
          }
          while offset < count {
            let mixed = lerp(
              over.load(fromByteOffset: offset, as: UInt8.self),
              under.load(fromByteOffset: offset, as: UInt8.self), alpha: alpha)
            out.storeBytes(of: mixed, toByteOffset: offset, as: UInt8.self)
            offset &+= 1
          }
        }
      }
    }
  }
}
