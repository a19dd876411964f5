import StrictJSON

/// A header document, read and compiled: shared by all headers that run it.
final class HeaderProgram: Sendable {
  let sections: DocumentSections
  private let others = ReadOnce<String, HeaderProgram>()
  let screen: ScreenDefinition
  let scroll: ScrollDefinition
  let constants: [DeclaredConstant]
  let memory: [DeclaredMemory]
  /// Each a list of which the first that holds runs.
  let rules: [[Rule]]
  let interaction: InteractionDefinition
  let phases: [NamedCondition]
  let layers: [CompiledLayer]
  let roots: [Int]
  let texts: [DeclaredText]
  /// The expressions in them, as they are written.
  let textNumbers: [String: CellID]
  let colors: [DeclaredColor]
  let images: [DeclaredImage]
  let fonts: [(name: String, path: String)]
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

  init(_ reader: DocumentReader, _ sections: DocumentSections, _ compiler: CellCompiler) {
    self.sections = sections
    screen = reader.screen
    scroll = reader.scroll
    constants = reader.constants
    memory = reader.memory
    rules = reader.rules
    interaction = reader.interaction
    phases = reader.phases
    layers = reader.layers.map(CompiledLayer.init)
    roots = reader.roots
    texts = reader.texts
    textNumbers = reader.textNumbers
    colors = reader.colors
    images = reader.images
    fonts = reader.fonts
    expectedPictures = reader.expectedPictures
    chrome = reader.chrome
    trace = reader.trace
    cells = compiler.cells
    starts = cells.map(\.start)
    isFixed = cells.map(\.dependencies.isEmpty)
    code = compiler.code
    interpolations = compiler.interpolations
  }

  var file: String? { sections.root.value.document.file }

  func variant(_ name: String) throws(JSONError) -> HeaderProgram {
    try others.value(name) { () throws(JSONError) in
      try DocumentReader.read(sections.root.value, variant: name)
    }
  }

  var allRules: [Rule] {
    Array((rules + interaction.rules.flatMap(\.lists)).joined())
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
