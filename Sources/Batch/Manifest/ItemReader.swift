import FileAccess
import Foundation
import FrameEncoding
import HeaderModel
import HeaderScene
import PortableMath
import Rendering
import Scrolling
import StrictJSON

/// Makes an item from its entry, its matrix and the defaults, and checks it.
struct ItemReader {
  /// The manifest's folder with its final slash, or empty: inputs are relative to it.
  let folder: String
  let shared: SharedInputs

  /// An item, with the places of its outputs for later messages.
  struct Reading {
    let item: BatchItem
    /// The place of the id, else of the entry.
    let idPlace: JSONValue
    let outputPlaces: [JSONValue]
  }

  /// Nil if there are problems, which are added to `problems`.
  func read(
    _ values: [String: JSONValue], of entry: JSONValue, problems: inout ManifestProblems
  ) -> Reading? {
    var found = ManifestProblems()
    var inputs = ItemInputs()
    defer {
      for problem in found.list { problems.add(problem) }
      problems.inputs.formUnion(inputs.paths)
    }
    var request = request(values, &found)
    var names = names(values, &found)
    guard let idPlace = values[.id] else {
      found.add(entry.error("\"id\" is missing"))
      return nil
    }
    guard let id = found.attempt(try ItemReader.id(idPlace, names)) else { return nil }
    names[ItemKey.id.name] = id
    let moment = found.attempt(try OutputReader.moment(offset: values[.offset], at: values[.at]))
    let outputs = OutputReader(values: names, moment: moment ?? nil)
      .read(values[.outputs], id: id, problems: &found)
    request.encoding.keepSizeLimit(
      outputs.contains { $0.output.moment == nil && $0.output.format.hasQuality })
    let hasDocument = request.header.style?.file != nil
    for (key, path) in ItemReader.inputKeys where key != .style || hasDocument {
      guard let place = values[key] else { continue }
      let text = found.attempt(try NameTemplate(place).filled(with: names, at: place))
      if key == .curve, let swipe = text.flatMap(NamedCurve.init(rawValue:)) {
        inputs.namedCurve = swipe
      } else {
        inputs[keyPath: path] = text.map { FilePath.isAbsolute($0) ? $0 : folder + $0 }
      }
    }
    guard found.isEmpty else { return nil }
    request.curve =
      (inputs.namedCurve?.rawValue ?? inputs.curve).map { CurveSource($0) } ?? .builtIn
    request.header.scene = inputs.scene
    if let style = inputs.style { request.header.style = .file(style) }
    request.header.banner = inputs.banner.map(PictureSource.file)
    request.header.avatar = inputs.avatar.map(PictureSource.file)
    let size = check(request, outputs.map(\.output), &inputs, values, entry, &found)
    guard let size, found.isEmpty else { return nil }
    return Reading(
      item: BatchItem(
        id: id, line: entry.position.line, request: request, outputs: outputs.map(\.output),
        inputs: inputs, size: size),
      idPlace: idPlace, outputPlaces: outputs.map { $0.place ?? idPlace })
  }

  /// The request without its inputs; every bad value is a problem of its own.
  private func request(
    _ values: [String: JSONValue], _ problems: inout ManifestProblems
  ) -> RenderRequest {
    var request = RenderRequest()
    request.header.limits = shared.limits
    for option in RenderOption.keys where option == .style || !option.row.form.isPath {
      guard let value = values[option] else { continue }
      _ = problems.attempt(try option.row.read(value, &request))
    }
    if let scale = values[.scale],
      let side = [RenderOption.width, .height].first(where: { values[$0] != nil })
    {
      problems.add(scale.error("scale follows from \(side.rawValue); keep one of the two"))
    }
    return request
  }

  private static var inputKeys: [(RenderOption, WritableKeyPath<ItemInputs, String?>)] {
    [
      (.curve, \.curve), (.scene, \.scene), (.style, \.style), (.banner, \.banner),
      (.avatar, \.avatar),
    ]
  }

