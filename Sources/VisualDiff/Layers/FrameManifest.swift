package import PortableMath
package import StrictJSON

/// What a renderer records of an animation beside its file: each frame's pixels before
/// quantisation, its duration, its scroll offset and the places of its layers.
package struct FrameManifest: Hashable, Sendable {
  package struct Layer: Hashable, Sendable {
    /// Its name in the scene: `avatar`, `title`; unique in its frame.
    package var name: String
    /// Where it is painted, in device pixels.
    package var rect: DeviceRect
    /// Its appearance besides the rectangle (a blur step, an opacity); nil when not recorded.
    package var look: String?

    package init(name: String, rect: DeviceRect, look: String? = nil) {
      self.name = name
      self.rect = rect
      self.look = look
    }
  }

  /// One frame before encoding.
  package struct Frame: Hashable, Sendable {
    /// The hash of its pixels before quantisation.
    package var hash: PixelHash
    package var duration: RationalTime
    /// The scroll offset from rest, in points.
    package var offset: Double
    package var phase: String
    /// Its layers in painting order.
    package var layers: [Layer]

    package init(
      hash: PixelHash, duration: RationalTime, offset: Double, phase: String, layers: [Layer]
    ) {
      self.hash = hash
      self.duration = duration
      self.offset = offset
      self.phase = phase
      self.layers = layers
    }

    package var picture: PictureLayers { PictureLayers(offset: offset, layers: layers) }
  }

  package var size: PixelSize
  /// How often it plays; nil for ever.
  package var plays: Int?
  /// In presentation order.
  package var frames: [Frame]
  /// The fonts that drew the texts of its frames; empty if there is no text or the record is older.
  package var fonts: [PictureFont]

  package init(size: PixelSize, plays: Int?, frames: [Frame], fonts: [PictureFont] = []) {
    self.fonts = fonts
    self.size = size
    self.plays = plays
    self.frames = frames
  }

  package var timeline: Timeline {
    Timeline(frames: frames.map { ($0.hash, $0.duration) }, plays: plays)
  }
}

/// As long as an exact time can be.
private let longestFlicks = (1 << 31) * RationalTime.flicksPerSecond - 1

extension FrameManifest {
  /// The manifest as JSON, a line for each frame: times as whole flicks (1/705,600,000 s), which
  /// GIF's hundredths and all usual frame rates are, rectangles as x, y, width, height.
  package var json: String {
    var text = "{\"format\":\"twheader-frame-manifest\", \"version\":1, "
    text += "\"size\":[\(size.width), \(size.height)], \"plays\":\(plays ?? 0), "
    if !fonts.isEmpty {
      let list = fonts.map { font in
        JSONWriter.object { object in
          object.member("family", font.family)
          object.member("version", font.version)
          object.member("sha256", font.sha256)
        }
      }
      text += "\"fonts\":[\(list.joined(separator: ", "))], "
    }
    text += "\"frames\":["
    for (index, frame) in frames.enumerated() {
      text += index == 0 ? "\n" : ",\n"
      text += JSONWriter.object { object in
        object.member("index", index)
        object.member("hash", frame.hash.text)
        object.member(
          "flicks", frame.duration.rounded(toUnitsPerSecond: RationalTime.flicksPerSecond))
        object.member("offset", frame.offset)
        object.member("phase", frame.phase)
        object.objects("layers", frame.layers) { layer, object in
          let rect = layer.rect
          object.member("name", layer.name)
          object.member("rect", [rect.x, rect.y, rect.width, rect.height])
          object.member("look", layer.look)
        }
      }
    }
    return text + "\n]}\n"
  }

  package init(json bytes: [UInt8], file: String?, maxFrames: Int) throws(JSONError) {
    let root = try JSONValue.parse(bytes, file: file)
    let object = try root.document(keys: ["format", "version", "size", "plays", "fonts", "frames"])
    _ = try object.required("format").choice(of: ["twheader-frame-manifest"])
    _ = try object.required("version").integer(in: 1...1)
    let sides = try object.required("size").integers(count: 2, in: 1...1_000_000)
    guard let size = PixelSize(width: sides[0], height: sides[1]) else {
      throw try object.required("size").error("too large a canvas")
    }
    let plays = try object.required("plays").integer(in: 0...Int(UInt32.max))
    let fonts = object.optional("fonts")
    self.init(
      size: size, plays: plays == 0 ? nil : plays,
      frames: try object.required("frames").list(
        count: 1...maxFrames, of: "frames", FrameManifest.frame),
      fonts: try fonts?.list(count: 0...1000, of: "fonts", FrameManifest.font) ?? [])
  }

  private static func font(_ value: JSONValue) throws(JSONError) -> PictureFont {
    let object = try value.object(keys: ["family", "version", "sha256"])
    return PictureFont(
      family: try object.required("family").string(),
      version: try object.required("version").string(),
      sha256: try object.required("sha256").string())
  }

  private static func frame(_ value: JSONValue) throws(JSONError) -> Frame {
    let object = try value.object(keys: ["index", "hash", "flicks", "offset", "phase", "layers"])
    let digits = try object.required("hash")
    guard let hash = PixelHash(try digits.string()) else {
      throw digits.error("is no hash; 16 lowercase hexadecimal digits are expected")
    }
    let layers = try object.required("layers").list(count: 0...1000, of: "layers", layer)
    let flicks = try object.required("flicks").integer(in: 0...longestFlicks)
    return Frame(
      hash: hash,
      duration: RationalTime(duration: flicks, over: RationalTime.flicksPerSecond) ?? .zero,
      offset: try object.required("offset").number(),
      phase: try object.required("phase").string(), layers: layers)
  }

  private static func layer(_ value: JSONValue) throws(JSONError) -> Layer {
    let object = try value.object(keys: ["name", "rect", "look"])
    let sides = try object.required("rect").numbers(count: 4)
    let look = try object.required("look")
    return Layer(
      name: try object.required("name").string(),
      rect: DeviceRect(x: sides[0], y: sides[1], width: sides[2], height: sides[3]),
      look: look.isNull ? nil : try look.string())
  }
}
