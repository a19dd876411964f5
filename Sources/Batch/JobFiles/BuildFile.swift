package import FileAccess
import Foundation

/// A batch for build tools: a rule an item, which runs when one of its inputs is newer.
struct BuildFile {
  private let request: JobRequest

  init(_ request: JobRequest) {
    self.request = request
  }

  /// For GNU Make from 4.3 on.
  var makefile: String {
    let items = request.manifest.items
    let all = items.flatMap(targets).map(BuildFile.make).joined(separator: " \\\n  ")
    var text = "all: \\\n  \(all)\n.PHONY: all\n"
    for item in items {
      let names = targets(item).map(BuildFile.make).joined(separator: " ")
      text += """

        \(names) &: \(BuildFile.make(request.manifest.path))
        \t\(BuildFile.literal(command(item)))

        """
    }
    let depfiles = items.map { BuildFile.make(depfile($0)) }.joined(separator: " \\\n  ")
    return text + "\n-include \\\n  \(depfiles)\n"
  }

  /// For Ninja from 1.10 on.
  var ninja: String {
    let rule = ShellText.quoted(request.words + ["--jobs", "1", "--quiet"])
    var text = """
      ninja_required_version = 1.10
      rule twheader
        command = \(BuildFile.literal(rule)) --only $id --depfile $word
        depfile = $depfile
        deps = gcc
        description = twheader $id

      """
    for item in request.manifest.items {
      let names = targets(item).map(BuildFile.ninja).joined(separator: " ")
      text += """

        build \(names): twheader \(BuildFile.ninja(request.manifest.path))
          id = \(item.id)
          depfile = \(BuildFile.ninja(depfile(item)))
          word = \(BuildFile.literal(ShellText.quoted(depfile(item))))

        """
    }
    return text
  }

  /// A text in which `$` stands for itself.
  private static func literal(_ text: String) -> String {
    text.reduce(into: "") { $0 += $1 == "$" ? "$$" : String($1) }
  }

  private func command(_ item: BatchItem) -> String {
    ShellText.quoted(
      request.words + ["--jobs", "1", "--quiet", "--only", item.id, "--depfile", depfile(item)])
  }

  private func targets(_ item: BatchItem) -> [String] {
    item.outputs.map { Depfile.target($0, in: request.outputFolder) }
  }

  private func depfile(_ item: BatchItem) -> String {
    request.outputFolder + "/.deps/" + item.id + ".d"
  }

  /// A file name in a makefile.
  static func make(_ path: String) -> String {
    var text = ""
    for character in path {
      switch character {
      case "$": text += "$$"
      case " ", "#", "\\", ":", "%": text += "\\\(character)"
      default: text.append(character)
      }
    }
    return text
  }

  private static func ninja(_ path: String) -> String {
    path.reduce(into: "") { text, character in
      text += [" ", ":", "$"].contains(character) ? "$\(character)" : String(character)
    }
  }
}

/// The dependencies of items as make rules, for `-include` and Ninja's `depfile`.
package enum Depfile {
  /// A rule an item.
  package static func text(_ items: [BatchItem], manifest: Manifest, outputFolder: String) -> String
  {
    items.map { item in
      let targets = item.outputs.map { BuildFile.make(target($0, in: outputFolder)) }
      var inputs = manifest.path == "-" ? [] : [manifest.path]
      for path in item.inputs.paths where !inputs.contains(path) { inputs.append(path) }
      return targets.joined(separator: " ") + ": "
        + inputs.map(BuildFile.make).joined(separator: " ") + "\n"
    }.joined()
  }

  /// Writes them; creates missing folders.
  package static func write(
    _ items: [BatchItem], manifest: Manifest, outputFolder: String, to path: String
  ) throws(HeaderKitError) {
    try TextOutput.write(
      text(items, manifest: manifest, outputFolder: outputFolder), to: path)
  }

  /// The file by which a build tool knows an output: of frames the first.
  static func target(_ output: BatchOutput, in folder: String) -> String {
    folder + "/" + (output.pattern.map { $0.folder + $0.name(0) } ?? output.path)
  }
}
