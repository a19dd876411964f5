package import FileAccess

/// A Makefile for GNU Make 4.3 or later. It has one rule per item, which runs if an input is newer
/// than an output.
struct Makefile {
  let request: JobRequest

  /// Returns the text of the Makefile.
  ///
  /// - Throws: `.badData` if Make cannot express the name of an output; `.usage` for the output
  ///   folder or the manifest.
  func text() throws(HeaderKitError) -> String {
    let items = request.manifest.items
    try Makefile.check(items, of: request.manifest, in: request.outputFolder)
    let all = items.flatMap(targets).map { MakeText.quoted($0, as: .prerequisite) }
      .joined(separator: " \\\n  ")
    let manifest = MakeText.quoted(request.manifest.path, as: .prerequisite)
    var text = "all: \\\n  \(all)\n.PHONY: all\n"
    for item in items {
      let names = targets(item).map { MakeText.quoted($0, as: .target) }.joined(separator: " ")
      let recipe = MakeText.quoted(command(item), as: .recipe)
      text += "\n\(names) &: \(manifest)\n\t\(recipe)\n"
    }
    let depfiles = items.map { MakeText.quoted(depfile($0), as: .include) }
      .joined(separator: " \\\n  ")
    return text + "\n-include \\\n  \(depfiles)\n"
  }

  private func command(_ item: BatchItem) -> String {
    ShellText.quoted(
      request.arguments + ["--jobs", "1", "--quiet", "--only", item.id, "--depfile", depfile(item)])
  }

  private func targets(_ item: BatchItem) -> [String] {
    item.outputs.map { Depfile.target($0, in: request.outputFolder) }
  }

  private func depfile(_ item: BatchItem) -> String {
    request.outputFolder + "/.deps/" + item.id + ".d"
  }

  /// Checks that Make can express all names.
  ///
  /// - Throws: `.usage` for the output folder or the path of the manifest; `.badData` for names in
  ///   the manifest.
  fileprivate static func check(
    _ items: [BatchItem], of manifest: Manifest, in folder: String
  ) throws(HeaderKitError) {
    if let refusal = MakeText.refusal(of: folder) {
      throw refusal.error(.usage, .property(.outputFolder), of: folder)
    }
    if let refusal = MakeText.refusal(of: manifest.path) {
      throw refusal.error(.usage, .file(manifest.path), of: manifest.path)
    }
    for item in items {
      for output in item.outputs {
        let target = Depfile.target(output, in: folder)
        guard let refusal = MakeText.refusal(of: output.path) ?? MakeText.refusal(ofTarget: target)
        else { continue }
        throw refusal.error(
          .badData, .location("\(manifest.path): item \(item.id)"), of: output.path)
      }
    }
  }
}

/// The dependencies of items as rules for `-include` in a Makefile.
package enum Depfile {
  /// Returns one rule per item.
  ///
  /// - Throws: `.badData` if Make cannot express the name of a file; `.usage` for the output folder
  ///   or the manifest.
  package static func text(
    _ items: [BatchItem], manifest: Manifest, outputFolder: String
  ) throws(HeaderKitError) -> String {
    try Makefile.check(items, of: manifest, in: outputFolder)
    var text = ""
    for item in items {
      var inputs = manifest.path == "-" ? [] : [manifest.path]
      for path in item.inputs.paths where !inputs.contains(path) {
        if let refusal = MakeText.refusal(of: path) {
          throw refusal.error(.badData, .location("\(manifest.path): item \(item.id)"), of: path)
        }
        inputs.append(path)
      }
      let targets = item.outputs.map { MakeText.quoted(target($0, in: outputFolder), as: .target) }
      text +=
        targets.joined(separator: " ") + ": "
        + inputs.map { MakeText.quoted($0, as: .prerequisite) }.joined(separator: " ") + "\n"
    }
    return text
  }

  /// Returns the path that represents an output in a build tool. For frames, the first file.
  static func target(_ output: BatchOutput, in folder: String) -> String {
    folder + "/" + (output.pattern.map { $0.folder + $0.name(0) } ?? output.path)
  }
}
