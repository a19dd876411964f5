import StrictJSON

/// Reads the outputs of an item: `"a.gif"`, `["a.gif", "a.apng"]`, `{"path": "a", "format": "gif"}`.
struct OutputReader {
  let values: [String: String]

  private static let mostOutputs = 100

  /// Without a word about outputs there is one: `<id>.gif`.
  func read(
    _ place: JSONValue?, id: String, problems: inout ManifestProblems
  ) -> [(output: BatchOutput, place: JSONValue?)] {
    guard let place, !place.isNull else {
      return [(BatchOutput(path: id + ".gif", form: .gif), nil)]
    }
    let places =
      place.kind == .array
      ? problems.attempt { () throws(JSONError) in
        Array(try place.array(count: 1...OutputReader.mostOutputs, of: "outputs"))
      } ?? []
      : [place]
    return places.compactMap { place in
      problems.attempt { () throws(JSONError) in (try output(place), place) }
    }
  }

  private func output(_ place: JSONValue) throws(JSONError) -> BatchOutput {
    guard place.kind == .object else { return try output(place, form: nil) }
    let object = try place.object(keys: ["path", "format"])
    return try output(
      object.required("path"), form: object.optional("format")?.choice(of: OutputForm.self))
  }

  private func output(_ place: JSONValue, form: OutputForm?) throws(JSONError) -> BatchOutput {
    let path = try NameTemplate(place).filled(with: values, at: place)
    let normal = try OutputReader.normal(path, at: place)
    guard let form = form ?? OutputTarget.form(named: normal) else {
      throw place.error(
        "\(path) does not tell the form; end it in .gif, .apng, .png, .y4m or /, or write "
          + "{\"path\": ..., \"format\": ...}")
    }
    return BatchOutput(path: normal, form: form)
  }

  /// Without `.` and empty parts; refuses what would leave the output folder.
  private static func normal(_ path: String, at place: JSONValue) throws(JSONError) -> String {
    guard !path.hasPrefix("/") else {
      throw place.error("\(path) is absolute; outputs are relative to the output folder")
    }
    guard !path.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) else {
      throw place.error("a path has no control characters")
    }
    let parts = path.split(separator: "/").filter { $0 != "." }
    guard !parts.contains("..") else {
      throw place.error("\(path) leaves the output folder; write a path without ..")
    }
    guard !parts.isEmpty, path != "-" else {
      throw place.error("names no file; outputs of a batch are files and folders")
    }
    return parts.joined(separator: "/") + (path.hasSuffix("/") ? "/" : "")
  }
}
