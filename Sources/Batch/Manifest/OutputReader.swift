import FileAccess
import PortableFoundation
import Rendering
import StrictJSON

/// Reads the outputs of an item: `"a.gif"`, `["a.gif", "a.apng"]`, `{"path": "a", "format":
/// "gif"}`, `{"path": "a.png", "offset": 80}`.
struct OutputReader {
  /// The values of the placeholders in output names.
  let values: [String: String]
  /// The moment of stills that do not set their own. `nil` if such outputs are animations.
  let moment: StillMoment?
  let problems: ManifestProblems

  /// The maximum number of outputs per item.
  static let maxOutputs = 100

  /// Returns the moment that `offset` or `at` sets, or `nil` if neither is given.
  static func moment(offset: JSONValue?, at time: JSONValue?) throws(JSONError) -> StillMoment? {
    func nonNull(_ json: JSONValue?) -> JSONValue? { json?.isNull == true ? nil : json }
    if let offset = nonNull(offset) {
      guard nonNull(time) == nil else {
        throw offset.error("a still shows one moment; remove \"offset\" or \"at\"")
      }
      guard offset.kind == .array else { return .offsets([try points(offset)]) }
      return .offsets(try offset.list(count: 0...10_000, of: "offsets", points))
    }
    guard let time = nonNull(time) else { return nil }
    return .time(try time.number(in: 0...1_000_000, unit: "seconds"))
  }

  private static func points(_ json: JSONValue) throws(JSONError) -> Double {
    try json.number(in: RequestRanges.offset, unit: "points")
  }

  /// Reads the outputs, each with its JSON value for the positions of errors. Reports invalid
  /// outputs to `problems` and skips them.
  ///
  /// - Parameter json: The value of `outputs`. `nil` for one output with the default name
  ///   `<id>.gif`, or `<id>.png` for a still; its JSON value is `nil` too.
  func read(_ json: JSONValue?, id: String) -> [(output: BatchOutput, json: JSONValue?)] {
    guard let json else {
      let format = moment == nil ? OutputFormat.gif : .png
      let path = "\(id).\(format.rawValue)"
      return [(BatchOutput(path: path, format: format, moment: moment), nil)]
    }
    let entries =
      json.kind == .array
      ? problems.attempt(
        Array(try json.array(count: 1...OutputReader.maxOutputs, of: "outputs"))) ?? []
      : [json]
    func read(_ json: JSONValue) -> (BatchOutput, JSONValue?)? {
      problems.attempt((try output(json), json))
    }
    return entries.compactMap(read)
  }

  private func output(_ json: JSONValue) throws(JSONError) -> BatchOutput {
    guard json.kind == .object else { return try output(json, format: nil, moment: moment) }
    let object = try json.object(keys: ["path", "format", "offset", "at"])
    let own = try OutputReader.moment(offset: object.optional("offset"), at: object.optional("at"))
    return try output(
      object.required("path"), format: object.optional("format")?.choice(of: OutputFormat.self),
      moment: own ?? moment)
  }

  private func output(
    _ json: JSONValue, format: OutputFormat?, moment: StillMoment?
  ) throws(JSONError) -> BatchOutput {
    let path = try json.filled(with: values)
    let normalized = try OutputReader.normalized(path, at: json)
    if moment != nil {
      let named = OutputTarget.format(named: normalized)
      guard let named, OutputFormat.pictures.contains(named), format ?? named == named else {
        throw json.error(
          "\(path) is a still, which must be PNG, JPEG or WebP; end its name in .png, .jpg or "
            + ".webp")
      }
      return BatchOutput(path: normalized, format: named, moment: moment)
    }
    guard let format = format ?? OutputTarget.format(named: normalized), format != .jpeg else {
      throw json.error(
        "\(path) has an unknown extension; end it in .gif, .webp, .apng, .png, .avif, .mp4, .webm, .y4m "
          + "or /, or write {\"path\": ..., \"format\": ...}")
    }
    return BatchOutput(path: normalized, format: format)
  }

