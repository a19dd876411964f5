import Comparison
public import Files
import Foundation
import Numerics
public import Rendering
import StrictJSON

/// A batch of renders, complete and checked.
public struct Manifest: Sendable {
  /// As given.
  public let path: String
  /// In the order of the text, the combinations of a matrix one after the other.
  public let items: [BatchItem]
  /// Whether items were left out by `selecting`.
  public let isPart: Bool
  /// Inputs that were read on the way, for those who render.
  package let shared: SharedInputs

  /// Reads and checks everything that can be known before the first frame: keys, values, names,
  /// outputs, inputs. Nothing is decoded or drawn.
  ///
  /// - Parameters:
  ///   - outputFolder: where outputs will go, to see that none leaves it or is an input; nil: not
  ///     known yet.
  ///   - pictureBytes: bytes of decoded pictures that are shared at most.
  /// - Throws: `ManifestError` with all that is wrong, `HeaderKitError` when the manifest itself
  ///   cannot be read.
  public static func load(
    _ path: String, outputFolder: String? = nil, limits: RenderLimits = RenderLimits(),
    pictureBytes: Int = 512 << 20
  ) throws -> Manifest {
    let bytes = try InputFile.read(path, limit: limits.inputBytes)
    let name = path == "-" ? "standard input" : path
    var problems = ManifestProblems()
    let text = ManifestText(bytes, file: name, problems: &problems)
    let shared = SharedInputs(limits: limits, pictureBytes: pictureBytes)
    let slash = path.lastIndex(of: "/")
    let reader = ItemReader(folder: slash.map { String(path[..<$0]) } ?? "", shared: shared)
    var readings: [ItemReader.Reading] = []
    for entry in text.entries {
      let all = entry.members.merging(text.defaults) { own, _ in own }
      let matrix = problems.attempt { () throws(JSONError) in
        try MatrixExpansion(all[ItemKey.matrix.rawValue], own: entry.members)
      }
      for combination in matrix?.combinations ?? [] {
        let values = all.merging(combination) { _, axis in axis }.filter { !$0.value.isNull }
        guard let reading = reader.read(values, of: entry.place, problems: &problems) else {
          continue
        }
        readings.append(reading)
        guard readings.count <= ManifestText.mostItems else {
          problems.add(
            entry.place.error("more than \(ManifestText.mostItems.grouped) items in all"))
          throw problems.error
        }
      }
    }
    ManifestNames(manifest: path, folder: outputFolder).check(readings, &problems)
    guard problems.isEmpty else { throw problems.error }
    return Manifest(path: path, items: readings.map(\.item), isPart: false, shared: shared)
  }

  private init(path: String, items: [BatchItem], isPart: Bool, shared: SharedInputs) {
    self.path = path
    self.items = items
    self.isPart = isPart
    self.shared = shared
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

  /// Tells one batch from another: ids, options and outputs, not the contents of inputs.
  public var digest: ContentDigest {
    ContentDigest(
      of: items.map { item in
        CanonicalOptions.text(of: item.request)
          + JSONWriter.object { object in
            object.member("id", item.id)
            object.member(
              "outputs",
              item.outputs.flatMap {
                [$0.path, CanonicalOptions.packing($0, of: item.request)]
              })
          }
      }.joined(separator: "\n"))
  }
}
