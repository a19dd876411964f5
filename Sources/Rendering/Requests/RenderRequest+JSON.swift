import FileAccess
import FrameEncoding
import GIF
import HeaderModel
import HeaderScene
import PortableMath
import Scrolling
package import StrictJSON

extension RenderRequest {
  /// Sets an option from its value in a manifest.
  package mutating func set(_ option: RenderOption, to json: JSONValue) throws(JSONError) {
    switch option {
    case .style: header.style = try json.headerSource()
    case .variant: header.variant = try json.string()
    case .device: header.device = try json.deviceName()
    case .theme: themes = [try json.choice(of: SceneTheme.self)]
    case .scale: header.scale = try json.number(in: RequestRanges.scale, unit: "pixels per point")
    case .constants:
      for member in try json.object() {
        header.constants.append((member.name, try member.value.number()))
      }
    case .inputs:
      for member in try json.object() {
        header.inputs.append((member.name, try member.value.inputValue()))
      }
    case .scene: header.scene = try json.string()
    case .banner: header.banner = .file(try json.string())
    case .avatar: header.avatar = .file(try json.string())
    case .fontFolder: header.fontFolder = try json.string()
    case .strictText: header.strictText = try json.boolean()
    case .strictFonts: header.strictFonts = try json.boolean()
    case .crop: header.framing.crop = try json.crop()
    case .width: header.framing.width = try json.integer(in: RequestRanges.side)
    case .height: header.framing.height = try json.integer(in: RequestRanges.side)
    case .cornerRadius:
      header.framing.cornerRadius = try json.number(in: RequestRanges.cornerRadius, unit: "points")
    case .frame: header.framing.hasDevice = try json.boolean()
    case .name, .handle, .title: header.texts.append((option.rawValue, try json.string()))
    case .accent: header.colors.append((option.rawValue, try json.writtenColor()))
    case .curve: curve = CurveSource(try json.string())
    case .eventRate: eventRate = try json.eventRate()
    case .frameTimes: frameTimes = .file(try json.string())
    case .fps:
      playback.framesPerSecond = try json.fraction(
        in: CurveLimits.frameRates, unit: "frames per second")
    case .speed:
      playback.speed = try json.fraction(
        in: RequestRanges.speed, unit: "seconds of the curve per second")
    case .holdFirst:
      playback.holdFirst = try json.fraction(in: RequestRanges.hold, unit: "seconds")
    case .holdLast: playback.holdLast = try json.fraction(in: RequestRanges.hold, unit: "seconds")
    case .boomerang: playback.boomerang = try json.boolean()
    case .frames: playback.frames = try json.frameRange()
    case .quality: encoding.gif.quality = try json.integer(in: RequestRanges.quality)
    case .maxBytes: encoding.maxBytes = try json.byteCount()
    case .reduce: encoding.reductions.formUnion(try json.choices())
    case .effort: encoding.gif.effort = try json.integer(in: RequestRanges.effort)
    case .colors: encoding.gif.colors = try json.integer(in: RequestRanges.colors)
    case .dither: encoding.gif.dither = try json.integer(in: RequestRanges.dither)
    case .lossless: encoding.gif.lossless = try json.boolean()
    case .loop: encoding.gif.loop = .init(count: try json.integer(in: RequestRanges.plays))
    case .pngLevel: encoding.pngLevel = try json.integer(in: RequestRanges.pngLevel)
    case .frameHashes: encoding.frameHashes = try json.boolean()
    case .layers: recordsLayers = try json.boolean()
    case .for: pageKind = try json.choice(of: PageKind.self)
    case .base: baseURL = try json.string()
    case .alt: alternativeText = try json.string()
    case .jobs: jobs = try json.integer(in: RequestRanges.jobs)
    case .maxInputBytes: header.limits.inputBytes = try json.integer(in: RequestRanges.limit)
    case .maxPixels: header.limits.pixels = try json.integer(in: RequestRanges.limit)
    case .maxFrames: header.limits.frames = try json.integer(in: RequestRanges.limit)
    case .maxCanvasPixels: header.limits.canvasPixels = try json.integer(in: RequestRanges.limit)
    case .maxSamples: header.limits.samples = try json.integer(in: RequestRanges.limit)
    }
  }
}

