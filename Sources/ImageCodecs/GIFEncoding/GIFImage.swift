import Raster

/// One picture of the file, ready to be written.
struct GIFImage: Sendable {
  enum Disposal: Int32, Sendable {
    case keep = 1
    case clear = 2
  }

  var rect: PixelRect
  /// Hundredths of a second, 0...65535.
  var delay: Int
  var disposal: Disposal
  var transparent: Int?
  /// The local table, nil where the file's own serves.
  var table: ColorTable?
  /// Packed LZW codes, not yet cut into blocks.
  var codes: [UInt8]
}

extension GIFImage {
  /// One clear pixel: shows the canvas for longer.
  static func pause(delay: Int) -> GIFImage {
    var writer = LZWBitWriter(capacity: 2)
    let dictionary = (clear: 4, transparent: 0, end: 5, width: 3)
    writer.put(dictionary.clear, width: dictionary.width)
    writer.put(dictionary.transparent, width: dictionary.width)
    writer.put(dictionary.end, width: dictionary.width)
    return GIFImage(
      rect: PixelRect(x: 0, y: 0, width: 1, height: 1), delay: delay, disposal: .keep,
      transparent: 0, table: ColorTable(colors: [0], transparent: true), codes: writer.finish())
  }
}
