import FileAccess
import PortableMath
import Raster

/// A uniform or transparent canvas around a screen. The bounding box of all other pixels is the
/// cheapest evidence for the screen's position.
struct CanvasBackground {
  /// The bounding box of all pixels that are not canvas, in pixels of the recording.
  let box: PixelRect

  /// The maximum difference of a channel value (0...255) between pixels of the canvas.
  private static let maxDifference = 12
  /// The minimum fraction of the outermost pixels that must have the canvas's color.
  private static let minUniformShare = 0.97
  /// The minimum fraction of a row's or column's pixels that must differ to belong to the box.
  private static let minDifferingShare = 0.02

  /// Finds the canvas around the screen, or returns `nil` if there is none.
  ///
  /// - Parameters:
  ///   - frames: Frames of the same size.
  ///   - opaque: The bounding box of the opaque pixels, or `nil` if all are opaque.
  init?(_ frames: [Pixmap], opaque: PixelRect?) {
    guard let size = frames.first?.size else { return nil }
    if let opaque {
      box = opaque
      return
    }
    guard let color = CanvasBackground.color(frames[0]) else { return nil }
    var (columns, rows) = (
      [Int](repeating: 0, count: size.width), [Int](repeating: 0, count: size.height)
    )
    for frame in frames {
      let bytes = frame.bytes.span
      for y in 0..<size.height {
        for x in 0..<size.width {
          let index = (y * size.width + x) * 4
          guard !CanvasBackground.isCanvas(bytes, index, color) else { continue }
          columns[x] += 1
          rows[y] += 1
        }
      }
    }
    func range(_ counts: [Int], _ length: Int) -> Range<Int>? {
      let minCount = CanvasBackground.minDifferingShare * Double(length * frames.count)
      guard let first = counts.firstIndex(where: { Double($0) > minCount }),
        let last = counts.lastIndex(where: { Double($0) > minCount })
      else { return nil }
      return first..<last + 1
    }
    guard let across = range(columns, size.height), let down = range(rows, size.width) else {
      return nil
    }
    box = PixelRect(
      x: across.lowerBound, y: down.lowerBound, width: across.count, height: down.count)
    guard box != size.bounds else { return nil }
  }

  /// The color of the outermost pixels, or `nil` if it is not uniform.
  private static func color(_ frame: Pixmap) -> [Int]? {
    let (width, height) = (frame.width, frame.height)
    let bytes = frame.bytes.span
    var edgeIndices: [Int] = []
    for x in 0..<width { edgeIndices += [x * 4, ((height - 1) * width + x) * 4] }
    for y in 0..<height { edgeIndices += [y * width * 4, (y * width + width - 1) * 4] }
    let color = (0..<3).map { channel in
      let sorted = edgeIndices.map { Int(bytes[$0 + channel]) }.sorted()
      return sorted[sorted.count / 2]
    }
    let count = edgeIndices.count { isCanvas(bytes, $0, color) }
    return Double(count) >= minUniformShare * Double(edgeIndices.count) ? color : nil
  }

  /// Whether the pixel at byte `index` has the color of the canvas, nearly.
  private static func isCanvas(_ bytes: Span<UInt8>, _ index: Int, _ color: [Int]) -> Bool {
    abs(Int(bytes[index]) - color[0]) <= maxDifference
      && abs(Int(bytes[index + 1]) - color[1]) <= maxDifference
      && abs(Int(bytes[index + 2]) - color[2]) <= maxDifference
  }
}

extension Registration {
  /// The maximum mean squared differences, of channel values in 0...255, at which the box in the
  /// canvas is accepted without a search, and its edges without a refinement.
  private static let (maxBoxDistance, maxExactBoxDistance) = (400.0, 2 * Registration.noise)
  /// The tolerance of the box's height relative to the screen's aspect ratio.
  private static let boxHeightTolerance = 0.004

  /// The placement of a screen that fills the box in the canvas, or `nil` if there is no canvas or
  /// the aspect ratio differs.
  var placementInCanvas: ScreenPlacement? {
    guard
      let box = CanvasBackground(
        distinctSamples(Registration.maxFrames).map(\.picture), opaque: opaque)?.box
    else { return nil }
    guard Double(box.width) >= PlacementSearch.minWidth else { return nil }
    return placement(filling: box, tolerance: Registration.boxHeightTolerance)
  }

  /// Returns the screen in the canvas, or `nil` if its pictures differ from the header's.
  func findInCanvas() async throws(HeaderKitError) -> FoundScreen? {
    guard let placement = placementInCanvas else { return nil }
    let estimate = try await self.estimate(placement, scenes.onePixelPerPoint)
    guard estimate.median < Registration.maxBoxDistance else { return nil }
    let isExact = estimate.median < Registration.maxExactBoxDistance
    return try await finelyRefined(
      placement, estimate: isExact ? estimate : nil, isScaleKnown: false, isExact: isExact)
  }
}