  /// What templates may name: plain values as written, paths by their file's stem.
  private func names(
    _ values: [String: JSONValue], _ problems: inout ManifestProblems
  ) -> [String: String] {
    var names: [String: String] = [:]
    for (name, value) in values {
      guard let key = ItemKey(name), key.isAxis else { continue }
      guard key.isPath else {
        names[name] = (try? value.string()) ?? value.literal
        continue
      }
      let path = problems.attempt(try value.string())
      names[name] = path.map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent }
    }
    return names
  }

  private static func id(
    _ place: JSONValue, _ names: [String: String]
  ) throws(JSONError) -> String {
    let id = try NameTemplate(place).filled(with: names, at: place)
    guard id.wholeMatch(of: /[A-Za-z0-9_][A-Za-z0-9_.@+\/-]*/) != nil, id.utf8.count <= 200,
      !id.split(separator: "/", omittingEmptySubsequences: false)
        .contains(where: { $0.isEmpty || $0 == "." || $0 == ".." })
    else {
      throw place.error(
        "\(JSONWriter.literal(id)) is no id; write at most 200 letters, digits, _ . @ + - and /, "
          + "beginning with a letter, a digit or _")
    }
    return id
  }

  /// Reads documents, looks at pictures, counts frames; adds to `inputs` what the scene and the
  /// header name.
  private func check(
    _ request: RenderRequest, _ outputs: [BatchOutput], _ inputs: inout ItemInputs,
    _ values: [String: JSONValue], _ entry: JSONValue, _ problems: inout ManifestProblems
  ) -> ItemSize? {
    func attempt<Value>(
      _ option: RenderOption, _ read: @autoclosure () throws(HeaderKitError) -> Value
    ) -> Value? {
      do {
        return try read()
      } catch {
        problems.add(error, at: { values[$0 ?? .option(option)] ?? entry })
        return nil
      }
    }
    let curve = attempt(.curve, try shared.curve(request.curve))
    // What is wrong with a document is said where the item names it, once.
    var hasHeader = true
    if let style = inputs.style { hasHeader = attempt(.style, try shared.header(style)) != nil }
    let headerKey = inputs.style == nil ? RenderOption.scene : .style
    let resolver = SceneResolver(request.header, shared: shared)
    let outline = hasHeader ? attempt(.scene, try resolver.outline()) : nil
    inputs.style = inputs.style ?? outline?.header.file
    inputs.images = outline?.header.imageFiles ?? []
    inputs.fonts = outline?.header.document.fontFiles ?? []
    inputs.banner = inputs.banner ?? outline?.settings.banner.map(resolver.besideScene)
    inputs.avatar = inputs.avatar ?? outline?.settings.avatar.map(resolver.besideScene)
    let pictures = [(RenderOption.banner, inputs.banner), (.avatar, inputs.avatar)]
    for (key, path) in pictures + inputs.images.map({ (headerKey, $0) }) {
      guard let path else { continue }
      _ = attempt(key, try shared.digest(of: path, isPicture: true))
    }
    guard let curve, let outline else { return nil }
    let rate = request.playback.framesPerSecond ?? curve.frameRate
    if outputs.contains(where: { $0.format == .gif }), rate.value > 50 {
      problems.add(
        (values[.fps] ?? entry).error(
          "more than 50 frames a second are too fast for a GIF: browsers play delays below 2/100 s "
            + "as 10/100 s; give at most 50, or choose .apng"))
    }
    _ = attempt(.maxBytes, try ItemReader.fit(request, outputs))
    guard let header = attempt(headerKey, try resolver.resolveHeader(needsPictures: false).header)
    else { return nil }
    let scale = outline.device.scale
    var timing: FrameTiming?
    var end: Double?
    if outputs.contains(where: { $0.moment == nil }) {
      timing = attempt(.curve, try FrameTiming(request, curve: curve, header: header, scale: scale))
      end = timing?.playback.end
    } else {
      end = attempt(
        headerKey,
        try CurvePlayback(
          curve, file: request.curve.files.first, under: header, scale: scale,
          rate: request.eventRate, frames: PlaybackOptions(framesPerSecond: rate)
        ).end)
    }
    guard let end else { return nil }
    for case .time(let time) in outputs.compactMap(\.moment) where time > end {
      problems.add(
        (values[.at] ?? values[.outputs] ?? entry).error(
          "\(time) s is not within the curve; it lasts from 0 to \(end) s"))
    }
    guard let framing = attempt(headerKey, try resolver.framing(of: header, outline)) else {
      return nil
    }
    return attempt(
      .curve,
      try ItemSize(request, outputs, pixels: framing.paintedPixels, timing: timing))
  }

  /// Refuses a size for what has no quality to lower.
  private static func fit(
    _ request: RenderRequest, _ outputs: [BatchOutput]
  ) throws(HeaderKitError) {
    var targets: [OutputTarget] = []
    for output in outputs { targets.append(try output.target(in: ".")) }
    try request.encoding.check(targets)
  }
}

extension ItemSize {
  /// The frames that the curve and the selection of frames make, one for stills only.
  fileprivate init(
    _ request: RenderRequest, _ outputs: [BatchOutput], pixels: Int, timing: FrameTiming?
  ) throws(HeaderKitError) {
    guard let count = timing?.count else {
      self.init(frames: 1, pixels: pixels)
      return
    }
    if let range = request.playback.frames, range.upperBound >= count {
      throw HeaderKitError.frames(range, beyond: count, code: .badData)
    }
    self.init(frames: request.playback.frames?.count ?? count, pixels: pixels)
  }
}