  /// Removes `.` and empty components from a path, and rejects paths outside of the output folder.
  private static func normalized(_ path: String, at json: JSONValue) throws(JSONError) -> String {
    guard !FilePath.isAbsolute(path) else {
      throw json.error("\(path) is absolute; outputs are relative to the output folder")
    }
    guard !path.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) else {
      throw json.error("a path must not contain control characters")
    }
    let parts = FilePath.parts(of: path).filter { $0 != "." }
    guard !parts.contains("..") else {
      throw json.error("\(path) is outside the output folder; write a path without ..")
    }
    guard !parts.isEmpty, path != "-" else {
      throw json.error("does not name a file; outputs of a batch are files and folders")
    }
    return parts.joined(separator: "/") + (path.hasSuffix("/") ? "/" : "")
  }
}

/// Checks that ids are unique, that outputs do not overwrite each other, and that no output is an
/// input. Names that differ only in case count as equal, as on case-insensitive file systems.
struct OutputConflicts {
  let manifest: String
  /// The output folder, or `nil` if it is not known yet.
  let folder: String?

  private typealias Origin = (name: String, json: JSONValue)

  func check(_ readings: [ItemReader.Reading], _ problems: ManifestProblems) {
    var ids: [String: Origin] = [:]
    var outputs = PlannedOutputs<Origin>()
    let paths = Set([manifest] + readings.flatMap(\.item.inputs.paths))
    let inputs = Set(paths.map(OutputConflicts.identity))
    for reading in readings {
      let id = reading.item.id
      let json = reading.idJSON
      if let first = ids[id.lowercased()] {
        let fault = first.name == id ? "is given twice" : "differs from \(first.name) only in case"
        let isSamePlace =
          first.json.position == json.position && first.json.keyPath == json.keyPath
        let remedy =
          isSamePlace ? "include every matrix key, for example {style}" : "give each item its own"
        problems.add(json.error(OutputConflicts.text("the id \(id) \(fault)", first, remedy)))
        continue
      }
      ids[id.lowercased()] = (id, json)
      for (output, json) in zip(reading.item.outputs, reading.outputJSON) {
        if let objection = objection(to: output, inputs) { problems.add(json.error(objection)) }
        let folded = BatchOutput(path: output.path.lowercased(), format: output.format)
        if let conflict = outputs.add(folded.path, folded.pattern, from: (output.path, json)) {
          problems.add(json.error(OutputConflicts.text(output.path, conflict)))
        }
      }
    }
  }

  private func objection(to output: BatchOutput, _ inputs: Set<String>) -> String? {
    guard let folder else { return nil }
    if inputs.contains(OutputConflicts.identity(folder + "/" + output.path)) {
      return "\(output.path) is both input and output; give the output another name"
    }
    return OutputFolder(path: folder).objection(to: output)
  }

  private static func identity(_ path: String) -> String {
    FileIdentity.realPath(of: path) ?? URL(fileURLWithPath: path).standardizedFileURL.path
  }

  private static func text(_ fault: String, _ first: Origin, _ remedy: String) -> String {
    let path = first.json.keyPath
    let position = "line \(first.json.position.line)" + (path.isEmpty ? "" : ", \(path)")
    return "\(fault) (first at \(position)); \(remedy)"
  }

  private static func text(_ path: String, _ conflict: PlannedOutputs<Origin>.Conflict) -> String {
    let another = "give one of them another name"
    switch conflict {
    case .sameFile(let first):
      let fault =
        path != first.name && path.lowercased() == first.name.lowercased()
        ? "\(path) differs from \(first.name) only in case"
        : "the output \(path) is given twice"
      return text(fault, first, "give each output its own name")
    case .sameFrames(let first):
      let fault = "\(path) and \(first.name) write frames with the same names"
      return text(fault, first, "use a separate folder for the frames")
    case .needsFolder(let first):
      return text("\(path) needs a folder where \(first.name) is a file", first, another)
    case .isFolder(let first):
      return text("\(path) is a file where \(first.name) needs a folder", first, another)
    }
  }
}
