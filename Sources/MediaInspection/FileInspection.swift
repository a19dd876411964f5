public import FileAccess
public import ImageCodecs
import PortableMath
import StrictJSON

/// A description of a picture file, as text and as JSON.
public struct FileInspection: Sendable {
  /// The path as given.
  public let path: String
  /// The properties of the file.
  public let description: ImageDescription

  /// Inspects a file. A path of `-` reads standard input.
  /// - Throws: `HeaderKitError` if the file cannot be read or decoded.
  public init(_ path: String, limits: RenderLimits = RenderLimits()) throws(HeaderKitError) {
    let bytes = try InputFile.read(path, limit: limits.inputBytes)
    self.path = path
    description = try HeaderKitError.coding(
      .file(InputFile.subject(path)), ImageInspector.inspect(bytes: bytes, limits: limits.decoding))
  }

  /// The description as one JSON object on one line, with a line break at the end.
  public var json: String {
    let file = description
    return JSONWriter.object { object in
      object.member("file", path)
      object.member("kind", file.kind.rawValue)
      object.member("width", file.size.width)
      object.member("height", file.size.height)
      object.member("bytes", file.byteCount)
      object.member("colorType", file.colorType)
      object.member("bitDepth", file.bitDepth)
      object.member("alpha", .boolean(file.hasAlpha))
      object.member("interlaced", .boolean(file.isInterlaced))
      object.member("paletteColors", file.paletteCount)
      object.member("animated", .boolean(file.isAnimated))
      object.member("loopCount", file.loopCount)
      object.member("duration", .number(file.duration.seconds))
      object.member("comment", file.comment)
      object.member("orientation", file.orientation)
      object.member("chromaSubsampling", file.chromaSubsampling)
      object.member("warnings", file.warnings)
      object.objects("frames", file.frames, FileInspection.write)
    } + "\n"
  }

  private static func write(_ frame: ImageDescription.Frame, to object: inout JSONObjectWriter) {
    object.member(
      "rect", [frame.rect.x, frame.rect.y, frame.rect.width, frame.rect.height].map(Double.init))
    object.member("duration", .number(frame.duration.seconds))
    object.member("bytes", frame.byteCount)
    object.member("disposal", frame.disposal)
    object.member("blend", frame.blend)
    object.member("transparentIndex", frame.transparentIndex)
    object.member("paletteColors", frame.localPaletteCount)
    object.member("minimumCodeSize", frame.minimumCodeSize)
  }

  /// The description as text: lines about the file, then one line for each frame of an animation.
  public var text: String {
    let file = description
    var lines = [
      "\(path): \(file.kind.rawValue), \(file.size.width) x \(file.size.height) pixels, "
        + "\(file.colorType), \(file.bitDepth) bit\(file.isInterlaced ? ", interlaced" : ""), "
        + "\(file.byteCount.grouped) bytes"
    ]
    if file.paletteCount > 0 { lines.append("global palette: \(file.paletteCount) colors") }
    if let orientation = file.orientation { lines.append("orientation: \(orientation)") }
    if let chroma = file.chromaSubsampling { lines.append("chroma: \(chroma)") }
    if let comment = file.comment { lines.append("comment: \(comment)") }
    lines += file.warnings.map { "warning: \($0)" }
    if file.isAnimated {
      let loops = file.loopCount.map { $0 == 0 ? "forever" : "\($0) times" } ?? "once"
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
      parts.append(count == 0 ? "global palette" : "\(count) colors")
    }
    if let transparent = frame.transparentIndex { parts.append("transparent \(transparent)") }
    if let disposal = frame.disposal { parts.append(disposal) }
    if let blend = frame.blend { parts.append(blend) }
    return parts.joined(separator: ", ")
  }
}
