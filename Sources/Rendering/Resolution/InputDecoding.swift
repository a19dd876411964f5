import EmbeddedFiles
package import FileAccess
package import Raster
package import Scrolling
import StrictJSON

/// Loads scroll curves.
package enum CurveFile {
  package static func load(
    _ source: CurveSource, limits: RenderLimits
  ) throws(HeaderKitError) -> ScrollCurve {
    switch source {
    case .curve(let curve): return curve
    case .builtIn: return try parse(EmbeddedFile.demoSwipe.bytes, "built-in swipe", limits)
    case .file(let path): return try parse(read(path, limits), path, limits)
    }
  }

  /// Returns the start times of the frames and the end time of the last frame, in seconds: the
  /// times of samples or keyframes, or the times in the output of `fit --json`. They increase
  /// strictly.
  ///
  /// - Throws: `.badData` if there are fewer than two times, as in a curve of gestures.
  static func times(_ source: CurveSource, limits: RenderLimits) throws(HeaderKitError) -> [Double]
  {
    let (curve, recorded): (ScrollCurve?, [Double])
    if case .file(let path) = source {
      let bytes = try read(path, limits)
      recorded = try HeaderKitError.parsing(try recordedTimes(bytes, file: InputFile.subject(path)))
      curve = recorded.isEmpty ? try parse(bytes, path, limits) : nil
    } else {
      curve = try load(source, limits: limits)
      recorded = []
    }
    let times =
      switch curve?.course {
      case .samples(let track): track.times
      case .keyframes(let keyframes): keyframes.map(\.time)
      case .gestures, nil: recorded
      }
    guard times.count > 1 else {
      throw HeaderKitError(
        .badData, subject: .option(.frameTimes),
        reason: "\(source.files.first ?? "the curve") has no two moments",
        remedy: "give the curve that 'fit -o' wrote, or what 'fit --json' printed")
    }
    return times
  }

  /// Returns the times in the output of `fit --json`, without frames of zero duration. Empty for
  /// other documents.
  private static func recordedTimes(_ bytes: [UInt8], file: String) throws(JSONError) -> [Double] {
    let report = try JSONValue.parse(bytes, file: file).object()
    guard let frames = report.optional("frames"), let end = report.optional("duration") else {
      return []
    }
    var times: [Double] = []
    for frame in try frames.array(count: 1...Int.max, of: "frames") {
      times.append(try frame.object().required("time").number())
    }
    times.append(try end.number())
    return times.indices.filter { $0 == 0 || times[$0 - 1] < times[$0] }.map { times[$0] }
  }

  /// Reads a file. If it does not exist and its name has no extension, the error suggests the
  /// built-in swipe with the most similar name.
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
    _ bytes: [UInt8], _ path: String, _ limits: RenderLimits
  ) throws(HeaderKitError) -> ScrollCurve {
    var entries = CurveLimits()
    entries.entries = limits.samples
    do {
      return try ScrollCurve.parse(bytes, file: InputFile.subject(path), limits: entries)
    } catch {
      throw HeaderKitError(
        .badData, reason: MessageText(error.description),
        remedy: error.exceedsLimit ? "raise the limit with \(.sampleLimit), or give fewer" : "")
    }
  }
}

/// A decoded banner, avatar or image of a header.
package struct InputPicture: Sendable {
  /// The pixels, rotated upright.
  package let pixmap: Pixmap
  /// The key of the pixels in the shared picture store. `nil` if inputs are not shared.
  package var name: String?
  /// Non-fatal decoding problems.
  package var warnings: [String] = []
}
