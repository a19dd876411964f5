/// What the command line asks for.
struct BenchOptions {
  enum Task: Equatable {
    /// Time everything, or what begins so.
    case measure
    /// One render in this process, its files in a folder.
    case render(RenderPart, folder: String)
    /// Pictures of the kernels' errors, to a folder.
    case errors(folder: String)
  }

  static let usage = """
    usage: bench [--rounds N] [--only PREFIX] [--peers PYTHON]
           bench --errors FOLDER
    """

  private(set) var task = Task.measure
  private(set) var rounds = 9
  private(set) var prefix = ""
  /// An interpreter with the peers' libraries; nil: ours alone.
  private(set) var python: String?

  /// Nil for arguments that are not understood.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch option {
      case "--rounds":
        guard let count = Int(value), count > 0 else { return nil }
        rounds = count
      case "--only": prefix = value
      case "--peers": python = value
      case "--errors": task = .errors(folder: value)
      case "--render":
        guard let part = RenderPart(rawValue: value), let folder = rest.popFirst() else {
          return nil
        }
        task = .render(part, folder: folder)
      default: return nil
      }
    }
  }
}
