import FileAccess
import FrameEncoding
import GIF
import HeaderModel
import HeaderScene
import ImageCodecs
import PortableMath
import Rendering
import Scrolling
import StrictJSON

/// Reads the request of an item, key by key; every bad value is a problem of its own.
struct RequestReader {
  let values: [String: JSONValue]
  let limits: RenderLimits

  /// The request without its inputs.
  func read(_ problems: inout ManifestProblems) -> RenderRequest {
    var request = RenderRequest()
    request.header.limits = limits
    readHeader(&request.header, &problems)
    readFraming(&request.header.framing, &problems)
    readWords(&request.header, &problems)
    readFrames(&request, &problems)
    readPacking(&request, &problems)
    return request
  }

  private func readHeader(_ header: inout SceneRequest, _ problems: inout ManifestProblems) {
    take(.style, &header.style, &problems) { value throws(JSONError) in
      // Where it is a document's path, that is an input, which counts from the manifest's folder.
      let source = HeaderSource(try value.string())
      if case .file(let path) = source, !HeaderSource.isPath(path) {
        throw try value.unknownHeader()
      }
      return source
    }
    take(.variant, &header.variant, &problems) { value throws(JSONError) in
      try value.string()
    }
    take(.device, &header.device, &problems) { value throws(JSONError) in
      let name = try value.string()
      return Device(name) == nil ? try value.choice(of: Device.known.map(\.name)) : name
    }
    take(.theme, &header.theme, &problems) { value throws(JSONError) in
      try value.choice(of: SceneTheme.self)
    }
    take(.scale, &header.scale, &problems) { value throws(JSONError) in
      try value.number(in: RequestRanges.scale, unit: "pixels a point")
    }
    take(.constants, &header.constants, &problems) { value throws(JSONError) in
      var constants: [(key: String, value: Double)] = []
      for member in try value.object() {
        constants.append((member.name, try member.value.number()))
      }
      return constants
    }
    take(.inputs, &header.inputs, &problems) { value throws(JSONError) in
      var inputs: [(key: String, value: InputValue)] = []
      for member in try value.object() {
        let isCondition = member.value.kind == .boolean
        inputs.append(
          (
            member.name,
            isCondition
              ? .condition(try member.value.boolean()) : .number(try member.value.number())
          ))
      }
      return inputs
    }
  }

  private func readFraming(_ framing: inout SceneFraming, _ problems: inout ManifestProblems) {
    take(.crop, &framing.crop, &problems) { value throws(JSONError) in
      guard let crop = SceneFraming.Crop(try value.string()) else {
        throw value.error(
          "\(value.literal) is no part of the screen; write \"header\", \"x,y,w,h\" in points or a "
            + "layer's name")
      }
      return crop
    }
    for (key, path) in [(ItemKey.width, \SceneFraming.width), (.height, \.height)] {
      take(key, &framing[keyPath: path], &problems) { value throws(JSONError) in
        if let scale = values[ItemKey.scale.rawValue] {
          throw scale.error("scale follows from \(key.rawValue); keep one of the two")
        }
        return try value.integer(in: RequestRanges.side)
      }
    }
    take(.cornerRadius, &framing.cornerRadius, &problems) { value throws(JSONError) in
      try value.number(in: RequestRanges.cornerRadius, unit: "points")
    }
    take(.frame, &framing.hasDevice, &problems) { value throws(JSONError) in
      try value.boolean()
    }
  }

  private func readWords(_ header: inout SceneRequest, _ problems: inout ManifestProblems) {
    for key in ItemKey.words {
      var text: String?
      take(key, &text, &problems) { value throws(JSONError) in try value.string() }
      if let text { header.texts.append((key.rawValue, text)) }
    }
    take(.accent, &header.colors, &problems) { value throws(JSONError) in
      let text = try value.string()
      guard text.utf8.count == 7, let color = DocumentColor(hexadecimal: text) else {
        throw value.error("\(value.literal) is no colour; write \"#RRGGBB\"")
      }
      return [(ItemKey.accent.rawValue, color)]
    }
  }

