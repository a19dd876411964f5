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
    let columns = max(x - 1, 0)...min(x + 1, pair.width - 1)
    let lines = max(y - 1, 0)...min(y + 1, pair.height - 1)
    let centre = picture.row(y)[x]
    let position = y * pair.width + x
    var equals = columns.count < 3 || lines.count < 3 ? 1 : 0
    var darkest = 0.0
    var brightest = 0.0
    var darkestAt = (x: 0, y: 0)
    var brightestAt = (x: 0, y: 0)
    for column in columns {
      for line in lines where column != x || line != y {
        let step = delta.brightness(centre, picture.row(line)[column], position: position)
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
    }
    if darkest == 0 || brightest == 0 { return false }
    return isFlat(picture, other, darkestAt) || isFlat(picture, other, brightestAt)
  }

  /// Whether the pixel has at least three equal neighbours in both pictures; the edge of the
  /// picture counts as one.
  private func isFlat(_ picture: PixelRows, _ other: PixelRows, _ at: (x: Int, y: Int)) -> Bool {
    hasEqualNeighbours(picture, at) && hasEqualNeighbours(other, at)
  }

  private func hasEqualNeighbours(_ picture: PixelRows, _ at: (x: Int, y: Int)) -> Bool {
    let columns = max(at.x - 1, 0)...min(at.x + 1, pair.width - 1)
    let lines = max(at.y - 1, 0)...min(at.y + 1, pair.height - 1)
    let centre = picture.row(at.y)[at.x]
    var equals = columns.count < 3 || lines.count < 3 ? 1 : 0
    for line in lines {
      let row = picture.row(line)
      for column in columns where row[column] == centre { equals += 1 }
    }
    return equals - 1 > 2
  }
}
