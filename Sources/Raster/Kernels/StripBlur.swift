/// The sizes of one direction of a ``StripBlur``, in elements: one element per pixel along that
/// direction.
struct StripAxis {
  /// The number of spare elements before the first input element, which the passes overwrite.
  let lead: Int
  /// The number of input elements.
  let inputCount: Int
  /// The index of the first output element among the input elements.
  let offset: Int
  /// The number of output elements.
  let outputCount: Int
}

/// A separable blur of a picture: strips of four columns vertically, a group of strips at a time,
/// then bands of four rows horizontally.
///
/// An element of a strip has the four pixels of one row; an element of a band has the four pixels
/// of one column. A pixel has four 16-bit channels.
struct StripBlur {
  let down: StripAxis
  let across: StripAxis
  /// The maximum number of strips that `gather` fills in one call.
  let group: Int

  /// Consecutive strips in memory.
  struct Group {
    /// The first element of the first strip.
    let strips: UnsafeMutableRawPointer
    /// The size of a strip in bytes.
    let stripSize: Int
    /// The first column.
    let column: Int
    /// The number of columns, four per strip.
    let columns: Int
  }

  /// Runs the blur.
  ///
  /// - Parameters:
  ///   - gather: Fills the strips of a group.
  ///   - blurDown: Blurs a strip in place; the pointer is to its lead.
  ///   - blurAcross: Blurs a band in place; the pointer is to its lead.
  ///   - scatter: Writes the output elements of a band, whose first row is 4 * `band`. `rows` is
  ///     the number of rows to write, 1...4.
  @inline(__always)
  func run(
    gather: (Group) -> Void, blurDown: (UnsafeMutablePointer<UInt16>) -> Void,
    blurAcross: (UnsafeMutablePointer<UInt16>) -> Void,
    scatter: (_ band: Int, UnsafeRawPointer, _ rows: Int) -> Void
  ) {
    let bands = (down.outputCount &+ 3) / 4
    let bandLead = across.lead &* Strips.lanes
    let bandSize = bandLead &+ (across.inputCount &+ 3) / 4 &* 4 &* Strips.lanes
    let between = UnsafeMutablePointer<UInt16>.allocate(capacity: bands &* bandSize)
    let stripLead = down.lead &* Strips.lanes
    let stripSize = stripLead &+ (down.inputCount &+ 3) &* Strips.lanes
    let strips = UnsafeMutablePointer<UInt16>.allocate(capacity: group &* stripSize)
    // The last band may have fewer than four rows; its other rows stay 0.
    strips.initialize(repeating: 0, count: group &* stripSize)
    defer {
      between.deallocate()
      strips.deallocate()
    }
    for column in stride(from: 0, to: across.inputCount, by: 4 &* group) {
      let columns = min(4 &* group, across.inputCount &- column)
      gather(
        Group(
          strips: UnsafeMutableRawPointer(strips + stripLead), stripSize: stripSize &* 2,
          column: column, columns: columns))
      for index in 0..<(columns &+ 3) / 4 {
        let strip = strips + index &* stripSize
        blurDown(strip)
        Strips.transpose(
          UnsafeMutableRawPointer(between + bandLead + (column &+ index &* 4) &* Strips.lanes),
          UnsafeRawPointer(strip + down.offset &* Strips.lanes), bands: bands,
          bandSize: bandSize &* 2)
      }
    }
    for band in 0..<bands {
      let strip = between + band &* bandSize
      blurAcross(strip)
      scatter(
        band, UnsafeRawPointer(strip + across.offset &* Strips.lanes),
        min(4, down.outputCount &- band &* 4))
    }
  }
}
