public import FileAccess
import PortableFoundation
import PortableMath
package import Rendering
public import StrictJSON

/// A batch of renders, read and validated.
public struct Manifest: Sendable {
  /// The path of the manifest, as given.
  public let path: String
  /// The items in the order of the manifest. The combinations of a matrix follow each other.
  public let items: [BatchItem]
  /// Whether `selecting` removed items.
  public let isPart: Bool
  package let shared: SharedInputs

  /// Reads a manifest and checks everything that can be known before rendering: keys, values,
  /// names, outputs and inputs. Decodes and draws nothing.
  ///
  /// - Parameters:
  ///   - outputFolder: The output folder, to check that no output is outside of it or also an
  ///     input. `nil` if it is not known yet.
  ///   - pictureBytes: The maximum number of bytes of decoded pictures shared by items. `nil` is
  ///     512 MiB.
  /// - Throws: `ManifestError` with all problems; `HeaderKitError` if the manifest cannot be read.
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
          folder: folder, shared: shared, problems: problems, entry: entry.json,
          values: text.completed(own))
        guard let reading = reader.read() else { continue }
        readings.append(reading)
        guard readings.count <= ManifestText.maxItems else {
          problems.add(
            entry.json.error("more than \(ManifestText.maxItems.grouped) items in all"))
          throw problems.error
        }
      }
    }
    OutputConflicts(manifest: path, folder: outputFolder).check(readings, problems)
    guard problems.count == 0 else { throw problems.error }
    return Manifest(path: path, items: readings.map(\.item), isPart: false, shared: shared)
  }

  /// Returns the manifest with `fontFolder`, `strictText` and `strictFonts` set in the
  /// `SceneRequest` of all items.
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

  /// Returns the items whose ids match a pattern of `only` (all if it is empty) and none of `skip`.
  /// Patterns support `*`, `?` and `[...]`; `*` also matches `/`.
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

  /// The paths of the manifest and of all inputs, without duplicates.
  package var inputPaths: [String] {
    Set(items.flatMap(\.inputs.paths)).union(path == "-" ? [] : [path]).sorted()
  }

  package func outputTargets(in folder: String) throws(HeaderKitError) -> [OutputTarget] {
    try items.flatMap(\.outputs).targets(in: folder)
  }

  /// A digest of the ids, options and outputs that identifies the batch. Does not depend on the
  /// contents of inputs.
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

/// All problems of a manifest, each with its line and key path.
public struct ManifestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problems in the order of the text. At least one.
  public let problems: [Problem]
  /// The known paths of inputs that the manifest names.
  package let inputs: Set<String>

  /// A problem.
  public struct Problem: Hashable, Sendable {
    /// The kind of the problem: invalid data or a missing input.
    public let code: HeaderKitError.Code
    /// The position and description of the problem.
    public let location: JSONError

    /// The message `file:line:column: key path: problem; fix`.
    public let message: MessageText
  }

  /// The common code: `.badData` if any problem has it, else `.noInput`.
  public var code: HeaderKitError.Code {
    problems.contains { $0.code == .badData } ? .badData : .noInput
  }

  /// The problems, one per line.
  public var description: String { problems.map(\.location.description).joined(separator: "\n") }
}

/// Collects problems so that reading can continue.
///
/// A problem that many items inherit from the same defaults is reported once.
final class ManifestProblems {
  /// The number of problems, including repeated ones.
  private(set) var count = 0
  private var list: [ManifestError.Problem] = []
  /// The input paths of all entries, including those with problems.
  var inputs: Set<String> = []
  private var known: Set<JSONError> = []

  func add(_ error: JSONError) { add(.badData, error, MessageText(error.description)) }

  private func add(_ code: HeaderKitError.Code, _ location: JSONError, _ message: MessageText) {
    count += 1
    guard known.insert(location).inserted else { return }
    list.append(ManifestError.Problem(code: code, location: location, message: message))
  }

  /// Adds an error of an item's request, with option names replaced by manifest keys.
  ///
  /// - Parameter json: Returns the JSON value of a key, or of the entry for `nil`.
  func add(_ error: HeaderKitError, at json: (ItemKey?) -> JSONValue) {
    var key: ItemKey?
    if case .property(let property) = error.subject { key = ItemKey(property) }
    let finding =
      key == nil
      ? error : HeaderKitError(error.code, reason: error.reason, remedy: error.remedy)
    let message = finding.namingItemKeys.message
    var start = json(key).error("")
    let prefix = start.description
    start.message = message.description
    add(error.code == .noInput ? .noInput : .badData, start, "\(prefix)" + message)
  }

  /// Returns the result of `read`, or adds its error and returns `nil`.
  func attempt<Value>(_ read: @autoclosure () throws(JSONError) -> Value) -> Value? {
    do {
      return try read()
    } catch {
      add(error)
      return nil
    }
  }

  /// The error with all problems, in the order of the text.
  var error: ManifestError {
    let sorted = list.sorted {
      ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column)
    }
    return ManifestError(problems: sorted, inputs: inputs)
  }
}

/// Detects changes of files by their times and sizes.
///
/// If a manifest cannot be loaded, all inputs that it names and those of its last valid state are
/// watched, so that fixing any of them loads it again.
package struct InputWatch: Sendable {
  private let stamps: [String: FileStatus?]

  /// Watches a manifest and the inputs of its items.
  package init(_ manifest: Manifest) {
    self.init(paths: [manifest.path] + manifest.items.flatMap(\.inputs.paths))
  }

  /// Watches files, which need not exist.
  package init(paths: some Sequence<String>) {
    stamps = Dictionary(uniqueKeysWithValues: Set(paths).map { ($0, FileStatus($0)) })
  }

  /// Returns a watch of the same files and `paths`, in their current state.
  package func adding(_ paths: some Sequence<String>) -> InputWatch {
    InputWatch(paths: Array(stamps.keys) + paths)
  }

  package var hasChanged: Bool { stamps.contains { FileStatus($0) != $1 } }
}
