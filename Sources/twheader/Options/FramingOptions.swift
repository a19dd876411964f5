import ArgumentParser
import Rendering

/// The words and the colour that are changed most often, without a scene document.
struct WordOptions: RenderOptionGroup {
  @Option(.name) var name: String?
  @Option(.handle) var handle: String?
  @Option(.title) var title: String?
  @Option(.accent) var accent: String?
}

/// Which part of the screen is shown, how large, and what surrounds it.
struct FramingOptions: RenderOptionGroup {
  @Option(.crop) var crop: String?
  @Option(.width) var width: String?
  @Option(.height) var height: String?
  @Option(.cornerRadius) var cornerRadius: String?
  @Flag(.frame) var frame: Bool

  /// Refuses a scale that was given as well as pixels.
  func check(_ header: HeaderOptions) throws(UsageError) {
    guard header.scale == nil || (width == nil && height == nil) else {
      throw UsageError("--scale: follows from --width and --height; give one or the other")
    }
  }
}
