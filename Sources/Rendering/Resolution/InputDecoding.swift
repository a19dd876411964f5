import EmbeddedFiles
package import FileAccess
package import Raster
package import Scrolling
import StrictJSON

/// Loads scroll curves with errors in the kit's form.
package enum CurveFile {
  package static func load(
    _ source: CurveSource, limits: RenderLimits
  ) throws(HeaderKitError) -> ScrollCurve {
    var entries = CurveLimits()
    entries.entries = limits.samples
    switch source {
    case .curve(let curve): return curve
    case .builtIn: return try parse(EmbeddedFile.demoSwipe.bytes, file: "built-in swipe", entries)
    case .file(let path):
      return try parse(
        read(path, limits), file: path == "-" ? "standard input" : path, entries)
    }
  }

  /// What looks like no path and is no file may be the name of a swipe that is spelled wrongly.
  private static func read(_ path: String, _ limits: RenderLimits) throws(HeaderKitError) -> [UInt8]
  {
    do {
      return try InputFile.read(path, limit: limits.inputBytes)
    } catch {
      let names = NamedCurve.allCases.map(\.rawValue)
      let last = FilePath.split(path).name
      guard error.code == .noInput, !last.contains("."),
        let name = NearestName(to: last, among: names).suggestion
      else { throw error }
      throw HeaderKitError(
        .noInput, subject: error.subject, reason: error.reason, remedy: "did you mean \"\(name)\"?")
    }
  }

  private static func parse(
    _ bytes: [UInt8], file: String, _ limits: CurveLimits
  ) throws(HeaderKitError) -> ScrollCurve {
    do {
      return try ScrollCurve.parse(bytes, file: file, limits: limits)
    } catch {
      throw HeaderKitError(
        .badData, reason: MessageText(error.description),
        remedy: error.exceedsLimit ? "raise the limit with \(.sampleLimit) or take fewer" : "")
    }
  }
}

/// A picture of a scene, as it was read.
package struct InputPicture: Sendable {
  /// Upright.
  package let pixmap: Pixmap
  /// The name that other scenes know it by, where inputs are shared.
  package var name: String?
  /// What is wrong with the file though it can be read.
  package var warnings: [String] = []
}
