/// The text of a message. References to properties of the request are stored separately, so that
/// each user interface can use its own names for them.
///
///     let remedy: MessageText = "raise the limit with \\(.frameLimit)"
///     remedy.description                      // raise the limit with limits.frames
///     remedy.text { _ in "--max-frames" }     // raise the limit with --max-frames
public struct MessageText: Hashable, Sendable, CustomStringConvertible {
  enum Segment: Hashable, Sendable {
    case literal(String)
    case property(RequestProperty)
  }

  private(set) var segments: [Segment] = []

  init(segments: [Segment]) { for segment in segments { append(segment) } }

  /// Creates a text without properties.
  public init(_ words: String) { append(.literal(words)) }

  /// Adds a segment. Merges adjacent words and skips empty ones, so that equal texts have equal
  /// segments.
  private mutating func append(_ segment: Segment) {
    switch (segment, segments.last) {
    case (.literal(""), _): break
    case (.literal(let words), .literal(let before)?):
      segments[segments.count - 1] = .literal(before + words)
    default: segments.append(segment)
    }
  }

  /// Whether the text is empty.
  public var isEmpty: Bool { segments.isEmpty }

  /// The properties in the text, in order.
  public var properties: [RequestProperty] {
    segments.compactMap { if case .property(let property) = $0 { property } else { nil } }
  }

  /// Returns the text with a name for each property.
  public func text(naming name: (RequestProperty) -> String) -> String {
    segments.map { segment in
      switch segment {
      case .literal(let words): words
      case .property(let property): name(property)
      }
    }.joined()
  }

  /// Returns the text with properties replaced by names. A property for which `name` returns `nil`
  /// is unchanged.
  func naming(_ name: (RequestProperty) -> String?) -> MessageText {
    MessageText(
      segments: segments.map { segment in
        if case .property(let property) = segment, let words = name(property) {
          .literal(words)
        } else {
          segment
        }
      })
  }

  /// Concatenates two texts.
  public static func + (first: MessageText, second: MessageText) -> MessageText {
    MessageText(segments: first.segments + second.segments)
  }

  /// The text with the names of the properties in this library.
  public var description: String { text(naming: \.rawValue) }
}

extension MessageText: ExpressibleByStringInterpolation {
  /// Collects the parts of an interpolated string.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var segments: [Segment] = []

    /// Creates an empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends literal text.
    public mutating func appendLiteral(_ literal: String) { segments.append(.literal(literal)) }

    /// Appends a property.
    public mutating func appendInterpolation(_ property: RequestProperty) {
      segments.append(.property(property))
    }

    /// Appends a text with its properties.
    public mutating func appendInterpolation(_ text: MessageText) { segments += text.segments }

    /// Appends the description of a value.
    public mutating func appendInterpolation<Value>(_ value: Value) {
      segments.append(.literal("\(value)"))
    }
  }

  /// Creates a text without properties.
  public init(stringLiteral value: String) { self.init(value) }

  /// Creates a text from an interpolated string.
  public init(stringInterpolation: StringInterpolation) {
    self.init(segments: stringInterpolation.segments)
  }
}
