import PortableMath
import Raster

/// How a recording shows the screen: at what scale, and where.
public struct ScreenPlacement: Hashable, Sendable {
  /// Pixels of the recording per point of the screen.
  public var pixelsPerPoint: Double
  /// The screen's left edge in the recording, in its pixels; negative where it is cut off.
  public var x: Double
  /// The screen's top edge.
  public var y: Double
  /// How many times as many pixels a point has down as across: not quite 1 where both sides of a
  /// recording were rounded to whole pixels.
  var stretch = 1.0

  /// Whether the screen is where another placement has it, but for less than so many pixels.
  func isNear(_ other: ScreenPlacement, pixels: Double) -> Bool {
    max(abs(x - other.x), abs(y - other.y)) < pixels
      && abs(pixelsPerPoint / other.pixelsPerPoint - 1) < 0.004 * pixels
  }

  /// The rectangle of the recording that a screen of `size` points takes.
  func region(width: Double, height: Double) -> DeviceRect {
    DeviceRect(x: x, y: y, width: width * pixelsPerPoint, height: height * pixelsPerPoint * stretch)
  }
}

/// A screen that was found in a recording.
struct ScreenPlace {
  var placement: ScreenPlacement
  /// Paints as the device that it was recorded on.
  var painter: CandidatePainter
  /// The mean of the frames that were looked at.
  var distance = Double.infinity
  /// These, by index, and where in the scroll they are, in points.
  var looks: [(frame: Int, offset: Double)] = []
  /// Where else such a screen may be.
  var others: [ScreenPlacement] = []
  /// Where the user says that it is, if it is not there.
  var given: PointRect?
  /// Whether it may lie a little elsewhere: neither the recording's shape nor the user says it.
  var isOpen = false
}

extension ScreenPlacement {
  /// The same in pixels of which so many make one of these, a side.
  func enlarged(by factor: Int) -> ScreenPlacement {
    let factor = Double(factor)
    return ScreenPlacement(
      pixelsPerPoint: pixelsPerPoint * factor, x: x * factor, y: y * factor, stretch: stretch)
  }

  struct Change {
    /// Points.
    var x = 0.0
    var y = 0.0
    /// How many times as large about the anchor.
    var across = 1.0
    var down = 1.0
    /// In pixels of the recording.
    var anchor = (x: 0.0, y: 0.0)
  }

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
  /// In pixels that are so many times as large a side.
  func reduced(by factor: Int) -> PointRect {
    let factor = Double(factor)
    return PointRect(x: x / factor, y: y / factor, width: width / factor, height: height / factor)
  }
}

/// The pixels in which recording and candidates are compared: those of the recording that show the
/// screen, made larger where they are finer than is of use.
struct WorkingGrid: Hashable, Sendable {
  private(set) var size: PixelSize
  let recording: PixelSize
  /// The part of the recording that is compared, in its pixels.
  let recorded: PixelRect
  /// The same part in points of the canvas: the screen, with the window's bar if there is one.
  let canvas: DeviceRect

  /// Of at most `finest` pixels a point; nil where the recording shows less than a few points.
  init?(
    _ placement: ScreenPlacement, recording: PixelSize, canvasWidth: Double, canvasHeight: Double,
    finest: Double
  ) {
    let region = placement.region(width: canvasWidth, height: canvasHeight)
    // A screen that ends a trace before the recording's last pixel fills it.
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
    let reduction = max(1, scale / finest)
    func reduced(_ side: Int) -> Int { Int((Double(side) / reduction).rounded()) }
    guard
      let size = PixelSize(width: reduced(recorded.width), height: reduced(recorded.height)),
      size.width >= 4, size.height >= 4
    else { return nil }
    self.size = size
  }

  /// The same part in larger pixels; nil where too few are left.
  func reduced(by factor: Int) -> WorkingGrid? {
    guard size.width >= 4 * factor, size.height >= 4 * factor,
      let size = PixelSize(width: size.width / factor, height: size.height / factor)
    else { return nil }
    var grid = self
    grid.size = size
    return grid
  }

  var pointsPerPixel: Double { canvas.width / Double(size.width) }

  /// A frame of the recording, or a smaller picture of it, on this grid.
  func reduced(_ frame: Pixmap) -> Pixmap {
    reduced(
      frame, DeviceRect(recorded), across: Double(frame.width) / Double(recording.width),
      down: Double(frame.height) / Double(recording.height))
  }

  /// A painted canvas of `scale` device pixels a point, `down` of them down, on this grid.
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
