import FileAccess
import FrameEncoding
import HeaderModel
import HeaderScene
import PortableFoundation
import PortableMath
import Rendering
import Scrolling
import StrictJSON

/// Creates an item from its entry, its matrix values and the defaults, and validates it.
struct ItemReader {
  /// The folder of the manifest with a trailing slash, or empty. Inputs are relative to it.
  let folder: String
  let shared: SharedInputs
  let problems: ManifestProblems
  let entry: JSONValue
  let values: [String: JSONValue]
  var inputs = ItemInputs()

  /// An item, with source positions for later messages.
  struct Reading {
    let item: BatchItem
    /// The position of the id, else of the entry.
    let idJSON: JSONValue
    let outputJSON: [JSONValue]
  }

  /// Reads the item, or returns `nil` if there are problems.
  mutating func read() -> Reading? {
    let before = problems.count
    defer { problems.inputs.formUnion(inputs.paths) }
    var request = request()
    var names = names()
    guard let idJSON = values[.id] else {
      problems.add(entry.error("\"id\" is missing"))
      return nil
    }
    guard let id = problems.attempt(try ItemReader.id(idJSON, names)) else { return nil }
    names[ItemKey.id.name] = id
    let moment = problems.attempt(try OutputReader.moment(offset: values[.offset], at: values[.at]))
    let outputs = OutputReader(values: names, moment: moment ?? nil, problems: problems)
      .read(values[.outputs], id: id)
    request.encoding.keepSizeLimit(
      outputs.contains { $0.output.moment == nil && $0.output.format.hasQuality })
    let hasDocument = request.header.style?.file != nil
    for option in ItemInputs.options where option != .style || hasDocument {
      guard let json = values[option] else { continue }
      let text = problems.attempt(try json.filled(with: names))
      if option == .curve, let swipe = text.flatMap(NamedCurve.init(rawValue:)) {
        inputs.namedCurve = swipe
      } else {
        inputs.files[option] = text.map { FilePath.isAbsolute($0) ? $0 : folder + $0 }
      }
    }
    guard problems.count == before else { return nil }
    let curve = inputs.namedCurve?.rawValue ?? inputs.files[.curve]
    request.curve = curve.map { CurveSource($0) } ?? .builtIn
    request.header.scene = inputs.files[.scene]
    if let style = inputs.files[.style] { request.header.style = .file(style) }
    request.header.banner = inputs.files[.banner].map(PictureSource.file)
    request.header.avatar = inputs.files[.avatar].map(PictureSource.file)
    guard let size = size(request, outputs.map(\.output)), problems.count == before else {
      return nil
    }
    return Reading(
      item: BatchItem(
        id: id, line: entry.position.line, request: request, outputs: outputs.map(\.output),
        inputs: inputs, frames: size.frames, pixels: size.pixels),
      idJSON: idJSON, outputJSON: outputs.map { $0.json ?? idJSON })
  }

  /// Returns the request without its inputs. Reports every invalid value.
  private func request() -> RenderRequest {
    var request = RenderRequest()
    request.header.limits = shared.limits
    for option in RenderOption.keys where option == .style || !option.row.values.isPath {
      guard let value = values[option] else { continue }
      _ = problems.attempt(try request.set(option, to: value))
    }
    if let scale = values[.scale],
      let side = [RenderOption.width, .height].first(where: { values[$0] != nil })
    {
      problems.add(scale.error("scale follows from \(side.rawValue); remove one of them"))
    }
    return request
  }

  /// Returns the values for placeholders: plain values as written, and paths reduced to the file
  /// name without extension.
  private func names() -> [String: String] {
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
    _ json: JSONValue, _ names: [String: String]
  ) throws(JSONError) -> String {
    let id = try json.filled(with: names)
    guard id.wholeMatch(of: /[A-Za-z0-9_][A-Za-z0-9_.@+\/-]*/) != nil, id.utf8.count <= 200,
      !id.split(separator: "/", omittingEmptySubsequences: false)
        .contains(where: { $0.isEmpty || $0 == "." || $0 == ".." })
    else {
      throw json.error(
        "\(JSONWriter.literal(id)) is not an id; write at most 200 letters, digits, _ . @ + - and /, "
          + "beginning with a letter, a digit or _")
    }
    return id
  }

  private func attempt<Value>(
    _ option: RenderOption, _ read: @autoclosure () throws(HeaderKitError) -> Value
  ) -> Value? {
    do {
      return try read()
    } catch {
      problems.add(error, at: { values[$0 ?? .option(option)] ?? entry })
      return nil
    }
  }

  /// Reads documents, checks pictures and counts frames. Adds the inputs that the scene and the
  /// header name.
  private mutating func size(
    _ request: RenderRequest, _ outputs: [BatchOutput]
  ) -> (frames: Int, pixels: Int)? {
    let curve = attempt(.curve, try shared.curve(request.curve))
    // A problem of a document is reported once, at the key that names the document.
    let style = inputs.files[.style]
    var hasHeader = true
    if let style { hasHeader = attempt(.style, try shared.header(style)) != nil }
    let headerKey = style == nil ? RenderOption.scene : .style
    let resolver = SceneResolver(request.header, shared: shared)
    let outline = hasHeader ? attempt(.scene, try resolver.outline()) : nil
    if let outline { addInputs(of: outline, resolver) }
    let pictures = [RenderOption.banner, .avatar].compactMap { option in
      inputs.files[option].map { (option, $0) }
    }
    for (option, path) in pictures + inputs.images.map({ (headerKey, $0) }) {
      _ = attempt(option, try shared.digest(of: path, isPicture: true))
    }
    guard let curve, let outline else { return nil }
    let rate = request.playback.framesPerSecond ?? curve.frameRate
    if outputs.contains(where: { $0.format == .gif }), rate.value > 50 {
      problems.add(
        (values[.fps] ?? entry).error(
          "more than 50 frames per second are too fast for a GIF: browsers play delays below 2/100 s "
            + "as 10/100 s; give at most 50, or choose .apng"))
    }
    _ = attempt(.maxBytes, try request.encoding.check(outputs.targets(in: ".")))
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
    guard let framing = attempt(headerKey, try resolver.framing(of: header, outline)),
      let frames = attempt(
        .curve, try ItemReader.frames(request.playback.frames, of: timing?.count))
    else { return nil }
    return (frames, framing.paintedPixels)
  }

  private mutating func addInputs(of outline: SceneOutline, _ resolver: SceneResolver) {
    let settings = outline.settings
    inputs.images = outline.header.imageFiles
    inputs.fonts = outline.header.document.fontFiles
    let others = [
      RenderOption.style: outline.header.file,
      .banner: settings.banner.map(resolver.scenePath),
      .avatar: settings.avatar.map(resolver.scenePath),
    ]
    inputs.files.merge(others.compactMapValues { $0 }) { own, _ in own }
  }

  /// Returns the number of selected frames, or 1 for stills, for which `count` is `nil`.
  private static func frames(
    _ range: ClosedRange<Int>?, of count: Int?
  ) throws(HeaderKitError) -> Int {
    guard let count else { return 1 }
    if let range, range.upperBound >= count {
      throw HeaderKitError.frames(range, beyond: count, code: .badData)
    }
    return range?.count ?? count
  }
}
