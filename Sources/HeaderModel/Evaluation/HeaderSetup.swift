/// A document, its environment, and the values derived from them that no event changes.
///
/// A class, so that the copies of an interpreter share it: searches make millions of copies.
final class HeaderSetup: Sendable {
  let document: HeaderDocument
  let environment: DocumentEnvironment
  let program: HeaderProgram
  /// The sizes of each declared image's pictures, which list rows repeat. `nil` for a picture that
  /// is not given.
  let imageSizes: [[PictureSize?]]
  /// The declared colors, each with its rows.
  let colors: [[Double]]
  let texts: [TextRows]
  /// The paths of the document's font files.
  let fonts: [String]
  /// Whether the scroll range depends on the memory.
  let movesEdges: Bool
  /// The memory entries and inputs whose animated values the scroll range depends on.
  let edgeSlots: [Int]
  /// Whether an expression uses the function `pressed`.
  let knowsTouches: Bool
  /// Whether an expression uses the function `shown`.
  let readsShown: Bool

  init(_ document: HeaderDocument, _ environment: DocumentEnvironment) {
    self.document = document
    self.environment = environment
    let program = document.program
    self.program = program
    imageSizes = program.declared.images.enumerated().map { index, image in
      let paths = document.paths(ofImage: index)
      return (paths.isEmpty ? [image.name] : paths).map { environment.imageSizes[$0] }
    }
    colors = program.declared.colors.indices.map { index in
      document.rows(ofColor: index, isDark: environment.isDark).map(\.number)
    }
    texts = TextRows.all(document)
    fonts = document.fontFiles
    let edges = program.declared.scroll.edges
    movesEdges = edges.contains { program.cells[$0].dependencies.contains(.memory) }
    edgeSlots = program.slots(readBy: edges, animated: true).sorted()
    knowsTouches = program.code.contains { if case .pressed = $0 { true } else { false } }
    readsShown = program.code.contains { if case .shown = $0 { true } else { false } }
  }
}
