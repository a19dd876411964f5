import Files
import Raster

/// One thing to draw of a plot, in units of the drawing: origin top left, y down.
enum PlotMark: Hashable, Sendable {
  case fill(x: Double, y: Double, width: Double, height: Double, Color)
  /// Straight pieces from point to point.
  case line([Plot.Point], width: Double, Color)
  case text(String, x: Double, baseline: Double, anchor: Anchor, Color)

  /// Which part of a text stands at its x.
  enum Anchor: Hashable, Sendable {
    case start, middle, end
  }
}
