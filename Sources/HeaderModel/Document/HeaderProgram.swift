import StrictJSON

/// A header document, read and compiled: shared by all headers that run it.
final class HeaderProgram: Sendable {
  /// The text as it was read, all variants of it.
  let source: JSONValue
  let name: String
  let description: String?
  let variant: String?
  let variants: [HeaderDocument.Variant]
  private let others = VariantPrograms()
  let screen: ScreenDefinition
  let scroll: ScrollDefinition
  let constants: [DeclaredConstant]
  let memory: [DeclaredMemory]
  /// Each a list of which the first that holds runs.
  let rules: [[Rule]]
  let interaction: InteractionDefinition
  let phases: [(name: String, when: CellID?)]
  let layers: [CompiledLayer]
  let roots: [Int]
  let texts: [DeclaredText]
  let colors: [DeclaredColor]
  let images: [DeclaredImage]
  let expectedPictures: [String: ExpectedPicture]
  let chrome: ScreenChrome
  let trace: TraceDefinition?
  let cells: [Cell]
  /// Where the code of each cell starts.
  let starts: [Int]
  /// Whether a cell never changes.
  let isFixed: [Bool]
  let code: [Instruction]
  let interpolations: [Interpolation]

  init(
    source: JSONValue, sections: DocumentSections, screen: ScreenDefinition,
    scroll: ScrollDefinition,
    constants: [DeclaredConstant], memory: [DeclaredMemory], rules: [[Rule]],
    interaction: InteractionDefinition,
    phases: [(name: String, when: CellID?)], layers: [LayerDefinition], roots: [Int],
    texts: [DeclaredText], colors: [DeclaredColor], images: [DeclaredImage],
    expectedPictures: [String: ExpectedPicture], chrome: ScreenChrome, trace: TraceDefinition?,
    cells: [Cell], code: [Instruction], interpolations: [Interpolation]
  ) {
    self.source = source
    name = sections.name
    description = sections.description
    variant = sections.variant
    variants =
      (sections.ownVariant.map {
        [HeaderDocument.Variant(name: $0, description: sections.ownDescription)]
      } ?? []) + sections.variants.map { .init(name: $0.name, description: $0.description) }
    self.screen = screen
    self.scroll = scroll
    self.constants = constants
    self.memory = memory
    self.rules = rules
    self.interaction = interaction
    self.phases = phases
    self.layers = layers.map(CompiledLayer.init)
    self.roots = roots
    self.texts = texts
    self.colors = colors
    self.images = images
    self.expectedPictures = expectedPictures
    self.chrome = chrome
    self.trace = trace
    self.cells = cells
    starts = cells.map(\.start)
    isFixed = cells.map(\.dependencies.isEmpty)
    self.code = code
    self.interpolations = interpolations
  }

  /// The name the text was read under.
  var file: String? { source.document.file }

  /// One of the document's variants.
  func variant(_ name: String) throws(JSONError) -> HeaderProgram {
    try others.program(name) { () throws(JSONError) in
      try DocumentReader.read(source, variant: name)
    }
  }
}

/// The built-in icons, by the names that documents use.
package enum HeaderIcon: String, CaseIterable, Hashable, Sendable {
  case magnifier, heart, wifi, cellular, battery, bolt, record
  case back, forward, chevronDown, close, plus, checkmark, gear, share, bell, bookmark, star
  case person, home, menu, more, play, pause, camera, envelope, calendar, location, link, verified
  case reply, retweet, chart, shuffle, skipBack, skipForward

  /// In the order in which they are told to users.
  package static let names = allCases.map(\.rawValue)
}
