/// A part of a message: words, with the request properties it speaks of kept apart, so that each
/// user interface calls them by its own names.
///
///     let remedy: MessageText = "raise the limit with \(.frameLimit)"
///     remedy.description                      // raise the limit with limits.frames
///     remedy.text { _ in "--max-frames" }     // raise the limit with --max-frames
public struct MessageText: Hashable, Sendable {
  enum Segment: Hashable, Sendable {
    case words(String)
    case property(RequestProperty)
  }

  private(set) var segments: [Segment] = []

  init(segments: [Segment]) {
    for segment in segments { append(segment) }
  }

  /// Words alone.
  public init(_ words: String) { append(.words(words)) }

  /// Words in which the last mention of the property's name in this library stands for it.
  package init(_ words: String, mentioning property: RequestProperty) {
    guard let name = words.lastRange(of: property.rawValue) else {
      self.init(words)
      return
    }
    self.init(segments: [
      .words(String(words[..<name.lowerBound])), .property(property),
      .words(String(words[name.upperBound...])),
    ])
  }

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
}

extension MessageText: CustomStringConvertible {
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

extension String {
  /// The last place of `part`.
  fileprivate func lastRange(of part: String) -> Range<String.Index>? {
    guard !part.isEmpty else { return nil }
    return indices.reversed().lazy
      .compactMap { start in
        self.index(start, offsetBy: part.count, limitedBy: self.endIndex).map { start..<$0 }
      }
      .first { self[$0] == part }
  }
}

/// A property of a request that an error speaks of.
///
/// The raw value is its name in this library. Who speaks another language to users, the command line
/// of flags, a manifest of keys, puts in its own name; see ``HeaderKitError/naming(_:)``.
public enum RequestProperty: String, CaseIterable, Hashable, Sendable {
  // What is drawn.
  case style, variant, device, scale, constants, inputs, texts, colors
  case crop = "framing.crop"
  case width = "framing.width"
  case height = "framing.height"
  // Which moments are shown.
  case framesPerSecond, speed, holdFirst, holdLast, frames, moment, offsets
  // What is written, and how.
  case outputPath = "path"
  case outputFormat = "format"
  case maxBytes, reductions, pngLevel
  case lossless = "gif.lossless"
  case effort = "gif.effort"
  case replacesFiles
  // What it may cost.
  case inputByteLimit = "limits.inputBytes"
  case pixelLimit = "limits.pixels"
  case frameLimit = "limits.frames"
  case canvasPixelLimit = "limits.canvasPixels"
  case sampleLimit = "limits.samples"
  // Fits.
  case region, pointsPerPixel
  // Comparisons and batches.
  case foldersAsAnimations = "takesFoldersAsAnimations"
  case update, outputFolder, resultFolder, shard
  case shardCount = "shards"
  case skippedItems = "skip"
  case cacheFolder = "cache"
  case withoutCache = "cache = nil"
}
