import PortableMath
import Raster

/// The scale and position of the screen in a recording.
public struct ScreenPlacement: Hashable, Sendable {
  /// The pixels of the recording per point of the screen.
  public var pixelsPerPoint: Double
  /// The screen's left edge in pixels of the recording. Negative if it is cropped.
  public var x: Double
  /// The screen's top edge in pixels of the recording. Negative if it is cropped.
  public var y: Double
  /// The vertical scale relative to the horizontal one. Not exactly 1 if both sides of a recording
  /// were rounded to whole pixels.
  var stretch = 1.0

  /// Whether another placement differs by less than `pixels`.
  func isNear(_ other: ScreenPlacement, pixels: Double) -> Bool {
    max(abs(x - other.x), abs(y - other.y)) < pixels
      && abs(pixelsPerPoint / other.pixelsPerPoint - 1) < 0.004 * pixels
  }

  /// Returns the screen's rectangle in pixels of the recording, for a size in points.
  func region(width: Double, height: Double) -> DeviceRect {
    DeviceRect(x: x, y: y, width: width * pixelsPerPoint, height: height * pixelsPerPoint * stretch)
  }
}

/// A screen found in a recording.
struct FoundScreen {
  var placement: ScreenPlacement
  /// Paints the header on the recorded device's screen.
  var painter: CandidatePainter
  /// The mean squared difference of the examined frames, of channel values in 0...255.
  var distance = Double.infinity
  /// The examined frames, and the offset in points at which the header matches each best.
  var matches: [(frame: Int, offset: Double)] = []
  /// The placements of other similar screens.
  var others: [ScreenPlacement] = []
  /// The region in the request, if the screen was found elsewhere. Otherwise `nil`.
  var requestedRegion: PointRect?
  /// Whether the placement may be off by a fraction of a pixel, because neither the recording's
  /// bounds nor the request determine it.
  var isApproximate = false
}

extension ScreenPlacement {
  /// Converts a placement in analyzed pixels to pixels of the recording.
  func enlarged(by reduction: Reduction) -> ScreenPlacement {
    ScreenPlacement(
      pixelsPerPoint: pixelsPerPoint * reduction.x, x: x * reduction.x, y: y * reduction.y,
      stretch: stretch * reduction.y / reduction.x)
  }

  /// A move and scaling of the screen.
  struct Change {
    /// The horizontal move in points.
    var x = 0.0
    /// The vertical move in points.
    var y = 0.0
    /// The horizontal scale factor around the anchor.
    var across = 1.0
    /// The vertical scale factor around the anchor.
    var down = 1.0
    /// The fixed point in pixels of the recording.
    var anchor = (x: 0.0, y: 0.0)
  }

  /// Returns the placement after a move and scaling.
  func changed(by change: Change) -> ScreenPlacement {
    var changed = self
    changed.pixelsPerPoint *= change.across
    changed.stretch *= change.down / change.across
    changed.x =
      change.anchor.x + (x - change.anchor.x) * change.across + change.x * changed.pixelsPerPoint
    changed.y =
      change.anchor.y + (y - change.anchor.y) * change.down + change.y * changed.pixelsPerPoint
    return changed
  }
}

extension PointRect {
  /// Converts a rectangle in pixels of the recording to analyzed pixels.
  func reduced(by reduction: Reduction) -> PointRect {
    PointRect(
      x: x / reduction.x, y: y / reduction.y, width: width / reduction.x,
      height: height / reduction.y)
  }
}

/// The pixel grid on which recordings and candidates are compared: the recording's pixels that show
/// the screen, reduced if they are finer than needed.
struct WorkingGrid: Hashable, Sendable {
  /// The size of the grid in its pixels.
  private(set) var size: PixelSize
  /// The size of the recording in pixels.
  let recording: PixelSize
  /// The compared part of the recording, in its pixels.
  let recorded: PixelRect
  /// The same part in points of the canvas, which is the screen and the frame around it.
  let canvas: DeviceRect

  /// Creates a grid with at most `maxScale` pixels per point. Returns `nil` if less than 8 pixels
  /// of the recording or 4 pixels of the grid remain on a side.
  init?(
    _ placement: ScreenPlacement, recording: PixelSize, canvasWidth: Double, canvasHeight: Double,
    maxScale: Double
  ) {
    let region = placement.region(width: canvasWidth, height: canvasHeight)
    // A screen that ends slightly before the recording's last pixel fills it.
    let slack = 0.02
    self.recording = recording
    let left = max(0, Int((region.x - slack).rounded(.up)))
    let top = max(0, Int((region.y - slack).rounded(.up)))
    let right = min(recording.width, Int((region.maxX + slack).rounded(.down)))
    let bottom = min(recording.height, Int((region.maxY + slack).rounded(.down)))
    recorded = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    guard recorded.width >= 8, recorded.height >= 8 else { return nil }
    let scale = placement.pixelsPerPoint
    let down = scale * placement.stretch
    canvas = DeviceRect(
      x: (Double(left) - placement.x) / scale, y: (Double(top) - placement.y) / down,
      width: Double(recorded.width) / scale, height: Double(recorded.height) / down)
    let reduction = max(1, scale / maxScale)
    func reduced(_ side: Int) -> Int { Int((Double(side) / reduction).rounded()) }
    guard
      let size = PixelSize(width: reduced(recorded.width), height: reduced(recorded.height)),
      size.width >= 4, size.height >= 4
    else { return nil }
    self.size = size
  }

  /// Returns the grid with pixels `factor` times as large, or `nil` if less than 4 remain on a
  /// side.
  func reduced(by factor: Int) -> WorkingGrid? {
    guard size.width >= 4 * factor, size.height >= 4 * factor,
      let size = PixelSize(width: size.width / factor, height: size.height / factor)
    else { return nil }
    var grid = self
    grid.size = size
    return grid
  }

  /// The screen points per pixel of the grid.
  var pointsPerPixel: Double { canvas.width / Double(size.width) }

  /// Resamples a frame of the recording, or a reduced copy of it, to this grid.
  func reduced(_ frame: Pixmap) -> Pixmap {
    reduced(
      frame, DeviceRect(recorded), across: Double(frame.width) / Double(recording.width),
      down: Double(frame.height) / Double(recording.height))
  }

  /// Resamples a painted canvas to this grid.
  ///
  /// - Parameters:
  ///   - scale: The canvas pixels per point, horizontally.
  ///   - down: The canvas pixels per point, vertically. `nil` uses `scale`.
  func reduced(canvas picture: Pixmap, scale: Double, down: Double? = nil) -> Pixmap {
    reduced(picture, canvas, across: scale, down: down ?? scale)
  }

  private func reduced(
    _ picture: Pixmap, _ part: DeviceRect, across: Double, down: Double
  ) -> Pixmap {
    let source = DeviceRect(
      x: part.x * across, y: part.y * down, width: part.width * across, height: part.height * down)
    return picture.resized(source: source, to: size, filter: .area)
  }
}

extension DeviceRect {
  /// Returns the fraction of the rectangle that lies inside a picture, in 0...1.
  func visibleShare(in size: PixelSize) -> Double {
    func visible(_ low: Double, _ high: Double, of side: Int) -> Double {
      max(0, min(high, Double(side)) - max(low, 0)) / (high - low)
    }
    return visible(x, maxX, of: size.width) * visible(y, maxY, of: size.height)
  }
}
