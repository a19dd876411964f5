import CHeaderDocuments
public import StrictJSON
import Synchronization

/// The headers whose documents are part of the program.
public struct BuiltInHeader: Hashable, Sendable {
  /// As `--style` and a document's `name` have it.
  public let name: String
  private let place: Int

  /// All of them, in the order in which they are told to users.
  public static let all: [BuiltInHeader] = (0..<header_document_count()).map { place in
    var name: [UInt8] = []
    while true {
      let byte = header_document_name_byte(place, name.count)
      if byte == 0 { break }
      name.append(byte)
    }
    return BuiltInHeader(name: String(decoding: name, as: UTF8.self), place: place)
  }

  /// The header of that name, nil where there is none.
  public init?(_ name: String) {
    guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }

  private init(name: String, place: Int) {
    self.name = name
    self.place = place
  }

  /// The document as it stands in the source: to start one's own from.
  public var text: [UInt8] {
    (0..<header_document_size(place)).map { header_document_byte(place, $0) }
  }

  /// Read once, then kept.
  public func document() throws(JSONError) -> HeaderDocument {
    if let known = Self.read.withLock({ $0[place] }) { return known }
    let document = try HeaderDocument.parse(text, file: name)
    Self.read.withLock { $0[place] = document }
    return document
  }

  private static let read = Mutex<[Int: HeaderDocument]>([:])
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
