package import FileAccess
import HeaderModel
import Scrolling
package import StrictJSON

package struct OptionRow: Sendable {
  /// Where an option is counted in cache keys.
  package enum CacheRole: Sendable {
    /// In those of all outputs: it changes frames.
    case frames
    /// In those of outputs of some formats, whose encoding it changes; `.frames` are PNG stills too.
    case encoding(Set<OutputFormat>)
    /// Nowhere: it changes no byte, or is an input, which counts by its own bytes.
    case none
  }

  package let property: RequestProperty
  fileprivate let words: @Sendable () -> MessageText
  /// What is added to the sentence where it is typed.
  package let typed: String
  /// What a request without it has, in words; nil: nothing.
  package let otherwise: String?
  /// What the flag means that switches it off; nil: it is off unless given.
  package let off: String?
  /// Sentences that only the manifest's schema has, such as all device names.
  package let details: String
  package let cache: CacheRole
  package let isKey: Bool
  package let form: OptionForm
  package let parse: @Sendable (String, inout RenderRequest) throws(OptionProblem) -> Void
  package let read: @Sendable (JSONValue, inout RenderRequest) throws(JSONError) -> Void
  package let canonical: @Sendable (RenderRequest) -> String

  /// What it means, without a final stop.
  package var sentence: MessageText { words() }
}

extension RenderOption {
  typealias Path<Value> = WritableKeyPath<RenderRequest, Value> & Sendable

  /// - Parameter property: of this name in this library; nil: of the option's.
  func row<Value>(
    _ path: any Path<Value>, _ kind: OptionKind<Value>,
    _ sentence: @autoclosure @escaping @Sendable () -> MessageText,
    at property: RequestProperty? = nil, typed: String = "", otherwise: String? = nil,
    off: String? = nil, details: String = "", cache: OptionRow.CacheRole = .frames,
    isKey: Bool = true
  ) -> OptionRow {
    OptionRow(
      property: RequestProperty(property?.rawValue ?? rawValue, option: rawValue), words: sentence,
      typed: typed, otherwise: otherwise, off: off, details: details, cache: cache, isKey: isKey,
      form: kind.form,
      parse: { text, request throws(OptionProblem) in
        guard let value = kind.parse(text) else { throw OptionProblem(text, form: kind.form) }
        if let problem = kind.check(value) { throw problem }
        request[keyPath: path] = kind.following(request[keyPath: path], value)
      },
      read: { json, request throws(JSONError) in
        request[keyPath: path] = kind.following(request[keyPath: path], try kind.read(json))
      },
      canonical: { kind.canonical($0[keyPath: path]) })
  }

  /// The same for a property that is nil without the option.
  func row<Value>(
    _ path: any Path<Value?>, _ kind: OptionKind<Value>,
    _ sentence: @autoclosure @escaping @Sendable () -> MessageText,
    at property: RequestProperty? = nil, typed: String = "", otherwise: String? = nil,
    off: String? = nil, details: String = "", cache: OptionRow.CacheRole = .frames,
    isKey: Bool = true
  ) -> OptionRow {
    row(
      path, kind.optional, sentence(), at: property, typed: typed, otherwise: otherwise, off: off,
      details: details, cache: cache, isKey: isKey)
  }

  /// A limit of what a request may cost: more than any machine has is far from what a product of two
  /// would overflow.
  func limit(
    _ path: any Path<Int>, _ sentence: @autoclosure @escaping @Sendable () -> MessageText,
    at property: RequestProperty
  ) -> OptionRow {
    row(
      path, .integer(1...(1 << 40)), sentence(), at: property,
      otherwise: "\(RenderRequest()[keyPath: path])", cache: .none, isKey: false)
  }

  package var row: OptionRow { RenderOption.rows[self] ?? makeRow() }

  private static let rows = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.makeRow()) })

  package static let keys = allCases.filter(\.row.isKey)

  package static let limits: [RenderOption] = [
    .maxInputBytes, .maxPixels, .maxFrames, .maxCanvasPixels, .maxSamples,
  ]
}

extension HeaderKitError.Subject {
  package static func option(_ option: RenderOption) -> HeaderKitError.Subject {
    .property(option.row.property)
  }
}

extension MessageText.StringInterpolation {
  package mutating func appendInterpolation(option: RenderOption) {
    appendInterpolation(option.row.property)
  }
}

extension SceneRequest {
  /// A text by its name; nil is not set.
  subscript(text name: String) -> String? {
    get { texts.last { $0.key == name }?.value }
    set { if let newValue { texts.append((name, newValue)) } }
  }

  /// A colour by its name; nil is not set.
  subscript(color name: String) -> DocumentColor? {
    get { colors.last { $0.key == name }?.value }
    set { if let newValue { colors.append((name, newValue)) } }
  }
}

extension NamedCurve {
  static var names: [String] { allCases.map(\.rawValue) }
}
