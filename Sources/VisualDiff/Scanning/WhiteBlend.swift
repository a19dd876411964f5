/// A pixel over white, each channel cut to a whole byte as the typed arrays of JavaScript cut it.
@inline(__always)
func overWhite(_ pixel: UInt32) -> SIMD4<UInt8> {
  let channels = channels(pixel)
  if channels.w == 255 { return SIMD4(truncatingIfNeeded: channels) }
  let alpha = Double(channels.w) / 255
  func blended(_ channel: Int32) -> UInt8 { UInt8(255 + Double(channel - 255) * alpha) }
  return SIMD4(blended(channels.x), blended(channels.y), blended(channels.z), 255)
}
