import Comparison
public import Files
import Foundation
import Rendering

/// Which files an item was made of, in the words of Make: for `-include` and Ninja's `depfile`.
public enum Depfile {
  /// A rule an item.
  public static func text(_ items: [BatchItem], manifest: Manifest, outputFolder: String) -> String
  {
    items.map { item in
      let targets = item.outputs.map { BuildFile.make(target($0, in: outputFolder)) }
      var inputs = manifest.path == "-" ? [] : [manifest.path]
      for path in item.inputs.paths where !inputs.contains(path) { inputs.append(path) }
      return targets.joined(separator: " ") + ": "
        + inputs.map(BuildFile.make).joined(separator: " ") + "\n"
    }.joined()
  }

  /// Writes it, with the folders on the way.
  public static func write(
    _ items: [BatchItem], manifest: Manifest, outputFolder: String, to path: String
  ) throws(HeaderKitError) {
    let folder = (path as NSString).deletingLastPathComponent
    if !folder.isEmpty {
      try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    try TextOutput.write(
      text(items, manifest: manifest, outputFolder: outputFolder), to: path)
  }

  /// The file by which a build tool knows an output: of frames the first.
  static func target(_ output: BatchOutput, in folder: String) -> String {
    folder + "/" + (output.pattern.map { $0.folder + $0.name(0) } ?? output.path)
  }
}
