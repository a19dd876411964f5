public import FileAccess
import PortableFoundation
import PortableMath
package import Rendering
public import StrictJSON

/// A batch of renders, complete and checked.
public struct Manifest: Sendable {
  /// As given.
  public let path: String
  /// In the order of the text, the combinations of a matrix one after the other.
  public let items: [BatchItem]
  /// Whether items were left out by `selecting`.
  public let isPart: Bool
  package let shared: SharedInputs

  /// Reads and checks everything that can be known before the first frame: keys, values, names,
  /// outputs, inputs. Nothing is decoded or drawn.
  ///
  /// - Parameters:
  ///   - outputFolder: the output folder, to check that no output is outside it or an input; nil if not
  ///     known yet.
  ///   - pictureBytes: bytes of decoded pictures that are shared at most; nil: 512 MB.
  /// - Throws: `ManifestError` with all that is wrong, `HeaderKitError` when the manifest itself
  ///   cannot be read.
  public static func load(
    _ path: String, outputFolder: String? = nil, limits: RenderLimits = RenderLimits(),
    pictureBytes: Int? = nil
  ) throws -> Manifest {
    let bytes = try InputFile.read(path, limit: limits.inputBytes)
    let name = path == "-" ? "standard input" : path
    let problems = ManifestProblems()
    let text = ManifestText(bytes, file: name, problems: problems)
    let shared = SharedInputs(limits: limits, pictureBytes: pictureBytes ?? 512 << 20)
    let folder = FilePath.split(path).folder
    var readings: [ItemReader.Reading] = []
    for entry in text.entries {
      for combination in problems.attempt(try text.combinations(of: entry)) ?? [] {
        let own = entry.members.merging(combination) { _, axis in axis }
        var reader = ItemReader(
          folder: folder, shared: shared, problems: problems, entry: entry.place,
          values: text.completed(own))
        guard let reading = reader.read() else { continue }
        readings.append(reading)
        guard readings.count <= ManifestText.mostItems else {
          problems.add(
            entry.place.error("more than \(ManifestText.mostItems.grouped) items in all"))
          throw problems.error
        }
      }
    }
    OutputConflicts(manifest: path, folder: outputFolder).check(readings, problems)
    guard problems.count == 0 else { throw problems.error }
    return Manifest(path: path, items: readings.map(\.item), isPart: false, shared: shared)
  }

  /// The same items with texts set by `fontFolder`, `strictText` and `strictFonts` of `SceneRequest`.
  public func settingText(
    fontFolder: String?, strictText: Bool, strictFonts: Bool = false
  ) -> Manifest {
    let items = items.map { item in
      var item = item
      item.request.header.fontFolder = fontFolder
      item.request.header.strictText = strictText
      item.request.header.strictFonts = strictFonts
      return item
    }
    return Manifest(path: path, items: items, isPart: isPart, shared: shared)
  }

  /// The part of the manifest whose ids match one of `only` (empty: all) and none of `skip`:
  /// patterns with `*`, `?` and `[...]`, in which `*` matches `/` too.
  public func selecting(only: [String], skip: [String]) -> Manifest {
    func matches(_ id: String, _ patterns: [String]) -> Bool {
      patterns.contains { fnmatch($0, id, 0) == 0 }
    }
    let chosen = items.filter { item in
      (only.isEmpty || matches(item.id, only)) && !matches(item.id, skip)
    }
    return Manifest(
      path: path, items: chosen, isPart: isPart || chosen.count < items.count, shared: shared)
  }

  /// The manifest and the inputs of its items, each once.
  package var inputPaths: [String] {
    Set(items.flatMap(\.inputs.paths)).union(path == "-" ? [] : [path]).sorted()
  }

  package func outputTargets(in folder: String) throws(HeaderKitError) -> [OutputTarget] {
    try items.flatMap(\.outputs).targets(in: folder)
  }

  /// Identifies a batch: ids, options and outputs, not the contents of inputs.
  public var digest: ContentDigest {
    ContentDigest(
      of: items.map { item in
        CanonicalOptions.lines(of: item.request).joined(separator: "\n")
          + JSONWriter.object { object in
            object.member("id", item.id)
            object.member(
              "outputs",
              item.outputs.flatMap {
                [$0.path, CanonicalOptions.encoding($0, of: item.request).joined(separator: "\n")]
              })
          }
      }.joined(separator: "\n"))
  }
}

