import StrictJSON

/// The declarations of a document. Expressions are referred to by their `CellID`.
struct DocumentDeclarations: Sendable {
  /// The screen that the header was designed for.
  var device = Device.iPhone8
  var isDark = false
  var images: [DeclaredImage] = []
  var expectedPictures: [String: ExpectedPicture] = [:]
  var fonts: [(name: String, path: String)] = []
  var colors: [DeclaredColor] = []
  var constants: [DeclaredConstant] = []
  var memory: [DeclaredMemory] = []
  var texts: [DeclaredText] = []
  /// The expressions in texts, by their source as written between the braces.
  var textNumbers: [String: CellID] = [:]
  var scroll = ScrollDefinition()
  /// The rules of `onScroll`. Of each inner array, the first rule whose condition holds runs.
  var rules: [[Rule]] = []
  var interaction = InteractionDefinition()
  var phases: [NamedCondition] = []
  /// The indices of the layers directly on the screen.
  var roots: [Int] = []
  var chrome = ScreenChrome()
  var trace: TraceDefinition?

  /// The memory, followed by the inputs.
  var slots: [DeclaredMemory] { memory + interaction.inputs.map(\.slot) }
  var allRules: [Rule] { (rules + interaction.rules.flatMap(\.lists)).flatMap(\.self) }
}

/// A compiled header document. Immutable and shared by all headers that run it.
final class HeaderProgram: Sendable {
  let sections: DocumentSections
  /// The programs of variants that have been compiled.
  private let others = ReadThroughCache<String, HeaderProgram>()
  let declared: DocumentDeclarations
  let layers: [CompiledLayer]
  let cells: [Cell]
  /// The index of the first instruction of each expression.
  let starts: [Int]
  /// Whether an expression is constant, by its `CellID`.
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

/// The built-in icons. Documents use the names of the cases.
package enum HeaderIcon: String, CaseIterable, Hashable, Sendable {
  case magnifier, heart, wifi, cellular, battery, bolt, record
  case back, forward, chevronDown, close, plus, checkmark, gear, share, bell, bookmark, star
  case person, home, menu, more, play, pause, camera, envelope, calendar, location, link, verified
  case reply, retweet, chart, shuffle, skipBack, skipForward

  /// The names in the order of messages and lists.
  package static let names = allCases.map(\.rawValue)
}
