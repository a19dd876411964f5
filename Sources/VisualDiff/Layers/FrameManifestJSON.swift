import PortableMath
package import StrictJSON

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
    let object = try root.document(keys: ["format", "version", "size", "plays", "frames"])
    _ = try object.required("format").choice(of: ["twheader-frame-manifest"])
    _ = try object.required("version").integer(in: 1...1)
    let sides = try object.required("size").integers(count: 2, in: 1...1_000_000)
    guard let size = PixelSize(width: sides[0], height: sides[1]) else {
      throw try object.required("size").error("too large a canvas")
    }
    let plays = try object.required("plays").integer(in: 0...Int(UInt32.max))
    let frames = try object.required("frames").array(count: 1...maxFrames, of: "frames")
      .map(FrameManifest.frame)
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
      duration: RationalTime(duration: flicks, over: RationalTime.flicksPerSecond) ?? .zero,
      offset: try object.required("offset").number(),
      phase: try object.required("phase").string(), layers: layers)
  }
}

extension JSONObject {
  fileprivate func layers() throws(JSONError) -> [FrameManifest.Layer] {
    var layers: [FrameManifest.Layer] = []
    for value in try required("layers").array(count: 0...1000, of: "layers") {
      let layer = try value.object(keys: ["name", "rect", "look"])
      let sides = try layer.required("rect").numbers(count: 4)
      let look = try layer.required("look")
      layers.append(
        FrameManifest.Layer(
          name: try layer.required("name").string(),
          rect: DeviceRect(x: sides[0], y: sides[1], width: sides[2], height: sides[3]),
          look: look.isNull ? nil : try look.string()))
    }
    return layers
  }
}
