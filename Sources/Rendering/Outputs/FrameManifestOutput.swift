package import FileAccess
import HeaderModel
import HeaderScene
import ImageCodecs
import PortableMath
import Raster
package import StrictJSON
package import VisualDiff

/// A frame manifest: what each frame shows and the hash of its pixels before any encoding.
final class FrameManifestOutput: RenderOutput {
  private let path: String
  private let places: LayerPlaces
  private var manifest: FrameManifest
  private var file: AtomicFile

  /// `plays` nil: for ever.
  init(
    _ path: String, framing: ResolvedFraming, plays: Int?
  ) throws(HeaderKitError) {
    self.path = path
    places = LayerPlaces(framing)
    manifest = FrameManifest(size: framing.size, plays: plays, frames: [])
    file = try AtomicFile(path)
  }

  var written: (files: Int, bytes: Int) { (1, file.byteCount) }

  func append(_ run: PaintedRun) throws(HeaderKitError) {
    guard let hash = run.hash else { return }
    for (state, duration) in zip(run.states, run.durations) {
      manifest.frames.append(
        FrameManifest.Frame(
          hash: hash,
          duration: duration,
          offset: state.header.offset, phase: state.header.phase ?? "",
          layers: state.historical.map(places.layers) ?? places.layers(of: state.header)))
    }
  }

  func finish() throws(HeaderKitError) { try file.write(Array(manifest.json.utf8)) }

  func commit() throws(HeaderKitError) { try file.commit() }
}

/// As long as an exact time can be.
private let longestFlicks = (1 << 31) * RationalTime.flicksPerSecond - 1

extension FrameManifest {
  /// The manifest as JSON, a line for each frame: times as whole flicks (1/705,600,000 s), which
  /// GIF's hundredths and all usual frame rates are, rectangles as x, y, width, height.
  package var json: String {
    var text = "{\"format\":\"twheader-frame-manifest\", \"version\":1, "
    text += "\"size\":[\(size.width), \(size.height)], \"plays\":\(plays ?? 0), \"frames\":["
    for (index, frame) in frames.enumerated() {
      text += index == 0 ? "\n" : ",\n"
      text += JSONWriter.object { object in
        object.member("index", index)
        object.member("hash", frame.hash.text)
        object.member(
          "flicks", frame.duration.rounded(toUnitsPerSecond: RationalTime.flicksPerSecond))
        object.member("offset", frame.offset)
        object.member("phase", frame.phase)
        object.layers(frame.layers)
      }
    }
    return text + "\n]}\n"
  }

  /// Reads what `json` writes. Throws `.badData` with file, line and key path.
  package init(path: String, limits: RenderLimits) throws(HeaderKitError) {
    let bytes = try InputFile.read(path, limit: limits.inputBytes)
    do throws(JSONError) {
      self = try FrameManifest(json: bytes, file: path, limits: limits)
    } catch {
      throw HeaderKitError(error)
    }
  }

  package init(json bytes: [UInt8], file: String?, limits: RenderLimits) throws(JSONError) {
    let root = try JSONValue.parse(bytes, file: file)
    let object = try root.document(keys: ["format", "version", "size", "plays", "frames"])
    _ = try object.required("format").choice(of: ["twheader-frame-manifest"])
    _ = try object.required("version").integer(in: 1...1)
    let sides = try object.required("size").integers(count: 2, in: 1...1_000_000)
    guard let size = PixelSize(width: sides[0], height: sides[1]) else {
      throw try object.required("size").error("too large a canvas")
    }
    let plays = try object.required("plays").integer(in: 0...Int(UInt32.max))
    var frames: [Frame] = []
    for value in try object.required("frames").array(count: 1...limits.frames, of: "frames") {
      frames.append(try FrameManifest.frame(value))
    }
    self.init(size: size, plays: plays == 0 ? nil : plays, frames: frames)
  }

  private static func frame(_ value: JSONValue) throws(JSONError) -> Frame {
    let object = try value.object(keys: ["index", "hash", "flicks", "offset", "phase", "layers"])
    let digits = try object.required("hash")
    guard let hash = PixelHash(try digits.string()) else {
      throw digits.error("is no hash; 16 lowercase hexadecimal digits are expected")
    }
    let layers = try object.layers()
    let flicks = try object.required("flicks").integer(in: 0...longestFlicks)
    return Frame(
      hash: hash,
      duration: RationalTime(numerator: flicks, denominator: RationalTime.flicksPerSecond) ?? .zero,
      offset: try object.required("offset").number(),
      phase: try object.required("phase").string(), layers: layers)
  }
}

extension JSONValue {
  /// So many whole numbers.
  fileprivate func integers(
    count: Int, in range: ClosedRange<Int>
  ) throws(JSONError) -> [Int] {
    var numbers: [Int] = []
    for value in try array(count: count...count, of: "numbers") {
      numbers.append(try value.integer(in: range))
    }
    return numbers
  }
}
