/// Why a text could not be set.
package struct TypesettingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line, lower case: what is wrong and what would be right.
  package let description: String
  /// Whether the same may succeed later.
  package let isShortage: Bool

  init(_ description: String, isShortage: Bool = false) {
    self.description = description
    self.isShortage = isShortage
  }

  /// The process or the machine has too few file descriptors left for the font libraries.
  package static let openFiles = TypesettingError(
    "too few files can be opened to read fonts; allow at least 16 open files more",
    isShortage: true)
  /// There is too little address space or memory left for them.
  package static let memory = TypesettingError(
    "too little memory is left to set text; allow at least 80 MB more", isShortage: true)

  /// A font library refused; its own word.
  static func library(_ word: String) -> TypesettingError {
    TypesettingError("the font library failed: \(word)")
  }
}
