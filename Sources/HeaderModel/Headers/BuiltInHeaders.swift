import EmbeddedFiles
public import StrictJSON
import Synchronization

/// A header whose document is part of the program.
public struct BuiltInHeader: Hashable, Sendable {
  private let file: EmbeddedFile

  /// All of them, in the order in which users see them.
  public static let all = EmbeddedFile.allCases.filter { $0.rawValue.hasPrefix("Headers/") }
    .map(BuiltInHeader.init)

  private init(_ file: EmbeddedFile) { self.file = file }

  /// The header of that name, nil where there is none.
  public init?(_ name: String) {
    guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }

  /// As `--style` and a document's `name` have it.
  public var name: String { file.stem }

  /// The document as it stands in the source: to start one's own from.
  public var text: [UInt8] { file.bytes }

  /// Read once, then kept.
  public func document() throws(JSONError) -> HeaderDocument {
    if let known = Self.read.withLock({ $0[file] }) { return known }
    let document = try HeaderDocument.parse(text, file: name)
    Self.read.withLock { $0[file] = document }
    return document
  }

  private static let read = Mutex<[EmbeddedFile: HeaderDocument]>([:])
}

extension HeaderStyle {
  /// The document of one of the style's variants. A variant with rules or layers of its own is a
  /// document of its own, `mimic-first` beside `mimic`, so that each says all there is to say;
  /// contacts' two differ by their device alone and share one.
  public func builtIn(_ variant: HeaderVariant) -> BuiltInHeader? {
    switch (self, variant) {
    case (.mimic, .first), (.mimic, .doc), (.stretch, .scroll):
      BuiltInHeader("\(rawValue)-\(variant.rawValue)")
    default: BuiltInHeader(rawValue)
    }
  }
}

extension HeaderDocument {
  /// A built-in header's document.
  public static func builtIn(
    _ style: HeaderStyle, variant: HeaderVariant? = nil
  ) throws(JSONError) -> HeaderDocument {
    let variant = variant ?? style.defaultVariant
    guard let header = style.builtIn(variant) else {
      throw JSONError(
        file: style.rawValue, line: 1, column: 1, keyPath: "", message: "is not part of the program"
      )
    }
    return try header.document()
  }
}
