/// The two ends of the content, and what a finger sees past them.
struct ScrollEdges: Hashable, Sendable {
  /// The offset at the content's end; the other edge is 0.
  let largest: Double
  /// nil: the content stops at its edges.
  let band: RubberBand?

  /// The edge an offset lies beyond; nil between the edges.
  func passed(by offset: Double) -> Double? {
    if offset < 0 { return 0 }
    if offset > largest { return largest }
    return nil
  }

  /// The offset shown for the one the finger wants.
  func shown(wanted: Double) -> Double {
    guard let edge = passed(by: wanted) else { return wanted }
    guard let band else { return edge }
    let overscroll = band.shown(wanted: (wanted - edge).magnitude)
    return wanted < edge ? edge - overscroll : edge + overscroll
  }

  /// The offset a finger wants that takes hold of the content where it is shown.
  func wanted(shown: Double) -> Double {
    guard let edge = passed(by: shown) else { return shown }
    guard let band else { return edge }
    let overscroll = band.wanted(shown: (shown - edge).magnitude)
    return shown < edge ? edge - overscroll : edge + overscroll
  }
}
