import StrictJSON

/// What a document declares, in the order of reading; expressions by their places.
struct DocumentDeclarations: Sendable {
  /// The screen that the header was made for.
  var device = Device.iPhone8
  var isDark = false
  var images: [DeclaredImage] = []
  var expectedPictures: [String: ExpectedPicture] = [:]
  var fonts: [(name: String, path: String)] = []
  var colors: [DeclaredColor] = []
  var constants: [DeclaredConstant] = []
  var memory: [DeclaredMemory] = []
  var texts: [DeclaredText] = []
  /// The expressions in them, as they are written.
  var textNumbers: [String: CellID] = [:]
  var scroll = ScrollDefinition()
  /// Of scrolls, each a list of which the first that holds runs.
  var rules: [[Rule]] = []
  var interaction = InteractionDefinition()
  var phases: [NamedCondition] = []
  var roots: [Int] = []
  var chrome = ScreenChrome()
  var trace: TraceDefinition?

  /// What is remembered, and behind it the inputs.
  var slots: [DeclaredMemory] { memory + interaction.inputs.map(\.slot) }
  var allRules: [Rule] { (rules + interaction.rules.flatMap(\.lists)).flatMap(\.self) }
}

/// A header document, read and compiled: shared by all headers that run it.
final class HeaderProgram: Sendable {
  let sections: DocumentSections
  private let others = ReadOnce<String, HeaderProgram>()
  let declared: DocumentDeclarations
  let layers: [CompiledLayer]
  let cells: [Cell]
  /// Where the code of each cell starts.
  let starts: [Int]
  /// Whether a cell never changes.
  let isFixed: [Bool]
  let code: [Instruction]
  let interpolations: [Interpolation]

  init(
    _ sections: DocumentSections, _ declared: DocumentDeclarations, _ layers: [LayerDefinition],
    _ compiler: CellCompiler
  ) {
    self.sections = sections
    self.declared = declared
    self.layers = layers.map(CompiledLayer.init)
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
