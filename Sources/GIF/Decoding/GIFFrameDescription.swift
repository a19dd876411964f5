import CImageIO
package import CodecInterface
import PortableMath

/// The description of one frame of a GIF file: everything but its pixels.
package struct GIFFrameDescription: Hashable, Sendable {
  package let control: FrameControl
  /// 0 ... 7; what is neither 2 (clear) nor 3 (restore) keeps the canvas.
  package let storedDisposal: Int
  package let transparentIndex: Int?
  /// Whether the rows are stored in four passes.
  package let isInterlaced: Bool
  /// Entries of the frame's own palette, 2 ... 256; 0 if it uses the global one.
  package let localPaletteCount: Int
  /// 2 ... 11
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

/// Where the bytes of a GIF went.
public struct GIFByteCounts: Hashable, Sendable {
  /// Pictures in the file.
  public let pictures: Int
  /// Colour tables, the global one and the local ones.
  public let palettes: Int
  /// Packed pixels with the lengths of their blocks.
  public let pixels: Int
  /// Everything else: header, descriptions of pictures, delays, loop, frame hashes,
  /// trailer.
  public let container: Int

  /// A picture's control extension, its separator and description (GIF89a, sections 20 and 23).
  private static let pictureBytes = 8 + 10
  /// Header and screen (17, 18), trailer (27).
  private static let fileBytes = 13 + 1
  /// The application extension that holds the number of repeats (26).
  private static let loopBytes = 19

  /// Counts the bytes of a file as `GIFEncoder` writes it: each picture with a control extension,
  /// no comment. Throws like `GIFReader`.
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
      + (GIFFrameHashes.extensionPlace(in: bytes)?.count ?? 0)
    pixels = bytes.count - palettes - container
  }
}
