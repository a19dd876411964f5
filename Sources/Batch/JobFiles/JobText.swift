import FileAccess
import StrictJSON

/// Why a text cannot stand in a job file, however it is quoted, and what would be right.
struct JobTextRefusal {
  let reason: String
  let remedy: String

  /// Nil unless it is so.
  init?(if isSo: Bool, _ reason: String, _ remedy: String) {
    guard isSo else { return nil }
    (self.reason, self.remedy) = (reason, remedy)
  }

  /// Of texts for any engine: control characters, which end a line or a comment somewhere, and what
  /// YAML has no place for in its texts (YAML 1.2.2, productions 1, 26 and 27).
  init?(_ text: String) {
    let isRefused = text.unicodeScalars.contains { scalar in
      scalar.properties.generalCategory == .control
        || [0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value)
    }
    self.init(if: isRefused, "has a control character", "leave it out")
  }

  func error(
    _ code: HeaderKitError.Code, _ subject: HeaderKitError.Subject, of text: String
  ) -> HeaderKitError {
    HeaderKitError(
      code, subject: subject, reason: "\(JSONWriter.literal(text)) \(reason)", remedy: "\(remedy)")
  }
}

enum MakeText {
  enum Place { case target, prerequisite, include, recipe }

  /// Names that Make has no way to write.
  static func refusal(of path: String) -> JobTextRefusal? {
    let scalars = path.unicodeScalars
    return JobTextRefusal(path)
      ?? JobTextRefusal(
        if: scalars.contains("\\"), "has a backslash, which Make reads in several ways", "rename it"
      )
      ?? JobTextRefusal(
        if: scalars.first == "~", "begins with a tilde, which Make reads as a home folder",
        "rename it, or give the path from / on")
      ?? JobTextRefusal(
        if: scalars.last == ")" && scalars.dropFirst().contains("("),
        "is a member of an archive to Make", "let its name end otherwise")
  }

  /// Names that Make has no way to write as a target: once the file is there, an escaped wildcard becomes
  /// its name, and a percent sign in that is a pattern.
  static func refusal(ofTarget path: String) -> JobTextRefusal? {
    let scalars = path.unicodeScalars
    let hasWildcard = scalars.contains { "*?[".unicodeScalars.contains($0) }
    return JobTextRefusal(
      if: hasWildcard && scalars.contains("%"),
      "has % beside *, ? or [, which Make takes for a pattern", "rename it")
  }

  /// - Parameter text: a path; for a recipe a command that is quoted for the shell.
  static func quoted(_ text: String, as place: Place) -> String {
    text.unicodeScalars.reduce(into: "") { quoted, scalar in
      switch (scalar, place) {
      case ("$", _): quoted += "$$"
      case (_, .recipe): quoted.unicodeScalars.append(scalar)
      // A sign that Make would see before it expands the line, as that of an assignment.
      case ("=", _): quoted += "$(or =)"
      // Make looks for a command once before it expands the line and once after.
      case (";", .target), (";", .prerequisite): quoted += "\\$(or ;)"
      case (" ", _), ("#", _), ("*", _), ("?", _), ("[", _), (":", .target), (":", .prerequisite),
        ("%", .target), ("|", .prerequisite):
        quoted += "\\\(scalar)"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
  }
}

enum YAMLText {
  /// With double quotation marks, within which YAML reads what JSON does.
  static func quoted(_ text: String) -> String { JSONWriter.literal(text) }
}
