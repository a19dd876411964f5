import FileAccess
import Foundation
import StrictJSON

/// Checks all items together: no id twice, no two outputs that overwrite each other, no output that is
/// an input. Names that differ in case alone are one: to some disks they are.
struct OutputConflicts {
  let manifest: String
  /// The output folder, where it is known.
  let folder: String?

  func check(_ readings: [ItemReader.Reading], _ problems: inout ManifestProblems) {
    var ids: [String: (id: String, place: JSONValue)] = [:]
    var outputs = PlannedOutputs<(path: String, place: JSONValue)>()
    let paths = Set([manifest] + readings.flatMap(\.item.inputs.paths))
    let inputs = Set(paths.map(OutputConflicts.identity))
    for reading in readings {
      let id = reading.item.id
      if let first = ids.updateValue((id, reading.idPlace), forKey: id.lowercased()) {
        ids[id.lowercased()] = first
        let fault = first.id == id ? "is given twice" : "differs from \(first.id) in case alone"
        problems.add(
          reading.idPlace.error(
            "the id \(id) \(fault) (first at \(OutputConflicts.place(first.place))); "
              + OutputConflicts.remedy(reading, first.place)))
        continue
      }
      for (output, place) in zip(reading.item.outputs, reading.outputPlaces) {
        if let objection = objection(to: output, inputs) { problems.add(place.error(objection)) }
        let folded = BatchOutput(path: output.path.lowercased(), format: output.format)
        if let conflict = outputs.add(folded.path, folded.pattern, from: (output.path, place)) {
          problems.add(place.error(OutputConflicts.message(output.path, conflict)))
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

  private static func place(_ value: JSONValue) -> String {
    let path = value.keyPath
    return "line \(value.position.line)" + (path.isEmpty ? "" : ", \(path)")
  }

  private static func remedy(_ reading: ItemReader.Reading, _ first: JSONValue) -> String {
    let isSamePlace =
      first.position == reading.idPlace.position && first.keyPath == reading.idPlace.keyPath
    return isSamePlace ? "name every key of the matrix in it, as {style}" : "give each item its own"
  }

  private static func message(
    _ path: String, _ conflict: PlannedOutputs<(path: String, place: JSONValue)>.Conflict
  ) -> String {
    let (what, remedy, first) =
      switch conflict {
      case .sameFile(let first):
        (
          path != first.path && path.lowercased() == first.path.lowercased()
            ? "\(path) differs from \(first.path) in case alone"
            : "the output \(path) is given twice",
          "give each output its own name", first
        )
      case .sameFrames(let first):
        (
          "\(path) and \(first.path) have frames of one name",
          "give the frames a folder of their own", first
        )
      case .needsFolder(let first):
        (
          "\(path) needs a folder where \(first.path) is a file", "give one of them another name",
          first
        )
      case .isFolder(let first):
        (
          "\(path) is a file where \(first.path) needs a folder", "give one of them another name",
          first
        )
      }
    return "\(what) (first at \(OutputConflicts.place(first.place))); \(remedy)"
  }
}