extension GIFOptions.Loop {
  /// Creates a number of plays. 0 is forever.
  package init(count: Int) { self = count == 0 ? .forever : .plays(count) }
}

extension JSONValue {
  /// Reads a built-in header's name or a document's path, which is relative to the manifest.
  fileprivate func headerSource() throws(JSONError) -> HeaderSource {
    let source = HeaderSource(try string())
    if case .file(let path) = source, !HeaderSource.isPath(path) { throw try unknownHeader() }
    return source
  }

  /// Reads the name of a known device, or a custom screen.
  fileprivate func deviceName() throws(JSONError) -> String {
    let name = try string()
    return Device(name) == nil ? try choice(of: Device.known.map(\.name)) : name
  }

  fileprivate func inputValue() throws(JSONError) -> InputValue {
    kind == .boolean ? .condition(try boolean()) : .number(try number())
  }

  fileprivate func crop() throws(JSONError) -> SceneFraming.Crop {
    guard let crop = SceneFraming.Crop(try string()) else {
      throw error(
        "\(literal) is not a part of the screen; write \"header\", \"x,y,w,h\" in points or a "
          + "layer's name")
    }
    return crop
  }

  fileprivate func writtenColor() throws(JSONError) -> DocumentColor {
    guard let color = DocumentColor(written: try string()) else {
      throw error("\(literal) is not a color; write \(DocumentColor.forms)")
    }
    return color
  }

  fileprivate func eventRate() throws(JSONError) -> EventRate {
    guard let rate = EventRate(kind == .string ? try string() : literal) else {
      throw error(
        "\(literal) is not a rate; write \(RequestRanges.text(RequestRanges.eventsPerSecond)) events "
          + "per second or \"frame\"")
    }
    return rate
  }

  /// Reads a number or a text such as `30000/1001`.
  fileprivate func fraction(
    in range: ClosedRange<Double>, unit: String
  ) throws(JSONError) -> RationalTime {
    guard kind == .string else {
      guard let fraction = RationalTime(nearest: try number(in: range, unit: unit)) else {
        throw error("is too large")
      }
      return fraction
    }
    guard let fraction = RationalTime(try string()), range.contains(fraction.value) else {
      throw error(
        "\(literal) is not within \(range.lowerBound)...\(range.upperBound) \(unit); write a number or "
          + "\"30000/1001\"")
    }
    return fraction
  }

  /// Reads the first and the last frame: `[10, 40]`.
  fileprivate func frameRange() throws(JSONError) -> ClosedRange<Int> {
    let ends = Array(try array(count: 2...2, of: "numbers"))
    let first = try ends[0].integer(in: 0...1_000_000)
    return first...(try ends[1].integer(in: first...1_000_000))
  }

  /// Reads a number of bytes or a text such as `3MB`.
  fileprivate func byteCount() throws(JSONError) -> Int {
    guard kind == .string else { return try integer(in: 1...Int.max) }
    guard let count = ByteCount(try string()), count.bytes > 0 else {
      throw error("\(literal) is not a size; write bytes, or \"3MB\", \"800K\"")
    }
    return count.bytes
  }

  /// Reads one choice or a list of choices.
  fileprivate func choices() throws(JSONError) -> Set<ReductionPolicy> {
    guard kind == .array else { return [try choice(of: ReductionPolicy.self)] }
    var chosen: Set<ReductionPolicy> = []
    for element in try array(count: 0...ReductionPolicy.allCases.count, of: "things") {
      chosen.insert(try element.choice(of: ReductionPolicy.self))
    }
    return chosen
  }
}
