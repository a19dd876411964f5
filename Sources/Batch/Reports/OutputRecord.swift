package import FileAccess
import PortableFoundation
import Rendering
import StrictJSON

/// A record of what determined the outputs in a folder, in a hidden file there. It detects outdated
/// outputs without rendering and without any change to the outputs' bytes.
package struct OutputRecord {
  private struct Entry {
    /// The digest of the output's bytes.
    let digest: ContentDigest
    /// The ingredients by name. A long value is replaced by its digest, marked with `#`.
    let made: [String: String]
  }

  /// The state of an output, compared with the current inputs and options.
  package struct Finding: Sendable {
    /// The kinds of states. All except for `fresh` are a reason to render.
    package enum State: String, Sendable {
      case fresh, stale, missing
      /// The file changed after it was rendered.
      case altered
      /// The output is not in the record.
      case unknown
    }

    /// The path of the output, as in the manifest.
    package let path: String
    package let state: State
    /// The ingredients that changed. Empty unless the output is stale.
    package var reasons: [String] = []
  }

  private static let name = ".twheader-made.jsonl"
  private static let (longestValue, mark) = (24, "#")

  private var entries: [String: Entry] = [:]
  private let folder: OutputFolder

  /// Reads the record of a folder. Empty if the folder has none.
  private init(in folder: String) throws(HeaderKitError) {
    self.folder = OutputFolder(path: folder)
    let file = folder + "/" + OutputRecord.name
    guard FileManager.default.fileExists(atPath: file) else { return }
    let bytes = try InputFile.read(file, limit: ResultFolder.largestFile)
    try HeaderKitError.parsing(read(bytes, file))
  }

  private mutating func read(_ bytes: [UInt8], _ file: String) throws(JSONError) {
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      let object = try JSONValue.parse(Array(line), file: file, firstLine: index + 1)
        .object(keys: ["path", "sha256", "made"])
      var made: [String: String] = [:]
      for member in try object.required("made").object() {
        made[member.name] = try member.value.string()
      }
      entries[try object.required("path").string()] = Entry(
        digest: try ContentDigest(object.required("sha256")), made: made)
    }
  }

  /// Records the ingredients of completed outputs. Keeps the entries of other outputs.
  package static func note(
    _ results: [ItemResult], of items: [BatchItem], _ manifest: Manifest, in folder: String
  ) throws(HeaderKitError) {
    guard results.contains(where: \.isDone) else { return }
    let keys = try CacheKeys(manifest)
    let tree = try FolderTree(folder)
    try tree.withLock { () throws(HeaderKitError) in
      var record = try OutputRecord(in: folder)
      for (item, result) in zip(items, results) where result.isDone {
        for (output, lines) in zip(result.outputs, try keys.ingredients(of: item)) {
          record.entries[output.path] = Entry(digest: output.digest, made: values(lines))
        }
      }
      try AtomicFile.write(Array(record.text.utf8), to: name, in: tree)
    }
  }

  private var text: String {
    entries.sorted { $0.key < $1.key }
      .filter { path, _ in
        let target = FramePattern(path)?.folder ?? path
        return FileManager.default.fileExists(atPath: folder.path + "/" + target)
      }
      .map { path, entry in
        JSONWriter.object { object in
          object.member("path", path)
          object.member("sha256", entry.digest.hexadecimal)
          object.object("made") { made in
            for (name, value) in entry.made.sorted(by: { $0.key < $1.key }) {
              made.member(name, value)
            }
          }
        } + "\n"
      }.joined()
  }

  /// Compares every output in a folder with its current ingredients. Draws no frame.
  package static func findings(
    _ manifest: Manifest, in folder: String
  ) throws(HeaderKitError) -> [Finding] {
    let record = try OutputRecord(in: folder)
    let keys = try CacheKeys(manifest)
    var findings: [Finding] = []
    for item in manifest.items {
      for (output, lines) in zip(item.outputs, try keys.ingredients(of: item)) {
        findings.append(record.finding(output, of: item, now: values(lines)))
      }
    }
    return findings
  }

  private func finding(
    _ output: BatchOutput, of item: BatchItem, now: [String: String]
  ) -> Finding {
    guard let bytes = try? folder.read(output) else {
      return Finding(path: output.path, state: .missing)
    }
    guard let entry = entries[output.path] else {
      return Finding(path: output.path, state: .unknown)
    }
    guard ContentDigest(of: bytes) == entry.digest else {
      return Finding(path: output.path, state: .altered)
    }
    let changed = Set(now.keys).union(entry.made.keys).sorted().filter { now[$0] != entry.made[$0] }
    let reasons = changed.map { name in
      let (before, after) = (entry.made[name] ?? "none", now[name] ?? "none")
      if [before, after].contains(where: { $0.hasPrefix(OutputRecord.mark) }) {
        let file = RenderOption(rawValue: name).flatMap { item.inputs.files[$0] }
        return "\(name)\(file.map { " \($0)" } ?? "") has changed"
      }
      return "\(name) \(before), now \(after)"
    }
    return Finding(path: output.path, state: reasons.isEmpty ? .fresh : .stale, reasons: reasons)
  }

  /// Returns the ingredients by name. Joins values with the same name, and drops those without a
  /// value.
  private static func values(_ ingredients: [String]) -> [String: String] {
    var values = ["version": [Engine.version]]
    for line in ingredients {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count > 1, parts[1] != "null" else { continue }
      let value = parts[1].wholeMatch(of: /([0-9]+)\/1/).map { String($0.1) } ?? parts[1]
      values[parts[0], default: []].append(value)
    }
    return values.mapValues { $0.joined(separator: " ") }.mapValues { value in
      value.utf8.count <= longestValue
        ? value : mark + ContentDigest(of: value).hexadecimal.prefix(longestValue)
    }
  }
}
