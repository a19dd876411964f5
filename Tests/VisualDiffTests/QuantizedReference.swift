import PortableMath
import Raster

/// The definition of the quantized metric, pixel by pixel and window by window, for opaque pictures
/// without masks. It is slow and has none of the scan's optimizations.
struct QuantizedReference {
  private let first: [[Int]]
  private let second: [[Int]]
  private let width: Int
  private let height: Int
  private let luma: [Int]
  private let blue: [Int]
  private let red: [Int]
  /// The mean absolute steps of luma in blocks of 8 x 8 pixels, the maximum over 3 x 3 blocks.
  private let noise: [[Double]]
  private var marked = Set<Int>()

  init(_ first: Pixmap, _ second: Pixmap) {
    func channels(_ picture: Pixmap) -> [[Int]] {
      stride(from: 0, to: picture.bytes.count, by: 4).map { place in
        picture.bytes[place..<place + 3].map(Int.init)
      }
    }
    (self.first, self.second) = (channels(first), channels(second))
    (width, height) = (first.width, first.height)
    // BT.601 in 128ths, in half levels.
    func plane(_ weights: [Int]) -> [Int] {
      zip(channels(first), channels(second)).map { one, other in
        ((0..<3).reduce(32) { $0 + weights[$1] * (one[$1] - other[$1]) }) >> 6
      }
    }
    luma = plane([38, 75, 15])
    blue = plane([-21, -43, 64])
    red = plane([64, -53, -11])
    noise = Self.noise(luma, width, height)
  }

  private static func noise(_ luma: [Int], _ width: Int, _ height: Int) -> [[Double]] {
    let (columns, lines) = ((width + 7) / 8, (height + 7) / 8)
    let sharp = (0..<lines).map { line in
      (0..<columns).map { column -> Double in
        let rows = line * 8..<min(height, line * 8 + 8)
        let pixels = column * 8..<min(width, column * 8 + 8)
        var sum = 0
        for y in rows {
          for x in pixels where x < width - 1 {
            sum += abs(luma[y * width + x] - luma[y * width + x + 1])
          }
        }
        return Double(sum) / Double(2 * pixels.count * rows.count)
      }
    }
    return (0..<lines).map { line in
      (0..<columns).map { column in
        var most = 0.0
        for y in max(0, line - 1)...min(lines - 1, line + 1) {
          for x in max(0, column - 1)...min(columns - 1, column + 1) {
            most = max(most, sharp[y][x])
          }
        }
        return most
      }
    }
  }

  /// Returns the limit of a window's sum in half levels.
  private func limit(
    _ x: Int, _ y: Int, side: Int, _ base: Double, _ perNoise: Double, _ most: Double
  )
    -> Int
  {
    let line = min(noise.count - 1, (y + side / 2) / 8)
    let column = min(noise[0].count - 1, (x + side / 2) / 8)
    return Int(min(most, base + perNoise * noise[line][column]) * Double(2 * side * side))
  }

  private func sum(_ plane: [Int], _ x: Int, _ y: Int, _ side: Int) -> Int {
    var sum = 0
    for row in y..<y + side { for column in x..<x + side { sum += plane[row * width + column] } }
    return sum
  }

  /// Returns the number of differing pixels.
  mutating func count() -> Int {
    marked = []
    mark(luma, 4, 11.5, 0.67, 20)
    mark(luma, 8, 10, 0.33, 15.5)
    for plane in [blue, red] {
      mark(plane, 4, 24.5, 0, 24.5)
      mark(plane, 8, 14.5, 0, 14.5)
    }
    markSmooth()
    markSingle()
    return marked.count
  }

  /// Marks the pixels in windows over their limit whose own surroundings exceed three quarters of
  /// it.
  private mutating func mark(
    _ plane: [Int], _ side: Int, _ base: Double, _ perNoise: Double, _ most: Double
  ) {
    var inside = Set<Int>()
    for y in 0...height - side {
      for x in 0...width - side
      where abs(sum(plane, x, y, side)) > limit(x, y, side: side, base, perNoise, most) {
        for row in y..<y + side {
          for column in x..<x + side { inside.insert(row * width + column) }
        }
      }
    }
    func clamped(_ value: Int, _ most: Int) -> Int { min(max(0, value), most) }
    for place in inside {
      let (x, y) = (place % width, place / width)
      let upper = sum(plane, clamped(x - 2, width - 4), clamped(y - 2, height - 4), 4)
      let lower = sum(plane, clamped(x - 1, width - 4), clamped(y - 1, height - 4), 4)
      let own = limit(
        min(x, width - side), min(y, height - side), side: side, base, perNoise, most)
      let least = (own * 3) >> (side == 4 ? 6 : 8)
      if abs(upper + lower) >> 5 > least { marked.insert(place) }
    }
  }

  /// Marks 4 x 4 pixels that stand out by 8 levels from the surrounding windows in a smooth area.
  private mutating func markSmooth() {
    for y in 0...height - 4 {
      for x in 0...width - 4 {
        let own = abs(sum(luma, x, y, 4))
        guard own >= 256, own <= max(256, limit(x, y, side: 4, 11.5, 0.67, 20)) else { continue }
        var around: [(x: Int, y: Int)] = []
        for line in [y - 4, y, y + 4] where (0...height - 4).contains(line) {
          for column in [x - 4, x, x + 4] where (0...width - 4).contains(column) {
            if (column, line) != (x, y) { around.append((column, line)) }
          }
        }
        let standsOut = around.allSatisfy { own - abs(sum(luma, $0.x, $0.y, 4)) >= 256 }
        // A picture with a single window has no smooth area.
        guard standsOut, !around.isEmpty else { continue }
        let isSmooth = [first, second].contains { picture in
          func level(_ x: Int, _ y: Int) -> Int {
            var sum = 0
            for row in y..<y + 4 {
              for column in x..<x + 4 {
                let pixel = picture[row * width + column]
                sum += pixel[0] * 38 + pixel[1] * 75 + pixel[2] * 15
              }
            }
            return sum >> 7
          }
          let levels = around.map { level($0.x, $0.y) }
          let mean = levels.reduce(0, +) / levels.count
          return (levels.max() ?? 0) - (levels.min() ?? 0) <= 128
            && 3 * abs(level(x, y) - mean) <= 128
        }
        guard isSmooth else { continue }
        for row in y..<y + 4 { for column in x..<x + 4 { marked.insert(row * width + column) } }
      }
    }
  }

  /// Marks pixels that differ from their surroundings by 60 levels plus the ranges of both
  /// pictures.
  private mutating func markSingle() {
    for place in luma.indices where abs(luma[place]) >= 120 {
      let (x, y) = (place % width, place / width)
      var places: [Int] = []
      for row in max(0, y - 2)...min(height - 1, y + 2) {
        for column in max(0, x - 2)...min(width - 1, x + 2) { places.append(row * width + column) }
      }
      places.removeAll { $0 == place }
      let allowed = [first, second].reduce(120) { allowed, picture in
        let levels = places.map { picture[$0] }.map { ($0[0] * 38 + $0[1] * 75 + $0[2] * 15) >> 6 }
        return allowed + (levels.max() ?? 0) - (levels.min() ?? 0)
      }
      let differences = places.map { luma[$0] }
      let around = ((differences.min() ?? 0) + (differences.max() ?? 0)) / 2
      if abs(luma[place]) >= allowed, abs(luma[place] - around) >= allowed { marked.insert(place) }
    }
  }
}