/// All problems of a manifest, each with line and key path.
public struct ManifestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// At least one, in the order of the text.
  public let problems: [Problem]
  /// The input files that the manifest names, as far as they are known.
  package let inputs: Set<String>

  /// One thing that is wrong.
  public struct Problem: Hashable, Sendable {
    /// Bad data, or an input that is missing.
    public let code: HeaderKitError.Code
    /// Its place and what is wrong.
    public let place: JSONError

    /// `file:line:column: key path: what is wrong; what would be right`
    public let message: MessageText
  }

  /// The code of all together: bad data before missing inputs.
  public var code: HeaderKitError.Code {
    problems.contains { $0.code == .badData } ? .badData : .noInput
  }

  /// One line a problem.
  public var description: String { problems.map(\.place.description).joined(separator: "\n") }
}

/// Collects problems while reading goes on.
///
/// A problem that many items inherit from the same defaults is reported once.
final class ManifestProblems {
  /// Of all that were found, also of those that were known.
  private(set) var count = 0
  private var list: [ManifestError.Problem] = []
  /// The input files of the entries, also of those that have problems.
  var inputs: Set<String> = []
  private var known: Set<JSONError> = []

  func add(_ error: JSONError) { add(.badData, error, MessageText(error.description)) }

  private func add(_ code: HeaderKitError.Code, _ place: JSONError, _ message: MessageText) {
    count += 1
    guard known.insert(place).inserted else { return }
    list.append(ManifestError.Problem(code: code, place: place, message: message))
  }

  /// An error of an item's request, with the manifest's keys.
  ///
  /// - Parameter place: the place of a key's value, or of the entry for nil.
  func add(_ error: HeaderKitError, at place: (ItemKey?) -> JSONValue) {
    var meant: ItemKey?
    if case .property(let property) = error.subject { meant = ItemKey(property) }
    let finding =
      meant == nil
      ? error : HeaderKitError(error.code, reason: error.reason, remedy: error.remedy)
    let message = finding.namingItemKeys.message
    var start = place(meant).error("")
    let prefix = start.description
    start.message = message.description
    add(error.code == .noInput ? .noInput : .badData, start, "\(prefix)" + message)
  }

  /// The result of `read`, or nil after adding its error.
  func attempt<Value>(_ read: @autoclosure () throws(JSONError) -> Value) -> Value? {
    do {
      return try read()
    } catch {
      add(error)
      return nil
    }
  }

  /// All of them, in the order of the text.
  var error: ManifestError {
    let sorted = list.sorted {
      ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column)
    }
    return ManifestError(problems: sorted, inputs: inputs)
  }
}

/// Notices that files have changed, by their times and sizes.
///
/// A manifest that cannot be loaded is watched together with every input that it names and with those
/// of its last good state: whatever is saved next, the manifest is loaded again.
package struct InputWatch: Sendable {
  private struct Stamp: Hashable {
    let modified: Date?
    let bytes: Int?
    /// An editor that saves by renaming makes another file.
    let number: Int?

    init(_ path: String) {
      let facts = try? FileManager.default.attributesOfItem(atPath: path)
      modified = facts?[.modificationDate] as? Date
      bytes = facts?[.size] as? Int
      number = facts?[.systemFileNumber] as? Int
    }
  }

  private let stamps: [String: Stamp]

  /// Watches a manifest and the inputs of its items.
  package init(_ manifest: Manifest) {
    self.init(paths: [manifest.path] + manifest.items.flatMap(\.inputs.paths))
  }

  /// Watches these files, which need not exist.
  package init(paths: some Sequence<String>) {
    stamps = Dictionary(uniqueKeysWithValues: Set(paths).map { ($0, Stamp($0)) })
  }

  /// The same files and `paths`, as they are now.
  package func adding(_ paths: some Sequence<String>) -> InputWatch {
    InputWatch(paths: Array(stamps.keys) + paths)
  }

  package var hasChanged: Bool { stamps.contains { Stamp($0) != $1 } }
}
