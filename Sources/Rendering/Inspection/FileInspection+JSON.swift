import CodecInterface
import Files
import ImageCodecs
import Raster
import StrictJSON

extension FileInspection {
  /// One JSON object, on one line.
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
      object.array("frames") { frames in
        for frame in file.frames { frames.object { FileInspection.write(frame, to: &$0) } }
      }
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
}
