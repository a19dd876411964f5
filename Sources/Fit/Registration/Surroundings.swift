import PortableMath
import Raster

/// What it costs to say of a part of a recording that it lies around the screen: little where it
/// stands still and has the colour of the recording's edges, much where it moves.
struct Surroundings: Sendable {
  private let width: Int
  private let height: Int
  /// How much each pixel moves, and differs in colour from the recording's edges, in squared levels.
  private let values: [Float]
  private var costs: AreaSums
  /// How much pixels change over the recording.
  private let motion: AreaSums

  /// Pixels of the longer side that are looked at.
  private static let side = 256.0
  /// Squared levels: what stands still and is of one colour is explained about as well by the screen.
  private static let least: Float = 40
  /// Squared levels.
  static let most: Float = 576

  /// - Parameter frames: of one size, spread over the recording.
  init?(_ frames: [Pixmap]) {
    guard let whole = frames.first?.size else { return nil }
    let factor = min(1, Surroundings.side / Double(max(whole.width, whole.height)))
    guard let size = whole.scaled(by: factor, least: 1) else { return nil }
    let (width, height) = (size.width, size.height)
    let planes = frames.map { LumaPlane($0, size: size) }
    let ground = Surroundings.edgeColor(planes[0])
    (self.width, self.height) = (width, height)
    var values: [Float] = []
    var motion: [Float] = []
    for y in 0..<height {
      for x in 0..<width {
        let levels = planes.map { $0.values[y * width + x] }
        let mean = levels.reduce(0, +) / Float(levels.count)
        let variance = levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(levels.count)
        values.append(2 * variance + (mean - ground) * (mean - ground) / 4)
        motion.append(variance > Surroundings.least ? min(Surroundings.most, variance) : 0)
      }
    }
    self.values = values
    costs = AreaSums(
      values.map { min(Surroundings.most, Surroundings.least + $0) }, width: width, height: height)
    self.motion = AreaSums(motion, width: width, height: height)
  }

  /// The same where a screen is nearly known, whose pictures have a distance in squared levels: its
  /// edges are where they begin to differ by more, not where the least is left to the surroundings.
  func leveled(to distance: Double) -> Surroundings {
    let least = min(Surroundings.least, Float(distance))
    let most = min(Surroundings.most, Float(2 * distance + Registration.noise))
    var leveled = self
    leveled.costs = AreaSums(values.map { min(most, least + $0) }, width: width, height: height)
    return leveled
  }

  /// The most common brightness of the outermost pixels, to eight levels.
  private static func edgeColor(_ plane: LumaPlane) -> Float {
    var counts = [Int](repeating: 0, count: 32)
    for y in 0..<plane.height {
      let isEdge = y == 0 || y == plane.height - 1
      for x in stride(from: 0, to: plane.width, by: isEdge ? 1 : max(1, plane.width - 1)) {
        counts[Int(plane.values[y * plane.width + x]) / 8] += 1
      }
    }
    return Float((counts.indices.max { counts[$0] < counts[$1] } ?? 0) * 8 + 4)
  }

  /// The rectangle around all that is not surroundings, in pixels of a recording; nil: nothing is.
  func outstanding(_ size: PixelSize) -> PointRect? {
    let (across, down) = (1 / Double(width), 1 / Double(height))
    let columns = (0..<width).filter {
      stands(
        cost(left: Double($0) * across, top: 0, right: Double($0 + 1) * across, bottom: 1), width)
    }
    let rows = (0..<height).filter {
      stands(cost(left: 0, top: Double($0) * down, right: 1, bottom: Double($0 + 1) * down), height)
    }
    guard let left = columns.first, let right = columns.last, let top = rows.first,
      let bottom = rows.last
    else { return nil }
    let (perX, perY) = (across * Double(size.width), down * Double(size.height))
    return PointRect(
      x: Double(left) * perX, y: Double(top) * perY, width: Double(right + 1 - left) * perX,
      height: Double(bottom + 1 - top) * perY)
  }

  /// Whether a line of `lines` costs more than where nothing stands out: by a twentieth of its pixels.
  private func stands(_ cost: Double, _ lines: Int) -> Bool {
    cost * Double(lines) > Double(Surroundings.least) + 0.05 * Double(Surroundings.most)
  }

  /// The mean cost over the recording of a part of it, given by its edges as parts of the sides.
  func cost(left: Double, top: Double, right: Double, bottom: Double) -> Double {
    costs.sum(left: left, top: top, right: right, bottom: bottom) / Double(width * height)
  }

  /// Of all that changes in a recording of a size, the part that lies in none of some rectangles, which
  /// do not overlap; 0 where nothing changes.
  func motion(outside rects: [DeviceRect], of size: PixelSize) -> Double {
    let all = motion.sum(left: 0, top: 0, right: 1, bottom: 1)
    guard all > 0 else { return 0 }
    return rects.reduce(1) { $0 - motion.sum($1, of: size) / all }
  }

  /// The mean cost over the recording of all but a rectangle of it.
  func cost(outside rect: PixelRect, of size: PixelSize) -> Double {
    cost(left: 0, top: 0, right: 1, bottom: 1)
      - costs.sum(DeviceRect(rect), of: size) / Double(width * height)
  }
}

/// Sums of a picture's values over rectangles of it.
private struct AreaSums: Sendable {
  private let width: Int
  private let height: Int
  /// Of the pixels left of and above each corner.
  private let sums: [Double]

  init(_ values: [Float], width: Int, height: Int) {
    var sums = [Double](repeating: 0, count: (width + 1) * (height + 1))
    for y in 0..<height {
      var row = 0.0
      for x in 0..<width {
        row += Double(values[y * width + x])
        sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
      }
    }
    (self.width, self.height, self.sums) = (width, height, sums)
  }

  /// Of a rectangle of a picture of another size.
  func sum(_ rect: DeviceRect, of size: PixelSize) -> Double {
    let (across, down) = (Double(size.width), Double(size.height))
    return sum(
      left: rect.x / across, top: rect.y / down, right: rect.maxX / across,
      bottom: rect.maxY / down)
  }

  /// Of a rectangle, given by its edges as parts of the picture's sides.
  func sum(left: Double, top: Double, right: Double, bottom: Double) -> Double {
    func sum(_ x: Double, _ y: Double) -> Double {
      let across = min(max(x, 0), 1) * Double(width)
      let down = min(max(y, 0), 1) * Double(height)
      let (column, row) = (min(width - 1, Int(across)), min(height - 1, Int(down)))
      let (partX, partY) = (across - Double(column), down - Double(row))
      let place = row * (width + 1) + column
      let above = sums[place] + (sums[place + 1] - sums[place]) * partX
      let below =
        sums[place + width + 1] + (sums[place + width + 2] - sums[place + width + 1]) * partX
      return above + (below - above) * partY
    }
    return sum(right, bottom) - sum(left, bottom) - sum(right, top) + sum(left, top)
  }
}
