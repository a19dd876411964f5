/// Whether a pixel looks like anti-aliasing: after "Anti-aliased pixel and intensity slope
/// detector" by V. Vysniauskas (2009), as pixelmatch applies it.
struct AntialiasingTest {
  let pair: ScanPair
  let delta: YIQDelta

  /// Whether the pixel is anti-aliasing in either picture.
  func passes(x: Int, y: Int) -> Bool {
    isSlope(pair.first, pair.second, x, y) || isSlope(pair.second, pair.first, x, y)
  }

  /// Whether the pixel lies between a darker and a brighter neighbour, at most two neighbours
  /// are as bright as it is, and the darkest or the brightest belongs to a flat part of both
  /// pictures.
  private func isSlope(_ picture: PixelRows, _ other: PixelRows, _ x: Int, _ y: Int) -> Bool {
    // Equal pixels are counted first: most candidates in flat parts end here.
    var equals = equalNeighbours(picture, x, y)
    if equals > 2 { return false }
    let centre = picture.row(y)[x]
    let position = y * pair.width + x
    var darkest = 0.0
    var brightest = 0.0
    var darkestAt = (x: 0, y: 0)
    var brightestAt = (x: 0, y: 0)
    let lastLine = min(y + 1, pair.height - 1)
    let lastColumn = min(x + 1, pair.width - 1)
    var column = max(x - 1, 0)
    while column <= lastColumn {
      var line = max(y - 1, 0)
      while line <= lastLine {
        let neighbour = picture.row(line)[column]
        if neighbour != centre {
          let step = delta.brightness(centre, neighbour, position: position)
          if step == 0 {
            equals += 1
            if equals > 2 { return false }
          } else if step < darkest {
            darkest = step
            darkestAt = (column, line)
          } else if step > brightest {
            brightest = step
            brightestAt = (column, line)
          }
        }
        line += 1
      }
      column += 1
    }
    if darkest == 0 || brightest == 0 { return false }
    return isFlat(picture, other, darkestAt) || isFlat(picture, other, brightestAt)
  }

  /// Whether the pixel has at least three equal neighbours in both pictures.
  private func isFlat(_ picture: PixelRows, _ other: PixelRows, _ at: (x: Int, y: Int)) -> Bool {
    equalNeighbours(picture, at.x, at.y) > 2 && equalNeighbours(other, at.x, at.y) > 2
  }

  /// How many neighbours equal the pixel; the edge of the picture counts as one.
  private func equalNeighbours(_ picture: PixelRows, _ x: Int, _ y: Int) -> Int {
    let here = picture.row(y)
    let centre = here[x]
    func equals(_ pixel: UInt32) -> Int { pixel == centre ? 1 : 0 }
    let isInside = x > 0 && y > 0 && x < pair.width - 1 && y < pair.height - 1
    if isInside {
      let above = picture.row(y - 1)
      let below = picture.row(y + 1)
      return equals(above[x - 1]) &+ equals(above[x]) &+ equals(above[x + 1])
        &+ equals(here[x - 1]) &+ equals(here[x + 1])
        &+ equals(below[x - 1]) &+ equals(below[x]) &+ equals(below[x + 1])
    }
    // The pixel itself is counted too, which stands for the edge.
    var count = 0
    for line in max(y - 1, 0)...min(y + 1, pair.height - 1) {
      let row = picture.row(line)
      for column in max(x - 1, 0)...min(x + 1, pair.width - 1) { count += equals(row[column]) }
    }
    return count
  }
}
