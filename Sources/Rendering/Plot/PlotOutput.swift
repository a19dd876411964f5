public import Files

/// Writes plots.
public enum PlotOutput {
  /// Writes a plot as SVG or PNG to a file, or to standard output for nil and `-`.
  public static func write(
    _ plot: Plot, asSVG: Bool, to path: String?
  ) throws(HeaderKitError) {
    if asSVG {
      try TextOutput.write(plot.svg, to: path)
    } else {
      try PictureOutput.write(try plot.picture(), to: path ?? "-")
    }
  }
}
