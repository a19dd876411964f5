package import PortableMath
package import StrictJSON

/// A renderer's record of an animation: for each frame, the pixels' hash before quantization, the
/// duration, the scroll offset and the layers' rectangles.
package struct FrameManifest: Hashable, Sendable {
  package struct Layer: Hashable, Sendable {
    /// The name in the scene, such as `avatar` or `title`. Unique within a frame.
    package var name: String
    /// The painted rectangle in device pixels.
    package var rect: DeviceRect
    /// The appearance apart from the rectangle, such as a blur step or an opacity. `nil` if it is
    /// not recorded.
    package var appearance: String?

    package init(name: String, rect: DeviceRect, appearance: String? = nil) {
      self.name = name
      self.rect = rect
      self.appearance = appearance
    }
  }

  /// A frame before encoding.
  package struct Frame: Hashable, Sendable {
    /// The hash of the pixels before quantization.
    package var hash: PixelHash
    package var duration: RationalTime
    /// The scroll offset in points from rest.
    package var offset: Double
    package var phase: String
    /// The layers in painting order.
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
  /// The play count, or `nil` to loop forever.
  package var plays: Int?
  /// The frames in presentation order.
  package var frames: [Frame]
  /// The fonts used by the texts. Empty without texts and in records of older versions.
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

/// The maximum duration in flicks that is exactly representable.
private let longestFlicks = (1 << 31) * RationalTime.flicksPerSecond - 1

extension FrameManifest {
  /// The manifest as JSON with a line for each frame. Times are in flicks (1/705,600,000 s), which
  /// represent GIF's hundredths and all common frame rates exactly. Rectangles are x, y, width and
  /// height.
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
          object.member("look", layer.appearance)
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
      throw try object.required("size").error("the canvas is too large")
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
      throw digits.error("is not a hash; write 16 lowercase hexadecimal digits")
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
    let appearance = try object.required("look")
    return Layer(
      name: try object.required("name").string(),
      rect: DeviceRect(x: sides[0], y: sides[1], width: sides[2], height: sides[3]),
      appearance: appearance.isNull ? nil : try appearance.string())
  }
}
