package import Files
import Numerics
package import Scrolling

/// Loads scroll curves with errors in the kit's form.
package enum CurveFile {
  /// The curve of a source.
  package static func load(
    _ source: CurveSource, limits: RenderLimits
  ) throws(HeaderKitError) -> ScrollCurve {
    var entries = CurveLimits()
    entries.entries = limits.samples
    entries.entriesOption = "--max-samples"
    switch source {
    case .curve(let curve): return curve
    case .builtIn: return try parse(DemoAssets.swipe, file: "built-in swipe", entries)
    case .file(let path):
      return try parse(
        InputFile.read(path, limit: limits.inputBytes),
        file: path == "-" ? "standard input" : path, entries)
    }
  }

  private static func parse(
    _ bytes: [UInt8], file: String, _ limits: CurveLimits
  ) throws(HeaderKitError) -> ScrollCurve {
    do {
      return try ScrollCurve.parse(bytes, file: file, limits: limits)
    } catch {
      throw HeaderKitError(error)
    }
  }
}
