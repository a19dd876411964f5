import FileAccess
import Rendering
import StrictJSON

/// Reads the outputs of an item: `"a.gif"`, `["a.gif", "a.apng"]`, `{"path": "a", "format": "gif"}`,
/// `{"path": "a.png", "offset": 80}`.
struct OutputReader {
  let values: [String: String]
  /// Of every output that has none of its own; nil: animations.
  let moment: StillMoment?

  static let mostOutputs = 100

  /// The moment that `offset` or `at` give; nil without either.
  static func moment(
    offset: JSONValue?, at time: JSONValue?
  ) throws(JSONError) -> StillMoment? {
    let (offset, time) = (offset.flatMap(OutputReader.given), time.flatMap(OutputReader.given))
    if let offset {
      guard time == nil else {
        throw offset.error("a still has one moment; keep \"offset\" or \"at\"")
      }
      guard offset.kind == .array else { return .offsets([try points(offset)]) }
      var offsets: [Double] = []
      for place in try offset.array(count: 0...10_000, of: "offsets") {
        offsets.append(try points(place))
      }
      return .offsets(offsets)
    }
    guard let time else { return nil }
    return .time(try time.number(in: 0...1_000_000, unit: "seconds"))
  }

  /// Nil for `null`.
  private static func given(_ place: JSONValue) -> JSONValue? { place.isNull ? nil : place }

  private static func points(_ place: JSONValue) throws(JSONError) -> Double {
    try place.number(in: RequestRanges.offset, unit: "points")
  }

  /// Without outputs there is one: `<id>.gif`, of a still `<id>.png`.
  func read(
    _ place: JSONValue?, id: String, problems: inout ManifestProblems
  ) -> [(output: BatchOutput, place: JSONValue?)] {
    guard let place, !place.isNull else {
      let output =
        moment == nil
        ? BatchOutput(path: id + ".gif", format: .gif)
        : BatchOutput(path: id + ".png", format: .png, moment: moment)
      return [(output, nil)]
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
    let path = try NameTemplate(place).filled(with: values, at: place)
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
        "\(path) has no known ending; end it in .gif, .webp, .apng, .png, .avif, .mp4, .webm, .y4m or /, or "
          + "write "
          + "{\"path\": ..., \"format\": ...}")
    }
    return BatchOutput(path: normal, format: format)
  }

  /// Without `.` and empty parts. Refuses a path out of the output folder.
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
