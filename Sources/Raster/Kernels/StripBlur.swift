/// One direction of a ``StripBlur``, in elements of its strips.
struct StripAxis {
  /// In front of a strip, for its passes to work in.
  let lead: Int
  /// That are read, of these the first one wanted, and how many are wanted.
  let seen: Int
  let offset: Int
  let wanted: Int
}

/// A blur of a picture in two directions: strips of four columns down, a group of them at a time, then bands
/// of four rows across.
struct StripBlur {
  let down: StripAxis
  let across: StripAxis
  /// Strips that are filled together.
  let group: Int

  /// Strips of a group, one after the other.
  struct Group {
    /// The first element of the first strip.
    let strips: UnsafeMutableRawPointer
    /// Bytes from one strip to the next.
    let stripSize: Int
    /// The first column, and how many there are; four to a strip.
    let column: Int
    let columns: Int
  }

  /// - Parameters:
  ///   - gather: fills the strips of a group.
  ///   - blurDown: blurs a strip, which begins with its lead.
  ///   - blurAcross: the same for a band.
  ///   - scatter: takes what is wanted of a band, by the band's number, and how many rows of it are.
  func run(
    gather: (Group) -> Void, blurDown: (UnsafeMutablePointer<UInt16>) -> Void,
    blurAcross: (UnsafeMutablePointer<UInt16>) -> Void,
    scatter: (_ band: Int, UnsafeRawPointer, _ rows: Int) -> Void
  ) {
    // Between the two directions: an element of a band is a column, four values a row.
    let bands = (down.wanted &+ 3) / 4
    let bandLead = across.lead &* Strips.lanes
    let bandSize = bandLead &+ (across.seen &+ 3) / 4 &* 4 &* Strips.lanes
    let between = UnsafeMutablePointer<UInt16>.allocate(capacity: bands &* bandSize)
    let stripLead = down.lead &* Strips.lanes
    let stripSize = stripLead &+ (down.seen &+ 3) &* Strips.lanes
    let strips = UnsafeMutablePointer<UInt16>.allocate(capacity: group &* stripSize)
    // The last band may have fewer than four rows; the others stay 0.
    strips.initialize(repeating: 0, count: group &* stripSize)
    defer {
      between.deallocate()
      strips.deallocate()
    }
    for column in stride(from: 0, to: across.seen, by: 4 &* group) {
      let columns = min(4 &* group, across.seen &- column)
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
        min(4, down.wanted &- band &* 4))
    }
  }
}
