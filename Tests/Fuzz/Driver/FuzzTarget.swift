/// A component that reads untrusted input, with a generator of mostly valid inputs.
protocol FuzzTarget {
  /// Returns the next input. The same random numbers give the same input.
  mutating func input(_ random: inout SeededRandom) -> [UInt8]

  /// Runs an input and returns true if it was accepted. Throws `Finding` if a property is violated.
  mutating func run(_ input: [UInt8]) async throws -> Bool
}

/// A violated property.
struct Finding: Error {
  let text: String

  init(_ text: String) { self.text = text }

  /// Throws unless the property holds.
  static func require(
    _ promise: Bool, _ text: @autoclosure () -> String
  ) throws(Finding) {
    if !promise { throw Finding(text()) }
  }
}

/// The names of all targets.
enum FuzzTargetName: String, CaseIterable {
  case png
  case apng
  case jpeg
  case gif
  case webp
  case y4m
  case lzw
  case curve
  case scene
  case header
  case interaction
  case manifest
  case cache
  case jobs
  case render
  case arguments

  func makeTarget() throws -> any FuzzTarget {
    switch self {
    case .png: try PictureTarget(.png)
    case .apng: try PictureTarget(.apng)
    case .jpeg: try PictureTarget(.jpeg)
    case .gif: try PictureTarget(.gif)
    case .webp: try PictureTarget(.webp)
    case .y4m: Y4MTarget()
    case .lzw: LZWTarget()
    case .curve: try CurveTarget()
    case .scene: try SceneTarget()
    case .header: try HeaderTarget()
    case .interaction: try InteractionTarget()
    case .manifest: try ManifestTarget()
    case .cache: try CacheTarget()
    case .jobs: try JobTarget()
    case .render: try RenderTarget()
    case .arguments: try ArgumentsTarget()
    }
  }
}
