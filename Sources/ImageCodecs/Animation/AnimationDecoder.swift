import Raster

/// Reads all frames of a GIF or an animated PNG; a still picture is an animation of one frame.
public enum AnimationDecoder {
  /// Decodes `bytes` into memory: frames times canvas times 4 bytes.
  ///
  /// All frames together may have at most 8 times `limits.maxPixels` pixels; longer ones are to be
  /// read one at a time with `AnimationReader`. Throws like it.
  public static func decode(
    bytes: [UInt8], limits: DecodeLimits = .standard
  ) throws(CodecError) -> DecodedAnimation {
    var reader = try AnimationReader(bytes: bytes, limits: limits)
    let (allowed, overflow) = limits.maxPixels.multipliedReportingOverflow(by: 8)
    var frames: [AnimationFrame] = []
    while let frame = try reader.next() {
      frames.append(frame)
      guard overflow || frames.count <= allowed / reader.size.area else {
        throw CodecError(
          beyond: .pixels,
          message: "too large: more than \(allowed.grouped) pixels in all frames together")
      }
    }
    return DecodedAnimation(
      kind: reader.kind, size: reader.size, frames: frames, loopCount: reader.loopCount)
  }
}
