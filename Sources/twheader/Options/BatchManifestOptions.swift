import ArgumentParser
import Batch
import Files

/// Which items of which manifest.
struct BatchManifestOptions: ParsableArguments {
  @Argument(help: "A manifest: .json is one document, anything else has one item a line.")
  var manifest: String

  @Option(help: "Items whose id matches, with * and ?; repeatable.")
  var only: [String] = []

  @Option(help: "But not items whose id matches; repeatable.")
  var skip: [String] = []

  @OptionGroup var limits: LimitOptions

  /// The manifest, checked, with the items chosen.
  func load(outputFolder: String? = nil, pictureBytes: Int? = nil) throws -> Manifest {
    let all =
      if let pictureBytes {
        try Manifest.load(
          manifest, outputFolder: outputFolder, limits: limits.limits, pictureBytes: pictureBytes)
      } else {
        try Manifest.load(manifest, outputFolder: outputFolder, limits: limits.limits)
      }
    let chosen = all.selecting(only: only, skip: skip)
    guard !chosen.items.isEmpty else {
      throw HeaderKitError(
        .usage, subject: .place(only.isEmpty ? "--skip" : "--only"), reason: "leaves no item",
        remedy: "ids are like \(all.items.first?.id ?? "")")
    }
    return chosen
  }
}
