/// A part of a message: words, with the request properties it speaks of kept apart, so that each
/// user interface calls them by its own names.
///
///     let remedy: MessageText = "raise the limit with \(.frameLimit)"
///     remedy.description                      // raise the limit with limits.frames
///     remedy.text { _ in "--max-frames" }     // raise the limit with --max-frames
public struct MessageText: Hashable, Sendable, CustomStringConvertible {
  enum Segment: Hashable, Sendable {
    case words(String)
    case property(RequestProperty)
  }

  private(set) var segments: [Segment] = []

  init(segments: [Segment]) { for segment in segments { append(segment) } }

  /// Words alone.
  public init(_ words: String) { append(.words(words)) }

  /// Equal texts have equal segments: no two words in a row, no empty ones.
  private mutating func append(_ segment: Segment) {
    switch (segment, segments.last) {
    case (.words(""), _): break
    case (.words(let words), .words(let before)?):
      segments[segments.count - 1] = .words(before + words)
    default: segments.append(segment)
    }
  }

  /// Whether there are no words.
  public var isEmpty: Bool { segments.isEmpty }

  /// The properties it speaks of, in order.
  public var properties: [RequestProperty] {
    segments.compactMap { if case .property(let property) = $0 { property } else { nil } }
  }

  /// The text, with a name for each property.
  public func text(naming name: (RequestProperty) -> String) -> String {
    segments.map { segment in
      switch segment {
      case .words(let words): words
      case .property(let property): name(property)
      }
    }.joined()
  }

  /// The same with words for the properties that `name` knows.
  func naming(_ name: (RequestProperty) -> String?) -> MessageText {
    MessageText(
      segments: segments.map { segment in
        if case .property(let property) = segment, let words = name(property) {
          .words(words)
        } else {
          segment
        }
      })
  }

  /// One after the other.
  public static func + (first: MessageText, second: MessageText) -> MessageText {
    MessageText(segments: first.segments + second.segments)
  }

  /// The text, with the properties' names in this library.
  public var description: String { text(naming: \.rawValue) }
}

extension MessageText: ExpressibleByStringInterpolation {
  /// Gathers words and properties.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var segments: [Segment] = []

    /// Empty.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds words.
    public mutating func appendLiteral(_ literal: String) { segments.append(.words(literal)) }

    /// Adds a property.
    public mutating func appendInterpolation(_ property: RequestProperty) {
      segments.append(.property(property))
    }

    /// Adds a text with its properties.
    public mutating func appendInterpolation(_ text: MessageText) { segments += text.segments }

    /// Adds a value as a string shows it.
    public mutating func appendInterpolation<Value>(_ value: Value) {
      segments.append(.words("\(value)"))
    }
  }

  /// Words alone.
  public init(stringLiteral value: String) { self.init(value) }

  /// What an interpolation gathered.
  public init(stringInterpolation: StringInterpolation) {
    self.init(segments: stringInterpolation.segments)
  }
}
