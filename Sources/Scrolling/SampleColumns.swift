/// Which fields of a log's lines make a sample.
struct SampleColumns {
  private(set) var time = 0
  private(set) var offset = 1
  /// Without a header the third is one if it is 0 or 1 throughout.
  private(set) var dragging: Int? = 2
  private(set) var names: [String] = []

  /// Without a header.
  init() {}

  /// Nil where the names of a header have no time or no offset.
  init?(_ names: [String], _ options: CurveImport.Options) {
    typealias Known = CurveImport.Options
    guard let time = Self.place(options.timeColumn, Known.timeNames, names),
      let offset = Self.place(options.offsetColumn, Known.offsetNames, names)
    else { return nil }
    dragging = Self.place(nil, Known.draggingNames, names)
    (self.time, self.offset, self.names) = (time, offset, names)
  }

  /// Where the first of the names stands that is asked for, else known, without regard to case;
  /// `t_ms` and `t (ms)` are `t`.
  static func place(_ asked: String?, _ known: [String], _ names: [String]) -> Int? {
    let names = names.map { $0.lowercased() }
    let wanted = asked.map { [$0.lowercased()] } ?? known
    return wanted.lazy.compactMap(names.firstIndex(of:)).first
      ?? wanted.lazy.compactMap { name in
        names.firstIndex {
          CurveImport.Options.Unit(columnName: $0) != nil
            && $0.split(whereSeparator: { !$0.isLetter }).dropLast().joined() == name
        }
      }.first
  }

  func title(_ place: Int) -> String {
    names.indices.contains(place) ? "column \"\(names[place])\"" : "column \(place + 1)"
  }
}
