import FileAccess
import Foundation
import StrictJSON

/// Checks all items together: no id twice, no two outputs that overwrite each other, no output that is
/// an input.
struct OutputConflicts {
  /// The manifest's own path.
  let manifest: String
  /// The output folder, where it is known.
  let folder: String?

  func check(_ readings: [ItemReader.Reading], _ problems: inout ManifestProblems) {
    var ids: [String: JSONValue] = [:]
    var outputs = PlannedOutputs()
    let paths = Set([manifest] + readings.flatMap(\.item.inputs.paths))
    let inputs = Set(paths.map(OutputConflicts.identity))
    for reading in readings {
      let id = reading.item.id
      if let first = ids.updateValue(reading.idPlace, forKey: id) {
        ids[id] = first
        problems.add(
          reading.idPlace.error(
            "the id \(id) is given twice (first at \(OutputConflicts.place(first))); "
              + OutputConflicts.remedy(reading, first)))
        continue
      }
      for (output, place) in zip(reading.item.outputs, reading.outputPlaces) {
        if let objection = objection(to: output, inputs) { problems.add(place.error(objection)) }
        if let conflict = outputs.add(output, place) {
          problems.add(place.error(conflict.message))
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

  /// The same for two names of one file.
  private static func identity(_ path: String) -> String {
    FileIdentity.realPath(of: path) ?? URL(fileURLWithPath: path).standardizedFileURL.path
  }

  fileprivate static func place(_ value: JSONValue) -> String {
    let path = value.keyPath
    return "line \(value.position.line)" + (path.isEmpty ? "" : ", \(path)")
  }

  private static func remedy(_ reading: ItemReader.Reading, _ first: JSONValue) -> String {
    let isSamePlace =
      first.position == reading.idPlace.position && first.keyPath == reading.idPlace.keyPath
    return isSamePlace
      ? "name every key of the matrix in it, as {style}" : "give each item its own"
  }
}

/// The outputs of a manifest by their names, to find those that would overwrite each other or need a
/// folder where another writes a file.
private struct PlannedOutputs {
  /// An output with its place in the manifest.
  private struct Planned {
    let path: String
    let pattern: FramePattern?
    let place: JSONValue
  }

  /// A name apart from the digits in it that may be a frame's number.
  private struct NumberedName: Hashable {
    let before: Substring
    let after: Substring
  }

  struct Conflict {
    let message: String
  }

  /// By path: every output that is one file, and of frames the first.
  private var files: [String: Planned] = [:]
  /// The outputs that are one file or a pattern, by the names they may have as a frame.
  private var numbered: [NumberedName: [Planned]] = [:]
  /// Patterns, by the names of their frames.
  private var patterns: [NumberedName: [Planned]] = [:]
  /// Every folder that an output needs.
  private var folders: [String: Planned] = [:]

  /// The conflict with an output that was added before; nil: none.
  mutating func add(_ output: BatchOutput, _ place: JSONValue) -> Conflict? {
    let new = Planned(path: output.path, pattern: output.pattern, place: place)
    let name = output.pattern.map { $0.folder + $0.name(0) } ?? output.path
    let ways = PlannedOutputs.folders(of: name)
    defer {
      if files[name] == nil { files[name] = new }
      for way in ways where folders[way] == nil { folders[way] = new }
      for key in PlannedOutputs.numberedNames(of: name) { numbered[key, default: []].append(new) }
      if let pattern = output.pattern, let key = PlannedOutputs.frameName(of: pattern) {
        patterns[key, default: []].append(new)
      }
    }
    if let first = files[name] {
      return conflict(
        "the output \(output.path) is given twice", first, "give each output its own name")
    }
    if let first = overlapping(new, named: name) {
      return conflict(
        "\(output.path) and \(first.path) have frames of one name", first,
        "give the frames a folder of their own")
    }
    for way in ways {
      guard let first = files[way] else { continue }
      return conflict(
        "\(output.path) needs a folder where \(first.path) is a file", first,
        "give one of them another name")
    }
    if let first = folders[name] {
      return conflict(
        "\(output.path) is a file where \(first.path) needs a folder", first,
        "give one of them another name")
    }
    return nil
  }

  private func conflict(_ what: String, _ first: Planned, _ remedy: String) -> Conflict {
    Conflict(message: "\(what) (first at \(OutputConflicts.place(first.place))); \(remedy)")
  }

  /// An output whose frames would have the name of this one, or the other way round.
  private func overlapping(_ new: Planned, named name: String) -> Planned? {
    for key in PlannedOutputs.numberedNames(of: name) {
      for other in patterns[key] ?? [] {
        if let pattern = other.pattern, matches(pattern, name) { return other }
      }
    }
    guard let pattern = new.pattern, let key = PlannedOutputs.frameName(of: pattern) else {
      return nil
    }
    for other in numbered[key] ?? [] {
      let otherName = other.pattern.map { $0.folder + $0.name(0) } ?? other.path
      if matches(pattern, otherName) { return other }
    }
    return nil
  }

  private func matches(_ pattern: FramePattern, _ path: String) -> Bool {
    path.hasPrefix(pattern.folder) && pattern.matches(String(path.dropFirst(pattern.folder.count)))
  }

  /// `a` and `a/b` of `a/b/c.gif`.
  private static func folders(of path: String) -> [String] {
    path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
  }

  /// The name around each run of digits in its last part.
  private static func numberedNames(of path: String) -> [NumberedName] {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return path[start...].ranges(of: /[0-9]+/).map { range in
      NumberedName(before: path[..<range.lowerBound], after: path[range.upperBound...])
    }
  }

  /// The name around the number of a pattern's frames: where the first two frames differ.
  private static func frameName(of pattern: FramePattern) -> NumberedName? {
    let (first, second) = (pattern.folder + pattern.name(0), pattern.folder + pattern.name(1))
    return numberedNames(of: first).first { numberedNames(of: second).contains($0) }
  }
}
