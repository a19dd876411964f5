import PortableMath
import Raster

/// The cost of assigning parts of a recording to the area around the screen. It is low for static
/// pixels in the color of the recording's edges and high for moving pixels. Costs are squared
/// differences of luma in 0...255.
struct BackgroundModel: Sendable {
  private let width: Int
  private let height: Int
  /// The cost of each pixel before limits: its motion and its difference from the edge color.
  private let values: [Float]
  private var costs: AreaSums
  /// The motion of each pixel over the recording.
  private let motion: AreaSums

  /// The maximum length of the longer side in pixels after reduction.
  private static let maxSide = 256.0
  /// The minimum cost of a pixel. A screen explains static, uniform areas about as well.
  private static let minCost: Float = 40
  /// The maximum cost of a pixel.
  static let maxCost: Float = 576

  /// Measures the frames. Returns `nil` if there are none.
  ///
  /// - Parameter frames: Frames of the same size, at even distances over the recording.
  init?(_ frames: [Pixmap]) {
    guard let recordingSize = frames.first?.size else { return nil }
    let factor = min(
      1, BackgroundModel.maxSide / Double(max(recordingSize.width, recordingSize.height)))
    guard let size = recordingSize.scaled(by: factor, minSide: 1) else { return nil }
    let (width, height) = (size.width, size.height)
    let planes = frames.map { LumaPlane($0, size: size) }
    let background = BackgroundModel.edgeColor(planes[0])
    self.width = width
    self.height = height
    var values: [Float] = []
    var motion: [Float] = []
    for y in 0..<height {
      for x in 0..<width {
        let levels = planes.map { $0.values[y * width + x] }
        let mean = levels.reduce(0, +) / Float(levels.count)
        let variance = levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(levels.count)
        values.append(2 * variance + (mean - background) * (mean - background) / 4)
        motion.append(
          variance > BackgroundModel.minCost ? min(BackgroundModel.maxCost, variance) : 0)
      }
    }
    self.values = values
    costs = AreaSums(
      values.map { min(BackgroundModel.maxCost, BackgroundModel.minCost + $0) }, width: width,
      height: height)
    self.motion = AreaSums(motion, width: width, height: height)
  }

  /// Returns costs for a nearly known screen whose pictures have the given mean squared difference.
  /// The screen's edges are then at the pixels that begin to differ more, not where the background
  /// becomes cheap.
  func leveled(to distance: Double) -> BackgroundModel {
    let minCost = min(BackgroundModel.minCost, Float(distance))
    let maxCost = min(BackgroundModel.maxCost, Float(2 * distance + Registration.noise))
    var leveled = self
    leveled.costs = AreaSums(
      values.map { min(maxCost, minCost + $0) }, width: width, height: height)
    return leveled
  }

  /// The most frequent luma of the outermost pixels, quantized to multiples of 8.
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

  /// Returns the bounding box of everything that does not look like background, in pixels of the
  /// recording. `nil` if all does.
  func foregroundBounds(_ size: PixelSize) -> PointRect? {
    let (columnWidth, rowHeight) = (1 / Double(width), 1 / Double(height))
    let columns = (0..<width).filter {
      isForeground(
        cost(
          left: Double($0) * columnWidth, top: 0, right: Double($0 + 1) * columnWidth, bottom: 1),
        lines: width)
    }
    let rows = (0..<height).filter {
      isForeground(
        cost(left: 0, top: Double($0) * rowHeight, right: 1, bottom: Double($0 + 1) * rowHeight),
        lines: height)
    }
    guard let left = columns.first, let right = columns.last, let top = rows.first,
      let bottom = rows.last
    else { return nil }
    let (perX, perY) = (columnWidth * Double(size.width), rowHeight * Double(size.height))
    return PointRect(
      x: Double(left) * perX, y: Double(top) * perY, width: Double(right + 1 - left) * perX,
      height: Double(bottom + 1 - top) * perY)
  }

  /// Whether the mean cost of a row or column is well above the minimum, as if at least a twentieth
  /// of its pixels had the maximum cost.
  ///
  /// - Parameters:
  ///   - cost: The cost of the line divided by the picture's area.
  ///   - lines: The number of such lines in the picture.
  private func isForeground(_ cost: Double, lines: Int) -> Bool {
    cost * Double(lines) > Double(BackgroundModel.minCost) + 0.05 * Double(BackgroundModel.maxCost)
  }

  /// Returns the cost of a part of the recording, divided by the recording's area. The edges are in
  /// 0...1.
  func cost(left: Double, top: Double, right: Double, bottom: Double) -> Double {
    costs.sum(left: left, top: top, right: right, bottom: bottom) / Double(width * height)
  }

  /// Returns the fraction of all motion outside the given rectangles, which must not overlap. 0 if
  /// nothing moves.
  func motion(outside rects: [DeviceRect], of size: PixelSize) -> Double {
    let all = motion.sum(left: 0, top: 0, right: 1, bottom: 1)
    guard all > 0 else { return 0 }
    return rects.reduce(1) { $0 - motion.sum($1, of: size) / all }
  }

  /// Returns the cost of all but a rectangle of the recording, divided by the recording's area.
  func cost(outside rect: PixelRect, of size: PixelSize) -> Double {
    cost(left: 0, top: 0, right: 1, bottom: 1)
      - costs.sum(DeviceRect(rect), of: size) / Double(width * height)
  }
}

/// A summed-area table of a picture.
private struct AreaSums: Sendable {
  private let width: Int
  private let height: Int
  /// The sums of all pixels to the left of and above each corner.
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
    self.width = width
    self.height = height
    self.sums = sums
  }

  /// Returns the sum over a rectangle given in pixels of a picture of another size.
  func sum(_ rect: DeviceRect, of size: PixelSize) -> Double {
    let (across, down) = (Double(size.width), Double(size.height))
    return sum(
      left: rect.x / across, top: rect.y / down, right: rect.maxX / across,
      bottom: rect.maxY / down)
  }

  /// Returns the sum over a rectangle whose edges are fractions of the sides in 0...1. Interpolates
  /// within pixels.
  func sum(left: Double, top: Double, right: Double, bottom: Double) -> Double {
    func sum(_ x: Double, _ y: Double) -> Double {
      let across = min(max(x, 0), 1) * Double(width)
      let down = min(max(y, 0), 1) * Double(height)
      let (column, row) = (min(width - 1, Int(across)), min(height - 1, Int(down)))
      let (partX, partY) = (across - Double(column), down - Double(row))
      let corner = row * (width + 1) + column
      let above = sums[corner] + (sums[corner + 1] - sums[corner]) * partX
      let below =
        sums[corner + width + 1] + (sums[corner + width + 2] - sums[corner + width + 1]) * partX
      return above + (below - above) * partY
    }
    return sum(right, bottom) - sum(left, bottom) - sum(right, top) + sum(left, top)
  }
}
