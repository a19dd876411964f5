import Comparison
import Files
import HeaderScene
import Rendering

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
    let resources = Renderer.Resources(fonts: try installedFonts(), shared: shared)
    var request = item.request
    request.jobs = jobs
    request.curve = .curve(try shared.curve(item.inputs.curve))
    var warnings: [String] = []
    let animations = zip(item.outputs, targets).filter { $0.0.moment == nil }.map(\.1)
    if !animations.isEmpty {
      warnings = try await Renderer(request).render(
        to: animations, replacesFrames: true, with: resources
      ).warnings
    }
    for (output, target) in zip(item.outputs, targets) {
      guard let moment = output.moment else { continue }
      var still = StillRequest()
      still.header = request.header
      still.moment = moment.moment(request.curve, request.eventRate)
      let outcome = try StillRenderer(still)
        .write(to: target.path, level: request.pngLevel, with: resources)
      for warning in outcome.warnings where !warnings.contains(warning) { warnings.append(warning) }
    }
    return warnings
  }

  private func installedFonts() throws(HeaderKitError) -> SceneFonts {
    if let fonts { return fonts }
    let found = try SceneFonts.installed()
    fonts = found
    return found
  }
}
