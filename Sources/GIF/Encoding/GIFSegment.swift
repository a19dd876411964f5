package import CodecInterface
import PortableMath

/// A run of frames that is planned without knowing how the frames before it are written.
package struct GIFSegment: Sendable {
  let size: PixelSize
  let options: GIFOptions
  let tuning: GIFTuning
  let framesPerPalette: Int
  var frames: [SourceFrame] = []
  /// The frame shown before the first; nil where there is none.
  var before: SourceFrame?
  /// The frame that follows; nil where there is none.
  var following: SourceFrame?
  /// The colour table at the head of the file; nil only until `firstTable` is set.
  var global: ColorTable?
  var aroundPaletteSelection: @Sendable (_ work: () -> Void) -> Void = { $0() }

  package var count: Int { frames.count }
  /// Most colours of a table beside the transparent index.
  var colorLimit: Int { max(1, min(256, options.colors) - 1) }

  /// Plans all frames in order, calls `take` with each. Depends on nothing but the segment, and can run on
  /// any thread.
  ///
  /// Throws `.unsupported` where a frame cannot be written losslessly, and what `take` throws.
  package func plan(_ take: (PlannedFrame) throws(CodecError) -> Void) throws(CodecError) {
    var planner = SegmentPlanner(self)
    for start in stride(from: 0, to: frames.count, by: framesPerPalette) {
      let end = min(frames.count, start + framesPerPalette)
      let planned = try planner.plan(
        Array(frames[start..<end]), next: end < frames.count ? frames[end] : following)
      for frame in planned { try take(frame) }
    }
  }

  /// The table of the first frames: the first segment's becomes the global one.
  func firstTable() throws(CodecError) -> ColorTable {
    var planner = SegmentPlanner(self)
    return try planner.firstTable(for: Array(frames.prefix(framesPerPalette)))
  }

  /// How many frames a segment has. It depends on nothing that differs from machine to machine: the
  /// segments decide the bytes.
  struct Length {
    /// Frames that share a palette: as many as fit into bounded memory.
    let framesPerPalette: Int
    let frames: Int

    private static let mostFrames = 8
    /// Most pixels of a segment's frames.
    private static let heldPixels = 1 << 22

    init(area: Int, tuning: GIFTuning) {
      let held = max(1, Self.heldPixels / area)
      framesPerPalette = min(tuning.framesPerPalette, held)
      frames = max(1, min(Self.mostFrames, held) / framesPerPalette) * framesPerPalette
    }
  }
}
