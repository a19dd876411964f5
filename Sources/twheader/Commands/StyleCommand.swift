import ArgumentParser
import FileAccess
import HeaderModel
import MediaInspection
import PortableFoundation
import Rendering
import StrictJSON

struct StyleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "style", abstract: "Lists, prints, checks, starts and explains header documents.",
    discussion: """
      twheader style list
      twheader style show mimic > mine.json
      twheader style show mimic --variant first > mine.json
      twheader style new card
      twheader style check card.json
      twheader style help text
      twheader still --style card.json --offset 80 -o card.png
      """,
    subcommands: [
      StyleListCommand.self, StyleShowCommand.self, StyleCheckCommand.self, StyleNewCommand.self,
      StyleIconsCommand.self, StyleHelpCommand.self,
    ])
}

struct StyleListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Prints the built-in headers and their variants, each with what it is.")

  @Flag(help: "Prints one JSON array of objects with name, description and variants.")
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
      lines.map { $0 + String(repeating: " ", count: width + 2 - $0.count) + $1 })
  }
}

struct StyleShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Prints the document of a built-in header.",
    discussion: "Its variants stand under \"variants\", or alone with --variant.")

  @Argument(
    help: "A built-in header, see 'twheader style list'.",
    completion: .list(BuiltInHeader.all.map(\.name)))
  var name: String

  @Option(help: "Prints what this variant is as a document of its own.") var variant: String?

  func run() async throws {
    guard let header = BuiltInHeader(name) else {
      if let (header, variant) = try BuiltInHeader.variant(calledAs: name) {
        throw UsageError(
          "<name>: \(name) is no built-in header; write \(header) --variant \(variant)")
      }
      let remedy = NearestName(to: name, among: BuiltInHeader.all.map(\.name)).remedy
      throw UsageError("<name>: \(name) is no built-in header; \(remedy)")
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
    commandName: "check", abstract: "Checks a header document and prints a summary.",
    discussion: """
      Reads the document, then scrolls it from end to end in both appearances,
      with times and without, so that errors that depend on the offset show:
      a division by zero, a clamp whose bounds are the wrong way round. Each of
      its variants is checked so.
      """)

  @Argument(help: "A header document or a built-in header; '-' is standard input.") var file: String
  @Flag(help: "Prints one JSON object for each variant, a line each.") var json = false

  @Flag(
    help:
      "Prints what each expression is along a pull and a swipe, offset by offset, and no summary.")
  var explain = false

  @OptionGroup var limits: LimitOptions

  func run() async throws {
    if explain {
      return try Diagnostics.printLines(
        HeaderInspection.explanation(of: HeaderSource(file), limits: limits.limits))
    }
    let inspections = try HeaderInspection.all(of: HeaderSource(file), limits: try limits.limits)
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
    commandName: "new", abstract: "Writes a small header document to start your own from.")

  @Argument(help: "The header's name: letters, digits, - and _.") var name: String

  @Option(
    name: .shortAndLong,
    help: "The file to write; '-' is standard output; default: the name with .json.")
  var output: String?

  @Flag(help: "Replaces an existing file.") var force = false

  func validate() throws {
    guard name.wholeMatch(of: /[A-Za-z0-9_][A-Za-z0-9_-]{0,99}/) != nil else {
      throw UsageError(
        "<name>: '\(name)' is no name; give at most 100 letters, digits, - and _, not starting "
          + "with -")
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
    commandName: "icons", abstract: "Prints the names of the icons that a layer may show.")

  func run() async throws { try Diagnostics.printLines(HeaderIcon.names) }
}

struct StyleHelpCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help",
    abstract: "Explains layers, their keys, rules, functions, names and curves.",
    discussion: """
      Every key with its meaning, kind, unit and default; numbers, conditions
      and colours may be expressions.

      twheader style help text
      twheader style help shadow.radius
      twheader style help functions
      twheader style help settle
      twheader style help curve
      """)

  @Argument(
    help: "A type, a key, a function, a name, a part of a document, curve; default: all layers.",
    completion: .list(HeaderReference.names))
  var name: String?

  @Flag(help: "Prints a page of Markdown: layers, words or curves; default: layers.")
  var markdown = false

  func run() async throws {
    if markdown {
      let pages = HeaderReference.Page.allCases.map(\.rawValue)
      guard let page = HeaderReference.Page(rawValue: name ?? pages[0]) else {
        throw UsageError("<name>: \(name ?? "") is no page; give \(pages.joined(separator: ", "))")
      }
      return try TextOutput.write(page.markdown, to: nil)
    }
    guard let lines = HeaderReference.lines(on: name) else {
      let nearest = NearestName(to: name ?? "", among: HeaderReference.names).suggestion
      throw UsageError(
        "<name>: nothing is called \(name ?? ""); "
          + (nearest.map { "did you mean \"\($0)\"?" } ?? "twheader style help tells what there is")
      )
    }
    try Diagnostics.printLines(lines)
  }
}
