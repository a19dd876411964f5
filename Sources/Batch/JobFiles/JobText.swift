import FileAccess
import StrictJSON

/// The reason that a text cannot be quoted in a job file, and how to fix it.
struct JobTextRefusal {
  let reason: String
  let remedy: String

  /// `nil` if `isRefused` is false.
  init?(if isRefused: Bool, _ reason: String, _ remedy: String) {
    guard isRefused else { return nil }
    self.reason = reason
    self.remedy = remedy
  }

  /// Returns the reason that no engine supports the text. Control characters end a line or a
  /// comment in some of them, and YAML excludes the other characters (YAML 1.2.2, productions 1, 26
  /// and 27).
  init?(_ text: String) {
    let isRefused = text.unicodeScalars.contains { scalar in
      scalar.properties.generalCategory == .control
        || [0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value)
    }
    self.init(if: isRefused, "contains a control character", "leave it out")
  }

  func error(
    _ code: HeaderKitError.Code, _ subject: HeaderKitError.Subject, of text: String
  ) -> HeaderKitError {
    HeaderKitError(
      code, subject: subject, reason: "\(JSONWriter.literal(text)) \(reason)", remedy: "\(remedy)")
  }
}

/// Quotes text for Makefiles.
enum MakeText {
  enum Context { case target, prerequisite, include, recipe }

  /// Returns the reason that Make has no way to write a name, or `nil` if it does.
  static func refusal(of path: String) -> JobTextRefusal? {
    let scalars = path.unicodeScalars
    return JobTextRefusal(path)
      ?? JobTextRefusal(
        if: scalars.contains("\\"),
        "contains a backslash, which Make versions interpret differently", "rename it"
      )
      ?? JobTextRefusal(
        if: scalars.first == "~", "starts with ~, which Make expands to a home folder",
        "rename it, or use an absolute path")
      ?? JobTextRefusal(
        if: scalars.last == ")" && scalars.dropFirst().contains("("),
        "looks like an archive member to Make", "change the end of its name")
  }

  /// Returns the reason that Make has no way to write a name as a target. Once the file exists, an
  /// escaped wildcard expands to its name, and a percent sign in it becomes a pattern.
  static func refusal(ofTarget path: String) -> JobTextRefusal? {
    let scalars = path.unicodeScalars
    let hasWildcard = scalars.contains { "*?[".unicodeScalars.contains($0) }
    return JobTextRefusal(
      if: hasWildcard && scalars.contains("%"),
      "contains % together with *, ? or [, which Make reads as a pattern", "rename it")
  }

  /// - Parameter text: A path. For a recipe, a command that is already quoted for the shell.
  static func quoted(_ text: String, as context: Context) -> String {
    text.unicodeScalars.reduce(into: "") { quoted, scalar in
      switch (scalar, context) {
      case ("$", _): quoted += "$$"
      case (_, .recipe): quoted.unicodeScalars.append(scalar)
      // Make searches for operators such as that of an assignment before it expands the line.
      case ("=", _): quoted += "$(or =)"
      // Make searches for a recipe after a semicolon before and after it expands the line.
      case (";", .target), (";", .prerequisite): quoted += "\\$(or ;)"
      case (" ", _), ("#", _), ("*", _), ("?", _), ("[", _), (":", .target), (":", .prerequisite),
        ("%", .target), ("|", .prerequisite):
        quoted += "\\\(scalar)"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
  }
}

/// Quotes text for YAML.
enum YAMLText {
  /// Returns a double-quoted scalar. JSON strings are valid YAML.
  static func quoted(_ text: String) -> String { JSONWriter.literal(text) }
}
