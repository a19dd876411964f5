package import CodecInterface
import PortableMath

/// A sequence of frames that is planned independently of the encoding of the frames before it.
package struct GIFSegment: Sendable {
  let size: PixelSize
  let options: GIFOptions
  let tuning: GIFTuning
  let framesPerPalette: Int
  var frames: [SourceFrame] = []
  /// The frame before the first, or `nil` if there is none.
  var before: SourceFrame?
  /// The frame after the last, or `nil` if there is none.
  var following: SourceFrame?
  /// The global color table. `nil` only until it is set to `firstTable`.
  var global: ColorTable?
  var aroundPaletteSelection: @Sendable (_ work: () -> Void) -> Void = { $0() }

  package var count: Int { frames.count }
  /// The maximum number of colors in a table, without the transparent index.
  var colorLimit: Int { max(1, min(256, options.colors) - 1) }

  /// Plans all frames and calls `take` with each in order. Depends only on the segment and can run
  /// on any thread.
  ///
  /// - Throws: `.unsupported` if a frame cannot be encoded losslessly, and the errors of `take`.
  package func plan(_ take: (PlannedFrame) throws(CodecError) -> Void) throws(CodecError) {
    var planner = SegmentPlanner(self)
    for start in stride(from: 0, to: frames.count, by: framesPerPalette) {
      let end = min(frames.count, start + framesPerPalette)
      let planned = try planner.plan(
        Array(frames[start..<end]), next: end < frames.count ? frames[end] : following)
      for frame in planned { try take(frame) }
    }
  }

  /// Returns the table of the first frames. The first segment's becomes the global table.
  func firstTable() throws(CodecError) -> ColorTable {
    var planner = SegmentPlanner(self)
    return try planner.firstTable(for: Array(frames.prefix(framesPerPalette)))
  }

  /// The number of frames in a segment. Must not depend on the machine, because it affects the
  /// bytes.
  struct Length {
    /// The number of frames that share a palette, as many as fit in bounded memory.
    let framesPerPalette: Int
    let frames: Int

    private static let maximumFrames = 8
    /// The maximum number of pixels in the frames of a segment.
    private static let maximumPixels = 1 << 22

    init(area: Int, tuning: GIFTuning) {
      let fitting = max(1, Self.maximumPixels / area)
      framesPerPalette = min(tuning.framesPerPalette, fitting)
      frames = max(1, min(Self.maximumFrames, fitting) / framesPerPalette) * framesPerPalette
    }
  }
}
