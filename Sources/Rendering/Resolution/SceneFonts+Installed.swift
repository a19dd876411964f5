package import Files
package import HeaderScene

extension SceneFonts {
  /// The installed fonts, with errors in the kit's form.
  package static func installed() throws(HeaderKitError) -> SceneFonts {
    do {
      return try SceneFonts()
    } catch {
      throw HeaderKitError(error)
    }
  }

  /// What a user should know of a document's font.
  package func warnings(for document: SceneDocument) -> [String] {
    let family = document.family
    guard !has(family: family) else { return [] }
    return ["font \(family) is not installed; another one stands in for it"]
  }
}
