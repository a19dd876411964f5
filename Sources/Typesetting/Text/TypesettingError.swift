/// Why a text could not be set.
package enum TypesettingError: Error, Hashable, Sendable {
  /// Not a single font is installed in `folders`.
  case noFonts(folders: [String])
  /// There is no such folder.
  case noFontFolder(String)
  /// No font was found, and this folder could not be listed; the system's reason.
  case unreadableFonts(folder: String, reason: String)
  /// A pipe or a device lies among the fonts: opening it may take forever.
  case noFontFile(String)
  /// A font of this family was found and its file cannot be opened now; may succeed later.
  case fontNotOpened(family: String)
  /// The system has too little left for the font libraries; may succeed later.
  case shortage(Resource)
  /// The size is not finite, not above 0, or above `TextStyle.largestPointSize`.
  case pointSizeOutOfRange(Double)
  /// Device pixels a point: not finite, not above 0, or above `Typesetter.largestScale`.
  case scaleOutOfRange(Double)
  /// Tracking or maximum width is not finite, or too large to lay out (points).
  case measureOutOfRange(Double)
  /// The text's ink would be larger than `Typesetter.largestInkSide` on a side (device pixels).
  case inkTooLarge(width: Int, height: Int)
  /// The font library refused; its own word.
  case libraryFailed(String)

  /// What the system can be short of.
  package enum Resource: Hashable, Sendable {
    /// File descriptors of the process or the machine.
    case openFiles
    /// Address space or memory.
    case memory
  }

  /// Whether the same may succeed later.
  package var isShortage: Bool {
    switch self {
    case .shortage, .fontNotOpened: true
    default: false
    }
  }
}

extension TypesettingError: CustomStringConvertible {
  /// One line, lower case: what is wrong and what would be right.
  package var description: String {
    switch self {
    case .noFonts(let folders):
      "no font is installed in \(folders.joined(separator: ", ")); install one, for example Inter"
    case .noFontFolder(let folder):
      "there is no font folder \(folder); give one that exists"
    case .unreadableFonts(let folder, let reason):
      "fonts could not be read: \(reason); make \(folder) readable"
    case .noFontFile(let path):
      "\(path) is a pipe or a device; give a folder of font files"
    case .fontNotOpened(let family):
      "the font \(family) cannot be opened; make its file readable, or allow more open files and "
        + "memory"
    case .shortage(.openFiles):
      "too few files can be opened to read fonts; allow at least 16 open files more"
    case .shortage(.memory):
      "too little memory is left to set text; allow at least 80 MB more"
    case .pointSizeOutOfRange(let size):
      "font size \(size) is out of range; give more than 0 and at most "
        + "\(TextStyle.largestPointSize) points"
    case .scaleOutOfRange(let scale):
      "scale \(scale) is out of range; give more than 0 and at most \(Typesetter.largestScale)"
    case .measureOutOfRange(let measure):
      "text measure \(measure) is out of range; give at most \(Typesetter.largestMeasure) points"
    case .inkTooLarge(let width, let height):
      "text of \(width) x \(height) pixels is too large; "
        + "give a smaller font or scale (at most \(Typesetter.largestInkSide) pixels a side)"
    case .libraryFailed(let word):
      "the font library failed: \(word)"
    }
  }
}
