/// Where the bytes of a GIF went.
public struct GIFByteCounts: Hashable, Sendable {
  /// Pictures in the file.
  public let pictures: Int
  /// Colour tables, the global one and the local ones.
  public let palettes: Int
  /// Packed pixels with the lengths of their blocks.
  public let pixels: Int
  /// Everything else: header, descriptions of pictures, delays, loop, trailer.
  public let container: Int

  /// A picture's control extension, its separator and description (GIF89a, sections 20 and 23).
  private static let pictureBytes = 8 + 10
  /// Header and screen (17, 18), trailer (27).
  private static let fileBytes = 13 + 1
  /// The application extension that holds the number of repeats (26).
  private static let loopBytes = 19

  /// Counts the bytes of a file as `GIFEncoder` writes it: each picture with a control extension,
  /// no comment. Throws like `GIFReader`.
  public init(bytes: [UInt8], limits: DecodeLimits = .standard) throws(CodecError) {
    var reader = try GIFReader(bytes: bytes, limits: limits)
    var colors = reader.globalPaletteCount
    var pictures = 0
    while let picture = try reader.nextDescription() {
      colors += picture.localPaletteCount
      pictures += 1
    }
    self.pictures = pictures
    palettes = 3 * colors
    container =
      Self.fileBytes + pictures * Self.pictureBytes + (reader.loopCount == nil ? 0 : Self.loopBytes)
    pixels = bytes.count - palettes - container
  }
}
