import Comparison
import Files
import HeaderScene
import Rendering

/// Makes the names under which outputs are kept: two outputs of the same name have the same bytes.
final class CacheKeys: Sendable {
  private let shared: SharedInputs
  private let fonts: FontIdentity

  init(_ shared: SharedInputs, fonts: FontIdentity) {
    self.shared = shared
    self.fonts = fonts
  }

  /// Of each output: SHA-256 over the engine's version, the options, the bytes of every input and
  /// the fonts.
  func keys(of item: BatchItem) throws(HeaderKitError) -> [ContentDigest] {
    let outline = try SceneResolver(item.request.header, shared: shared).outline()
    let inputs = item.inputs
    let render = """
      twheader render 1
      \(Engine.version)
      \(CanonicalOptions.text(of: item.request))
      curve \(try digest(inputs.curve))
      scene \(try digest(inputs.scene))
      banner \(try digest(inputs.banner))
      avatar \(try digest(inputs.avatar))
      fonts \(try fonts.digest(family: outline.settings.font))

      """
    return item.outputs.map { output in
      ContentDigest(of: render + CanonicalOptions.packing(output, of: item.request))
    }
  }

  /// The demo's own files belong to the engine's version.
  private func digest(_ path: String?) throws(HeaderKitError) -> String {
    guard let path else { return "built-in" }
    return try shared.digest(of: path).hexadecimal
  }
}
