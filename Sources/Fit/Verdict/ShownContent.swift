import PortableMath
import Raster

/// What pictures show on their background, and how much of it others lack: a background alone is the
/// same in many headers.
struct ShownContent {
  /// Pixels that are not of their picture's most common colour.
  private(set) var pixels = 0
  /// Of these, how many are grossly off.
  private(set) var gross = 0

  /// 0...1; 0 where there is nothing but background.
  var grossShare: Double { pixels == 0 ? 0 : Double(gross) / Double(pixels) }

  /// Counts a picture beside another of its size.
  ///
  /// - Parameter outside: what lies in these rectangles is not counted.
  mutating func count(_ picture: Pixmap, beside other: Pixmap, outside: [PixelRect] = []) {
    let mine = picture.bytes.span
    let theirs = other.bytes.span
    let background = ShownContent.background(of: picture)
    for place in stride(from: 0, to: mine.count, by: 4) {
      let (x, y) = (place / 4 % picture.width, place / 4 / picture.width)
      let isInside = outside.contains {
        ($0.x..<$0.maxX).contains(x) && ($0.y..<$0.maxY).contains(y)
      }
      if isInside { continue }
      var (isContent, isGross) = (false, false)
      for channel in 0..<3 {
        let value = Int(mine[place + channel])
        let difference = LayerView.grossDifference
        if abs(value - background[channel]) > difference { isContent = true }
        if abs(value - Int(theirs[place + channel])) > difference { isGross = true }
      }
      guard isContent else { continue }
      pixels += 1
      if isGross { gross += 1 }
    }
  }

  /// Red, green and blue of the most common colour, to sixteen levels.
  private static func background(of picture: Pixmap) -> [Int] {
    let bytes = picture.bytes.span
    var counts = [Int](repeating: 0, count: 1 << 12)
    for place in stride(from: 0, to: bytes.count, by: 4) {
      let (red, green, blue) = (bytes[place] >> 4, bytes[place + 1] >> 4, bytes[place + 2] >> 4)
      counts[Int(red) << 8 | Int(green) << 4 | Int(blue)] += 1
    }
    let most = counts.indices.max { counts[$0] < counts[$1] } ?? 0
    return [most >> 8, most >> 4 & 15, most & 15].map { $0 * 16 + 8 }
  }
}