  private func readFrames(_ request: inout RenderRequest, _ problems: inout ManifestProblems) {
    take(.fps, &request.framesPerSecond, &problems) { value throws(JSONError) in
      try RequestReader.fraction(value, RequestRanges.framesPerSecond, "frames a second")
    }
    take(.eventRate, &request.eventRate, &problems) { value throws(JSONError) in
      let text = value.kind == .string ? try value.string() : value.literal
      guard let rate = EventRate(text) else {
        throw value.error(
          "\(value.literal) is no rate; write \(RequestRanges.text(RequestRanges.eventsPerSecond)) "
            + "events a second or \"frame\"")
      }
      return rate
    }
    take(.speed, &request.speed, &problems) { value throws(JSONError) in
      try RequestReader.fraction(value, RequestRanges.speed, "seconds of the curve a second")
    }
    for (key, path) in [(ItemKey.holdFirst, \RenderRequest.holdFirst), (.holdLast, \.holdLast)] {
      take(key, &request[keyPath: path], &problems) { value throws(JSONError) in
        try RequestReader.fraction(value, RequestRanges.hold, "seconds")
      }
    }
    take(.boomerang, &request.boomerang, &problems) { value throws(JSONError) in
      try value.boolean()
    }
    take(.frames, &request.frames, &problems) { value throws(JSONError) in
      let ends = Array(try value.array(count: 2...2, of: "numbers"))
      let first = try ends[0].integer(in: RequestRanges.frameIndex)
      return first...(try ends[1].integer(in: first...RequestRanges.frameIndex.upperBound))
    }
  }

  private func readPacking(_ request: inout RenderRequest, _ problems: inout ManifestProblems) {
    take(.quality, &request.gif.quality, &problems) { value throws(JSONError) in
      try value.integer(in: RequestRanges.quality)
    }
    for (key, path, range) in [
      (ItemKey.effort, \GIFOptions.effort, RequestRanges.effort),
      (.colors, \.colors, RequestRanges.colors),
    ] {
      take(key, &request.gif[keyPath: path], &problems) { value throws(JSONError) in
        try value.integer(in: range)
      }
    }
    take(.maxBytes, &request.maxBytes, &problems) { value throws(JSONError) in
      guard value.kind == .string else { return try value.integer(in: 1...Int.max) }
      guard let count = ByteCount(try value.string()), count.bytes > 0 else {
        throw value.error("\(value.literal) is no size; write bytes, or \"3MB\", \"800K\"")
      }
      return count.bytes
    }
    take(.reduce, &request.reductions, &problems) { value throws(JSONError) in
      guard value.kind == .array else { return [try value.choice(of: GIFReductionPolicy.self)] }
      var reductions: Set<GIFReductionPolicy> = []
      for place in try value.array(count: 0...2, of: "things") {
        reductions.insert(try place.choice(of: GIFReductionPolicy.self))
      }
      return reductions
    }
    take(.dither, &request.gif.dither, &problems) { value throws(JSONError) in
      try value.integer(in: RequestRanges.dither)
    }
    take(.lossless, &request.gif.lossless, &problems) { value throws(JSONError) in
      try value.boolean()
    }
    take(.loop, &request.gif.loop, &problems) { value throws(JSONError) in
      let plays = try value.integer(in: RequestRanges.loop)
      return plays == 0 ? .forever : .plays(plays)
    }
    take(.pngLevel, &request.pngLevel, &problems) { value throws(JSONError) in
      try value.integer(in: RequestRanges.pngLevel)
    }
    for (key, path) in [(ItemKey.frameHashes, \RenderRequest.frameHashes), (.layers, \.layers)] {
      take(key, &request[keyPath: path], &problems) { value throws(JSONError) in
        try value.boolean()
      }
    }
  }

  private func take<Value>(
    _ key: ItemKey, _ place: inout Value, _ problems: inout ManifestProblems,
    _ read: (JSONValue) throws(JSONError) -> Value
  ) {
    guard let value = values[key.rawValue] else { return }
    if let found = problems.attempt({ () throws(JSONError) in try read(value) }) { place = found }
  }

  /// A number, or a ratio as a string: `30`, `29.97`, `"30000/1001"`.
  private static func fraction(
    _ value: JSONValue, _ range: ClosedRange<Double>, _ unit: String
  ) throws(JSONError) -> RationalTime {
    guard value.kind == .string else {
      let number = try value.number(in: range, unit: unit)
      guard let fraction = RationalTime(nearest: number) else { throw value.error("is too large") }
      return fraction
    }
    guard let fraction = RationalTime(try value.string()), range.contains(fraction.value) else {
      throw value.error(
        "\(value.literal) is not within \(range.lowerBound)...\(range.upperBound) \(unit); write a "
          + "number or \"30000/1001\"")
    }
    return fraction
  }
}
