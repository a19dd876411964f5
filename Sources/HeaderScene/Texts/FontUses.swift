package import Typesetting

/// The fonts used by the texts of a scene, and the resulting warnings.
package struct FontUses: Sendable {
  private var order: [FontUse] = []
  private var characters: [FontUse: [Unicode.Scalar]] = [:]

  private static let maxCharacters = 8

  package var fonts: [FontUse] { order }

  mutating func add(_ runs: [FontRun]) {
    for run in runs {
      if characters[run.font] == nil { order.append(run.font) }
      var known = characters[run.font] ?? []
      for scalar in run.characters
      where known.count < Self.maxCharacters && !known.contains(scalar) {
        known.append(scalar)
      }
      characters[run.font] = known
    }
  }

  /// Warnings: a missing set of pinned fonts, or the installed fonts that were used as fallbacks.
  package var warnings: [String] {
    let installed = order.filter { $0.origin == .requested || $0.origin == .fallback }
    guard !installed.isEmpty else { return [] }
    if let missing = PinnedFonts.warning { return [missing] }
    let helpers = installed.filter { $0.origin == .fallback }
      .map { Self.name($0, characters[$0] ?? []) }.sorted()
    guard !helpers.isEmpty else { return [] }
    return [
      "the program's own fonts lack some characters, drawn with installed fonts: "
        + "\(helpers.joined(separator: ", ")); other machines may draw them differently"
    ]
  }

  /// The reason why a text is refused if no installed font may draw; `nil` if none drew it.
  static func problem(of text: String, _ shaped: ShapedText, location: String) -> String? {
    let installed = shaped.fonts.first {
      $0.font.origin == .requested || $0.font.origin == .fallback
    }
    guard let installed else { return nil }
    let start = text.count > 40 ? text.prefix(40) + "\u{2026}" : Substring(text)
    let problem =
      "text \"\(start)\" of \(location): the installed font "
      + "\(name(installed.font, installed.characters)) draws it"
    if let missing = PinnedFonts.warning { return "\(problem); \(missing)" }
    return problem + "; change the text, or give a folder that has all fonts of the picture"
  }

  private static func name(_ font: FontUse, _ characters: [Unicode.Scalar]) -> String {
    let name = "\(font.family) \(font.version)"
    guard font.origin == .fallback, !characters.isEmpty else { return name }
    return "\(name) (\(characters.map(String.init).joined(separator: " ")))"
  }
}

extension DrawingCommand {
  /// Adds the fonts of the texts that this command and the commands in it draw.
  package func collectFonts(in assets: DrawingAssets, into fonts: inout Set<FontUse>) {
    switch content {
    case .text(let text, _, _, _, _), .mappedText(let text, _, _):
      for run in assets.texts[text.index].fonts { fonts.insert(run.font) }
    case .shadow(let commands, _, _, _, _, _), .group(let commands, _, _, _, _),
      .projected(let commands, _, _):
      for command in commands { command.collectFonts(in: assets, into: &fonts) }
    case .fill, .gradient, .border, .path, .pathGradient, .picture, .scaledPicture, .fittedPicture,
      .mappedPicture, .crossfade, .mask, .mappedMask, .backdrop:
      break
    }
  }
}
