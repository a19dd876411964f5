import ArgumentParser
import FileAccess
import HeaderModel
import MediaInspection
import PortableFoundation
import Rendering
import StrictJSON

struct StyleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "style", abstract: "List, check, explain and create header documents.",
    discussion: """
      twheader style new card
          Writes card.json, a small header document to edit.
      twheader style check card.json
          Checks it at every offset.
      twheader style help clamp
          Explains a key, a layer type, a function or a name.
      """,
    subcommands: [
      StyleListCommand.self, StyleShowCommand.self, StyleCheckCommand.self, StyleNewCommand.self,
      StyleIconsCommand.self, StyleHelpCommand.self,
    ])
}

struct StyleListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the built-in headers and their variants.",
    discussion: """
      twheader style list
          Prints each header with its description.
      twheader style list --json
          Prints one JSON array.
      """)

  @Flag(help: "Print one JSON array")
  var json = false

  func run() async throws {
    let headers = try BuiltInHeader.all.map { try $0.document() }
    if json {
      var writer = JSONWriter()
      writer.array { array in
        for header in headers {
          array.object { object in
            object.member("name", header.name)
            object.member("description", header.description ?? "")
            object.objects("variants", header.variants) { variant, object in
              object.member("name", variant.name)
              object.member("description", variant.description ?? "")
            }
          }
        }
      }
      return try TextOutput.write(writer.text + "\n", to: nil)
    }
    let lines = headers.flatMap { header in
      [(header.name, header.description ?? "")]
        + header.variants.filter { $0.name != header.variant }
        .map { ("  --variant \($0.name)", $0.description ?? "") }
    }
    let width = lines.map(\.0.count).max() ?? 0
    try Diagnostics.printLines(
      lines.map { $0.padded(to: width + 2) + $1 })
  }
}

struct StyleShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print the document of a built-in header.",
    discussion: """
      twheader style show mimic > mine.json
          Writes the document with its variants.
      twheader style show mimic --variant first > mine.json
          Writes one variant as a document of its own.
      """)

  @Argument(
    help: "Built-in header; see 'twheader style list'",
    completion: .list(BuiltInHeader.all.map(\.name)))
  var name: String

  @Option(help: "Print this variant as a document of its own") var variant: String?

  func run() async throws {
    guard let header = BuiltInHeader(name) else {
      if let (header, variant) = try BuiltInHeader.variant(calledAs: name) {
        throw UsageError(
          "<name>: unknown built-in header \"\(name)\"; write \(header) --variant \(variant)")
      }
      let remedy = NearestName(to: name, among: BuiltInHeader.all.map(\.name)).remedy
      throw UsageError("<name>: unknown built-in header \"\(name)\"; \(remedy)")
    }
    try AtomicFile.write(try text(of: header), to: "-")
  }

  private func text(of header: BuiltInHeader) throws -> [UInt8] {
    guard let variant else { return header.text }
    let document = try header.document()
    guard let text = try document.text(ofVariant: variant) else {
      let known = document.variants.map(\.name)
      throw UsageError(
        "--variant: \(name) has no variant \(variant); "
          + (known.isEmpty ? "leave it out" : "it has \(known.joined(separator: ", "))"))
    }
    return Array(text.utf8)
  }
}

struct StyleCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check a header document and print a summary.",
    discussion: """
      twheader style check card.json
          Prints a summary, or every error with its position.
      twheader style check card.json --explain
          Prints the values of each expression along a pull and a swipe.

      Scrolls the document from end to end in light and dark, with and without time,
      in each variant. This finds errors that depend on the offset, such as a
      division by zero.
      """)

  @Argument(help: "Header document or built-in header; '-' is standard input") var file: String
  @Flag(help: "Print one JSON object per variant and line") var json = false

  @Flag(help: "Print the values of each expression along a pull and a swipe")
  var explain = false

  @OptionGroup var limits: LimitOptions

  func run() async throws {
    if explain {
      return try Diagnostics.printLines(
        HeaderInspection.explanation(of: HeaderSource(file), limits: limits.limits))
    }
    let inspections = try HeaderInspection.all(of: HeaderSource(file), limits: limits.limits)
    let problems = inspections.flatMap(\.problems)
    guard problems.isEmpty else {
      problems.forEach(Diagnostics.error)
      throw ExitCode(HeaderKitError.Code.badData.rawValue)
    }
    inspections.flatMap(\.warnings).forEach(Diagnostics.warning)
    if json { return try TextOutput.write(inspections.map(\.json).joined(), to: nil) }
    try Diagnostics.printLines(inspections.map { $0.text(subject: InputFile.subject(file)) })
  }
}

struct StyleNewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a small header document to start from.",
    discussion: """
      twheader style new card
          Writes card.json.
      twheader style new card -o headers/card.json --force
          Writes to another file, and replaces it.
      """)

  @Argument(help: "Name of the header: letters, digits, - and _") var name: String

  @Option(
    name: .shortAndLong, help: "Output file; '-' is standard output [default: NAME.json]")
  var output: String?

  @Flag(help: "Replace an existing file") var force = false

  func validate() throws {
    guard name.wholeMatch(of: /[A-Za-z0-9_][A-Za-z0-9_-]{0,99}/) != nil else {
      throw UsageError(
        "<name>: '\(name)' is not a valid name; use up to 100 letters, digits, - and _, and no - first"
      )
    }
    guard BuiltInHeader(name) == nil else {
      throw UsageError(
        "<name>: \(name) is a built-in header; give another name, or see twheader style show \(name)"
      )
    }
  }

  func run() async throws {
    try TextOutput.write(
      StarterDocument.text(name: name), toNew: output ?? name + ".json", replaces: force)
  }
}

struct StyleIconsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "icons", abstract: "List the icons that a layer can show.",
    discussion: """
      twheader style icons
          Prints one name per line.
      twheader style icons | grep heart
          Prints the names that contain heart.
      """)

  func run() async throws { try Diagnostics.printLines(HeaderIcon.names) }
}

struct StyleHelpCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help", abstract: "Explain the keys, functions and names of documents.",
    discussion: """
      twheader style help
          Prints the keys of all layers.
      twheader style help shadow.radius
          Explains a key: its meaning, kind, unit and default.
      twheader style help settle
          Explains a part of a document. Also: functions, names, curve.
      """)

  @Argument(
    help: "Layer type, key, function, name or part [default: all layers]",
    completion: .list(HeaderReference.names))
  var name: String?

  @Flag(help: "Print a page of the guide: layers, words or curves [default: layers]")
  var markdown = false

  func run() async throws {
    if markdown {
      let pages = HeaderReference.Page.allCases.map(\.rawValue)
      guard let page = HeaderReference.Page(rawValue: name ?? pages[0]) else {
        throw UsageError(
          "<name>: unknown page \"\(name ?? "")\"; give \(pages.joined(separator: ", "))")
      }
      return try TextOutput.write(page.markdown, to: nil)
    }
    guard let lines = HeaderReference.lines(on: name) else {
      let nearest = NearestName(to: name ?? "", among: HeaderReference.names).suggestion
      throw UsageError(
        "<name>: unknown term \"\(name ?? "")\"; "
          + (nearest.map { "did you mean \"\($0)\"?" } ?? "'twheader style help' lists the terms")
      )
    }
    try Diagnostics.printLines(lines)
  }
}
