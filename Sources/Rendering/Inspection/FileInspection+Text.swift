import Files
import CodecInterface
import ImageCodecs
import Numerics
import Raster

extension FileInspection {
  /// For people: a line for the file, then a line for each frame of an animation.
  public var text: String {
    let file = description
    var lines = [
      "\(path): \(file.kind.rawValue), \(file.size.width) x \(file.size.height) pixels, "
        + "\(file.colorType), \(file.bitDepth) bit\(file.isInterlaced ? ", interlaced" : ""), "
        + "\(file.byteCount.grouped) bytes"
    ]
    if file.paletteCount > 0 { lines.append("global palette: \(file.paletteCount) colours") }
    if let orientation = file.orientation { lines.append("orientation: \(orientation)") }
    if let chroma = file.chromaSubsampling { lines.append("chroma: \(chroma)") }
    if let comment = file.comment { lines.append("comment: \(comment)") }
    if file.isAnimated {
      let loops = file.loopCount.map { $0 == 0 ? "for ever" : "\($0) times" } ?? "once"
      lines.append("\(file.frames.count) frames, \(file.duration.seconds) s, plays \(loops)")
      lines += file.frames.enumerated().map { FileInspection.line($0, $1) }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func line(_ index: Int, _ frame: ImageDescription.Frame) -> String {
    var parts = [
      "\(index): \(frame.duration.seconds) s",
      "(\(frame.rect.x), \(frame.rect.y), \(frame.rect.width), \(frame.rect.height))",
      "\(frame.byteCount.grouped) bytes",
    ]
    if let count = frame.localPaletteCount {
      parts.append(count == 0 ? "global palette" : "\(count) colours")
    }
    if let transparent = frame.transparentIndex { parts.append("transparent \(transparent)") }
    if let disposal = frame.disposal { parts.append(disposal) }
    if let blend = frame.blend { parts.append(blend) }
    return parts.joined(separator: ", ")
  }
}
