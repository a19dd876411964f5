import FileAccess
import Foundation
import Rendering
import StrictJSON

/// Reads the outputs of an item: `"a.gif"`, `["a.gif", "a.apng"]`, `{"path": "a", "format":
/// "gif"}`, `{"path": "a.png", "offset": 80}`.
struct OutputReader {
  let values: [String: String]
  /// The moment of outputs that do not set one. `nil` for animations.
  let moment: StillMoment?
  let problems: ManifestProblems

  static let mostOutputs = 100

  /// Returns the moment that `offset` or `at` sets, or `nil` if neither is given.
  static func moment(offset: JSONValue?, at time: JSONValue?) throws(JSONError) -> StillMoment? {
    func given(_ place: JSONValue?) -> JSONValue? { place?.isNull == true ? nil : place }
    if let offset = given(offset) {
      guard given(time) == nil else {
        throw offset.error("a still has one moment; keep \"offset\" or \"at\"")
      }
      guard offset.kind == .array else { return .offsets([try points(offset)]) }
      return .offsets(try offset.list(count: 0...10_000, of: "offsets", points))
    }
    guard let time = given(time) else { return nil }
    return .time(try time.number(in: 0...1_000_000, unit: "seconds"))
  }

  private static func points(_ place: JSONValue) throws(JSONError) -> Double {
    try place.number(in: RequestRanges.offset, unit: "points")
  }

  /// Reads the outputs. The default is `<id>.gif`, or `<id>.png` for a still.
  func read(_ place: JSONValue?, id: String) -> [(output: BatchOutput, place: JSONValue?)] {
    guard let place else {
      let format = moment == nil ? OutputFormat.gif : .png
      let path = "\(id).\(format.rawValue)"
      return [(BatchOutput(path: path, format: format, moment: moment), nil)]
    }
    let places =
      place.kind == .array
      ? problems.attempt(
        Array(try place.array(count: 1...OutputReader.mostOutputs, of: "outputs"))) ?? []
      : [place]
    func read(_ place: JSONValue) -> (BatchOutput, JSONValue?)? {
      problems.attempt((try output(place), place))
    }
    return places.compactMap(read)
  }

  private func output(_ place: JSONValue) throws(JSONError) -> BatchOutput {
    guard place.kind == .object else { return try output(place, format: nil, moment: moment) }
    let object = try place.object(keys: ["path", "format", "offset", "at"])
    let own = try OutputReader.moment(offset: object.optional("offset"), at: object.optional("at"))
    return try output(
      object.required("path"), format: object.optional("format")?.choice(of: OutputFormat.self),
      moment: own ?? moment)
  }

  private func output(
    _ place: JSONValue, format: OutputFormat?, moment: StillMoment?
  ) throws(JSONError) -> BatchOutput {
    let path = try place.filled(with: values)
    let normal = try OutputReader.normal(path, at: place)
    if moment != nil {
      let named = OutputTarget.format(named: normal)
      guard let named, OutputFormat.pictures.contains(named), format ?? named == named else {
        throw place.error(
          "\(path) is a still, which is written as PNG, JPEG or WebP; end its name in .png, .jpg or "
            + ".webp")
      }
      return BatchOutput(path: normal, format: named, moment: moment)
    }
    guard let format = format ?? OutputTarget.format(named: normal), format != .jpeg else {
      throw place.error(
        "\(path) has no known ending; end it in .gif, .webp, .apng, .png, .avif, .mp4, .webm, .y4m "
          + "or /, or write {\"path\": ..., \"format\": ...}")
    }
    return BatchOutput(path: normal, format: format)
  }

  /// Removes `.` and empty components from a path, and rejects paths outside of the output folder.
  private static func normal(_ path: String, at place: JSONValue) throws(JSONError) -> String {
    guard !FilePath.isAbsolute(path) else {
      throw place.error("\(path) is absolute; outputs are relative to the output folder")
    }
    guard !path.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) else {
      throw place.error("a path has no control characters")
    }
    let parts = FilePath.parts(of: path).filter { $0 != "." }
    guard !parts.contains("..") else {
      throw place.error("\(path) leaves the output folder; write a path without ..")
    }
    guard !parts.isEmpty, path != "-" else {
      throw place.error("names no file; outputs of a batch are files and folders")
    }
    return parts.joined(separator: "/") + (path.hasSuffix("/") ? "/" : "")
  }
}

/// Checks that ids are unique, that outputs do not overwrite each other, and that no output is an
/// input. Names that differ only in case are equal, as on case-insensitive file systems.
struct OutputConflicts {
  let manifest: String
  /// The output folder, or `nil` if it is not known yet.
  let folder: String?

  private typealias Origin = (name: String, place: JSONValue)

  func check(_ readings: [ItemReader.Reading], _ problems: ManifestProblems) {
    var ids: [String: Origin] = [:]
    var outputs = PlannedOutputs<Origin>()
    let paths = Set([manifest] + readings.flatMap(\.item.inputs.paths))
    let inputs = Set(paths.map(OutputConflicts.identity))
    for reading in readings {
      let (id, place) = (reading.item.id, reading.idPlace)
      if let first = ids[id.lowercased()] {
        let fault = first.name == id ? "is given twice" : "differs from \(first.name) in case alone"
        let isSamePlace =
          first.place.position == place.position && first.place.keyPath == place.keyPath
        let remedy =
          isSamePlace ? "name every key of the matrix in it, as {style}" : "give each item its own"
        problems.add(place.error(OutputConflicts.text("the id \(id) \(fault)", first, remedy)))
        continue
      }
      ids[id.lowercased()] = (id, place)
      for (output, place) in zip(reading.item.outputs, reading.outputPlaces) {
        if let objection = objection(to: output, inputs) { problems.add(place.error(objection)) }
        let folded = BatchOutput(path: output.path.lowercased(), format: output.format)
        if let conflict = outputs.add(folded.path, folded.pattern, from: (output.path, place)) {
          problems.add(place.error(OutputConflicts.text(output.path, conflict)))
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
    let path = first.place.keyPath
    let place = "line \(first.place.position.line)" + (path.isEmpty ? "" : ", \(path)")
    return "\(fault) (first at \(place)); \(remedy)"
  }

  private static func text(_ path: String, _ conflict: PlannedOutputs<Origin>.Conflict) -> String {
    let another = "give one of them another name"
    switch conflict {
    case .sameFile(let first):
      let fault =
        path != first.name && path.lowercased() == first.name.lowercased()
        ? "\(path) differs from \(first.name) in case alone"
        : "the output \(path) is given twice"
      return text(fault, first, "give each output its own name")
    case .sameFrames(let first):
      let fault = "\(path) and \(first.name) have frames of one name"
      return text(fault, first, "give the frames a folder of their own")
    case .needsFolder(let first):
      return text("\(path) needs a folder where \(first.name) is a file", first, another)
    case .isFolder(let first):
      return text("\(path) is a file where \(first.name) needs a folder", first, another)
    }
  }
}
