public import ArgumentParser
import FileAccess
import HeaderKit
import HeaderModel
public import Scrolling
import StrictJSON

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract:
      "Writes a starter: header, scene, curve, pictures, manifest, and what their keys mean.",
    discussion: """
      twheader init my-header
      twheader init my-header --style x-profile

      Then, in that folder:

      twheader render --scene scene.json --curve curve.json --crop header --width 480
      """)

  @Argument(help: "The folder to write to; default: this one.") var folder = "."

  @Option(
    help: "A built-in header to copy, see 'twheader style list'; default: a small one of your own.",
    completion: .list(BuiltInHeader.all.map(\.name)))
  var style: String?

  @Flag(help: "Replaces files that are there already.") var force = false

  @OptionGroup var verbosity: VerbosityOptions

  func run() async throws {
    var header: BuiltInHeader?
    if let style {
      header = BuiltInHeader(style)
      guard header != nil else {
        let nearest = NearestName(to: style, among: BuiltInHeader.all.map(\.name))
        throw UsageError("--style: \(style) is not known; \(nearest.remedy)")
      }
    }
    var place = folder.isEmpty ? "." : folder
    while place.count > 1, place.hasSuffix("/") { place.removeLast() }
    let starter = try StarterFolder(
      header: header,
      schemas: [
        "curve": SchemaName.curve.text, "scene": SchemaName.scene.text,
        "style": SchemaName.style.text,
      ])
    try starter.write(to: place, replaces: force)
    if !verbosity.quiet {
      Diagnostics.line(
        "twheader: \(place): \(starter.files.count) files; README.md says what each key does")
    }
  }
}

struct CurveNewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Writes a curve document to start your own from.",
    discussion: NamedCurve.allCases.map { "\($0.rawValue): \($0.summary)" }
      .joined(separator: "\n"))

  @Argument(help: "The swipe; --curve takes the same names.") var swipe = NamedCurve.fullTour

  @Option(name: .shortAndLong, help: "The file to write; default: standard output.")
  var output: String?

  @Flag(help: "Replaces an existing file.") var force = false

  func run() async throws { try TextOutput.write(swipe.document(), toNew: output, replaces: force) }
}

extension NamedCurve: ExpressibleByArgument {}
