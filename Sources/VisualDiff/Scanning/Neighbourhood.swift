/// Three rows of both pictures with their flat pixels: the anti-aliasing test of opaque pixels in
/// whole numbers.
///
/// The luma weights of eight decimals make a whole number of each colour, and no two colours have
/// the same one (found by trying all differences), so that comparing these numbers is comparing
/// the original's sums, rounding and all.
struct Neighbourhood {
  typealias Rows = (
    above: UnsafePointer<UInt32>, here: UnsafePointer<UInt32>, below: UnsafePointer<UInt32>
  )

  let width: Int
  /// As `FlatRows` has them: 3 = flat in both pictures.
  let flat: Rows
  let first: Rows
  let second: Rows

  /// Whether the pixel passes as anti-aliasing in either picture; nil near the left and right
  /// edge, where the plain test decides.
  @inline(__always)
  func isAntialiasing(x: Int) -> Bool? {
    if x < 2 || x > width - 3 { return nil }
    let state = flat.here[x]
    if state == 3 { return false }
    if !hasFlatNeighbour(x) { return false }
    if state & 1 == 0, isSlope(first, x) { return true }
    return state & 2 == 0 && isSlope(second, x)
  }

  @inline(__always)
  private func hasFlatNeighbour(_ x: Int) -> Bool {
    flat.above[x - 1] == 3 || flat.above[x] == 3 || flat.above[x + 1] == 3
      || flat.here[x - 1] == 3 || flat.here[x + 1] == 3
      || flat.below[x - 1] == 3 || flat.below[x] == 3 || flat.below[x + 1] == 3
  }

  /// Whether there is a darker and a brighter neighbour, and the darkest or the brightest, the
  /// first of its kind column by column, is flat in both pictures.
  @inline(__always)
  private func isSlope(_ rows: Rows, _ x: Int) -> Bool {
    let centre = Neighbourhood.luma(rows.here[x])
    var darkest = centre
    var brightest = centre
    var darkestFlat: UInt32 = 0
    var brightestFlat: UInt32 = 0
    @inline(__always)
    func visit(_ pixel: UInt32, _ flat: UInt32) {
      let luma = Neighbourhood.luma(pixel)
      if luma > brightest {
        brightest = luma
        brightestFlat = flat
      }
      if luma < darkest {
        darkest = luma
        darkestFlat = flat
      }
    }
    visit(rows.above[x - 1], flat.above[x - 1])
    visit(rows.here[x - 1], flat.here[x - 1])
    visit(rows.below[x - 1], flat.below[x - 1])
    visit(rows.above[x], flat.above[x])
    visit(rows.below[x], flat.below[x])
    visit(rows.above[x + 1], flat.above[x + 1])
    visit(rows.here[x + 1], flat.here[x + 1])
    visit(rows.below[x + 1], flat.below[x + 1])
    return darkest < centre && brightest > centre && (darkestFlat == 3 || brightestFlat == 3)
  }

  /// The weights of `YIQDelta` times 10^8.
  @inline(__always)
  private static func luma(_ pixel: UInt32) -> Int {
    let word = Int(UInt32(littleEndian: pixel))
    return (word & 255) &* 29_889_531 &+ ((word &>> 8) & 255) &* 58_662_247
      &+ ((word &>> 16) & 255) &* 11_448_223
  }
}
