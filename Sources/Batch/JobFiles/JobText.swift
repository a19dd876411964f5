import FileAccess
import StrictJSON

/// Why a text cannot stand in a job file, however it is quoted, and what would be right.
struct JobTextRefusal {
  let reason: String
  let remedy: String
}

extension JobTextRefusal {
  /// Of texts for any engine: control characters, which end a line or a comment somewhere, and what
  /// YAML has no place for in its texts (YAML 1.2.2, productions 1, 26 and 27).
  init?(_ text: String) {
    let isHeld = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.generalCategory != .control
        && ![0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value)
    }
    if isHeld { return nil }
    self.init(reason: "has a control character", remedy: "leave it out")
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
    if let refusal = JobTextRefusal(path) { return refusal }
    if path.unicodeScalars.contains("\\") {
      return JobTextRefusal(
        reason: "has a backslash, which Make reads in several ways", remedy: "rename it")
    }
    if path.unicodeScalars.first == "~" {
      return JobTextRefusal(
        reason: "begins with a tilde, which Make reads as a home folder",
        remedy: "rename it, or give the path from / on")
    }
    if path.unicodeScalars.last == ")", path.unicodeScalars.dropFirst().contains("(") {
      return JobTextRefusal(
        reason: "is a member of an archive to Make", remedy: "let its name end otherwise")
    }
    return nil
  }

  /// Names that Make has no way to write as a target: once the file is there, an escaped wildcard becomes
  /// its name, and a percent sign in that is a pattern.
  static func refusal(ofTarget path: String) -> JobTextRefusal? {
    let scalars = path.unicodeScalars
    guard scalars.contains("%"), scalars.contains(where: { "*?[".unicodeScalars.contains($0) })
    else { return nil }
    return JobTextRefusal(
      reason: "has % beside *, ? or [, which Make takes for a pattern", remedy: "rename it")
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
