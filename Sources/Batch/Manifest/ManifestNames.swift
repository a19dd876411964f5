import Comparison
import Files
import Foundation
import Rendering
import StrictJSON

/// Looks at all items together: no id, no output twice, no output that is an input.
struct ManifestNames {
  /// The manifest's own path.
  let manifest: String
  /// The output folder, where it is known.
  let folder: String?

  func check(_ readings: [ItemReader.Reading], _ problems: inout ManifestProblems) {
    var ids: [String: JSONValue] = [:]
    var outputs: [String: JSONValue] = [:]
    let inputs = Set(
      ([manifest] + readings.flatMap(\.item.inputs.paths)).map(ManifestNames.identity))
    for reading in readings {
      let id = reading.item.id
      if let first = ids.updateValue(reading.idPlace, forKey: id) {
        ids[id] = first
        problems.add(
          reading.idPlace.error(
            "the id \(id) is given twice (first at \(ManifestNames.place(first))); "
              + ManifestNames.remedy(reading, first)))
        continue
      }
      for (output, place) in zip(reading.item.outputs, reading.outputPlaces) {
        if let objection = objection(to: output, inputs) { problems.add(place.error(objection)) }
        for name in ManifestNames.claims(of: output) {
          guard let first = outputs.updateValue(place, forKey: name) else { continue }
          outputs[name] = first
          problems.add(
            place.error(
              "the output \(output.path) is given twice (first at \(ManifestNames.place(first))); "
                + "give each output its own name"))
        }
      }
    }
  }

  private func objection(to output: BatchOutput, _ inputs: Set<String>) -> String? {
    guard let folder else { return nil }
    if inputs.contains(ManifestNames.identity(folder + "/" + output.path)) {
      return "\(output.path) is both input and output; give the output another name"
    }
    return BatchFolder(path: folder).objection(to: output)
  }

  /// The same for two names of one file.
  private static func identity(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }

  private static func place(_ value: JSONValue) -> String {
    let path = value.keyPath
    return "line \(value.position.line)" + (path.isEmpty ? "" : ", \(path)")
  }

  private static func remedy(_ reading: ItemReader.Reading, _ first: JSONValue) -> String {
    let isSamePlace =
      first.position == reading.idPlace.position && first.keyPath == reading.idPlace.keyPath
    return isSamePlace
      ? "name every key of the matrix in it, as {style}" : "give each item its own"
  }

  /// A folder of frames and a pattern of the same names claim the same.
  private static func claims(of output: BatchOutput) -> [String] {
    guard let pattern = output.pattern else { return [output.path] }
    return [pattern.folder + pattern.name(0)]
  }
}
