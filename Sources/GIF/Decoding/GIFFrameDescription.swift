import CImageIO
package import CodecInterface
import PortableMath

/// The metadata of a frame in a GIF file.
package struct GIFFrameDescription: Hashable, Sendable {
  package let control: FrameControl
  /// The disposal method in the file, in 0...7. All values except 2 (clear) and 3 (restore) keep
  /// the canvas.
  package let storedDisposal: Int
  /// The palette index that is transparent, or `nil` if there is none.
  package let transparentIndex: Int?
  /// True if the rows are stored in four passes.
  package let isInterlaced: Bool
  /// The number of entries in the frame's palette, 2...256, or 0 if it uses the global palette.
  package let localPaletteCount: Int
  /// The LZW minimum code size in bits, 2...11.
  package let minimumCodeSize: Int

  init(_ frame: twheader_gif_frame, byteCount: Int) {
    control = FrameControl(
      rect: PixelRect(
        x: Int(frame.left), y: Int(frame.top), width: Int(frame.width), height: Int(frame.height)),
      disposal: frame.disposal == 2 ? .clear : frame.disposal == 3 ? .restorePrevious : .keep,
      blend: .over, duration: RationalTime(centiseconds: Int(frame.delay)) ?? .zero,
      byteCount: byteCount)
    storedDisposal = Int(frame.disposal)
    transparentIndex = frame.transparent < 0 ? nil : Int(frame.transparent)
    isInterlaced = frame.interlaced == 1
    localPaletteCount = Int(frame.local_palette_count)
    minimumCodeSize = Int(frame.minimum_code_size)
  }
}

/// The size of a GIF in bytes, divided by purpose.
public struct GIFByteCounts: Hashable, Sendable {
  /// The number of pictures in the file.
  public let pictures: Int
  /// The size of the global and local color tables.
  public let palettes: Int
  /// The size of the compressed pixels, including the block lengths.
  public let pixels: Int
  /// The size of all other blocks: header, image descriptors, delays, loop count, frame hashes and
  /// trailer.
  public let container: Int

  /// The size of a picture's graphic control extension and image descriptor with separator (GIF89a,
  /// sections 20 and 23).
  private static let pictureBytes = 8 + 10
  /// The size of header, screen descriptor (17, 18) and trailer (27).
  private static let fileBytes = 13 + 1
  /// The size of the application extension with the loop count (26).
  private static let loopBytes = 19

  /// Counts the bytes of a file written by `GIFEncoder`. In such a file, each picture has a graphic
  /// control extension, and comments do not occur.
  ///
  /// - Throws: The errors of `GIFReader`.
  package init(bytes: [UInt8], limits: DecodeLimits = .standard) throws(CodecError) {
    let reader = try GIFReader(bytes: bytes, limits: limits)
    var colors = reader.globalPaletteCount
    var pictures = 0
    while let picture = try reader.nextDescription() {
      colors += picture.localPaletteCount
      pictures += 1
    }
    self.pictures = pictures
    palettes = 3 * colors
    container =
      Self.fileBytes + pictures * Self.pictureBytes
      + (reader.loopCount == nil ? 0 : Self.loopBytes)
      + (GIFFrameHashes.extensionRange(in: bytes)?.count ?? 0)
    pixels = bytes.count - palettes - container
  }
}
