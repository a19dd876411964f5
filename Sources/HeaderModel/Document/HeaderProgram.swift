/// A header document, read and compiled: shared by all headers that run it.
final class HeaderProgram: Sendable {
  /// The name the text was read under.
  let file: String?
  let name: String
  let description: String?
  let screen: ScreenDefinition
  let scroll: ScrollDefinition
  let constants: [DeclaredConstant]
  let memory: [DeclaredMemory]
  /// Each a list of which the first that holds runs.
  let rules: [[Rule]]
  let phases: [(name: String, when: CellID?)]
  let layers: [CompiledLayer]
  let roots: [Int]
  let texts: [DeclaredText]
  let colors: [DeclaredColor]
  let images: [DeclaredImage]
  let cells: [Cell]
  /// Where the code of each cell starts.
  let starts: [Int]
  /// Whether a cell never changes.
  let isFixed: [Bool]
  let code: [Instruction]
  let interpolations: [Interpolation]

  init(
    file: String?, name: String, description: String?, screen: ScreenDefinition,
    scroll: ScrollDefinition,
    constants: [DeclaredConstant], memory: [DeclaredMemory], rules: [[Rule]],
    phases: [(name: String, when: CellID?)], layers: [LayerDefinition], roots: [Int],
    texts: [DeclaredText], colors: [DeclaredColor], images: [DeclaredImage], cells: [Cell],
    code: [Instruction], interpolations: [Interpolation]
  ) {
    self.file = file
    self.name = name
    self.description = description
    self.screen = screen
    self.scroll = scroll
    self.constants = constants
    self.memory = memory
    self.rules = rules
    self.phases = phases
    self.layers = layers.map(CompiledLayer.init)
    self.roots = roots
    self.texts = texts
    self.colors = colors
    self.images = images
    self.cells = cells
    starts = cells.map(\.start)
    isFixed = cells.map(\.dependencies.isEmpty)
    self.code = code
    self.interpolations = interpolations
  }
}
