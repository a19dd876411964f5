/// The pixels of one row that may differ, and what is known of each; memory that whoever makes it
/// gives back.
struct CandidateRow {
  /// Rising.
  let columns: UnsafeMutablePointer<Int32>
  /// Squared, in single precision; 0 where not all pixels are opaque.
  let distances: UnsafeMutablePointer<Float>
  /// `open`, `Neighbourhood.passes`, or another: no anti-aliasing.
  let verdicts: UnsafeMutablePointer<UInt8>
  /// Room for those that a question is still asked of.
  let queue: UnsafeMutablePointer<Int32>

  /// The verdict on a pixel that nobody looked at.
  static let open = UInt8.max

  /// - Parameter capacity: pixels of a row. One more has room, which is written and not counted.
  init(capacity: Int) {
    columns = .allocate(capacity: capacity + 1)
    distances = .allocate(capacity: capacity + 1)
    verdicts = .allocate(capacity: capacity + 1)
    queue = .allocate(capacity: capacity + 1)
  }

  /// Gives the memory back.
  func deallocate() {
    columns.deallocate()
    distances.deallocate()
    verdicts.deallocate()
    queue.deallocate()
  }
}
