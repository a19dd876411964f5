import HeaderScene

/// Renders items one after the other; belongs to one task.
protocol ItemRendering: AnyObject {
  /// Writes the targets; gives what a user should know.
  func render(_ item: BatchItem, to targets: [OutputTarget]) async throws(HeaderKitError)
    -> [String]
}

/// Renders with fonts found once and inputs that all items share.
final class ItemRenderer: ItemRendering {
  private let shared: SharedInputs
  /// Frames of an item painted at a time.
  private let jobs: Int
  private var fonts: SceneFonts?

  init(_ shared: SharedInputs, jobs: Int) {
    self.shared = shared
    self.jobs = jobs
  }

  func render(
    _ item: BatchItem, to targets: [OutputTarget]
  ) async throws(HeaderKitError) -> [String] {
    let fonts = try installedFonts()
    var request = item.request
    request.jobs = jobs
    request.curve = .curve(try shared.curve(item.inputs.curve))
    let outcome = try await Renderer(request).render(
      to: targets, replacesFrames: true, with: Renderer.Resources(fonts: fonts, shared: shared))
    return outcome.warnings
  }

  private func installedFonts() throws(HeaderKitError) -> SceneFonts {
    if let fonts { return fonts }
    let found = try SceneFonts.installed()
    fonts = found
    return found
  }
}
