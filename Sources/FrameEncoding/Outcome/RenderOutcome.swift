public import FileAccess
public import GIF
import PortableFoundation
package import PortableMath
package import StrictJSON

/// The result of a render.
public struct RenderOutcome: Hashable, Sendable {
  /// A complete output.
  public struct Output: Hashable, Sendable {
    /// The path in the request.
    public let path: String
    /// The format of the output.
    public let format: OutputFormat
    /// The number of files: 1, or the number of frames in a folder.
    public let files: Int
    /// The total size of all files in bytes.
    public let bytes: Int
    /// The GIF's statistics, or `nil` if the output is not a GIF or its size was neither limited
    /// nor measured.
    public var gif: GIFReport?
    /// The ffmpeg command that wrote a video, or `nil` for other formats.
    public var command: String?
    /// The reductions made to satisfy a size limit, for example `quality 37, 12 of 25 frames`.
    /// `nil` if there are none.
    public var reduced: String?
  }

  /// The number of frames. Consecutive equal frames are counted separately.
  public var frames: Int
  /// The number of frames that were painted.
  public var paintedFrames: Int
  /// The width in device pixels.
  public var width: Int
  /// The height in device pixels.
  public var height: Int
  /// The duration in seconds.
  public var duration: Double
  /// The outputs in the order of the targets.
  public var outputs: [Output]
  /// Warnings for the user, such as missing fonts.
  public var warnings: [String]
  /// The time and memory used.
  public var cost: RenderCost

  package init(
    frames: Int, paintedFrames: Int, size: PixelSize, duration: RationalTime, outputs: [Output],
    warnings: [String], clock: StageClock
  ) {
    self.frames = frames
    self.paintedFrames = paintedFrames
    width = size.width
    height = size.height
    self.duration = duration.seconds
    self.outputs = outputs
    self.warnings = warnings
    cost = RenderCost(clock)
  }
}

extension RenderOutcome {
  /// Returns a JSON object on one line. If `withCost`, it includes the cost as `stats`.
  public func json(withCost: Bool = false) -> String {
    JSONWriter.object { object in
      object.member("frames", frames)
      object.member("differentFrames", paintedFrames)
      object.member("width", width)
      object.member("height", height)
      object.member("duration", .number(duration))
      object.objects("outputs", outputs) { output, member in
        member.member("path", output.path)
        member.member("format", output.format.rawValue)
        member.member("files", output.files)
        member.member("bytes", output.bytes)
        if let command = output.command { member.member("command", command) }
        if let reduced = output.reduced { member.member("reduced", reduced) }
        if let gif = output.gif { member.object("gif") { gif.write(to: &$0) } }
      }
      object.member("warnings", warnings)
      if withCost { object.object("stats") { cost.write(to: &$0) } }
    } + "\n"
  }

  /// The cost and the GIFs' statistics as a JSON object on one line.
  public var statsJSON: String {
    JSONWriter.object { object in
      cost.write(to: &object)
      let reports = outputs.compactMap { output in output.gif.map { (output.path, $0) } }
      guard !reports.isEmpty else { return }
      object.objects("gifs", reports) { gif, member in
        member.member("path", gif.0)
        gif.1.write(to: &member)
      }
    } + "\n"
  }

  /// The cost and the GIFs' statistics as text: a line for each stage, one for the total and one
  /// for each GIF.
  public var statsText: String {
    cost.text
      + outputs.compactMap { output in output.gif.map { "\(output.path): \($0.text)\n" } }.joined()
  }
}

/// Statistics of a GIF whose quality was searched or measured.
public struct GIFReport: Hashable, Sendable {
  /// The requested or chosen quality, or `nil` for a lossless GIF.
  public let quality: Int?
  /// The effort in 1...9.
  public let effort: Int
  /// The width in pixels. Smaller than the frames' width if the size was reduced.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The number of frames kept in the file. Consecutive equal frames are counted once.
  public let keptFrames: Int
  /// The bytes by purpose.
  public let bytes: GIFByteCounts
  /// The comparison with the source frames, or `nil` if it was not requested.
  public let fidelity: Fidelity?
}

extension GIFReport {
  package func write(to object: inout JSONObjectWriter) {
    object.member("quality", quality)
    object.member("effort", effort)
    object.member("width", width)
    object.member("height", height)
    object.member("keptFrames", keptFrames)
    object.member("pictures", bytes.pictures)
    object.object("bytes") { member in
      member.member("palettes", bytes.palettes)
      member.member("pixels", bytes.pixels)
      member.member("container", bytes.container)
    }
    guard let fidelity else { return }
    object.member("psnr", .number(fidelity.psnr))
    object.member("worstPSNR", .number(fidelity.worstPSNR))
    object.member("boxBlurredPSNR", .number(fidelity.boxBlurredPSNR))
    object.member("worstBoxBlurredPSNR", .number(fidelity.worstBoxBlurredPSNR))
    object.member("flicker", .number(fidelity.flicker))
  }

  /// A line of text for people.
  package var text: String {
    let made = quality.map { "quality \($0)" } ?? "lossless"
    let start =
      "\(made), \(width) x \(height) pixels, \(bytes.pictures) pictures, bytes: \(bytes.palettes.grouped) palettes, "
      + "\(bytes.pixels.grouped) pixels, \(bytes.container.grouped) container"
    guard let fidelity else { return start }
    func ratioText(_ name: String, _ mean: Double, _ worst: Double) -> String {
      guard mean.isFinite else { return "\(name) exact" }
      return "\(name) \(mean.fixed(1)) (worst \(worst.fixed(1))) dB"
    }
    return start + ", " + ratioText("PSNR", fidelity.psnr, fidelity.worstPSNR) + ", "
      + ratioText("eye PSNR", fidelity.boxBlurredPSNR, fidelity.worstBoxBlurredPSNR)
      + ", flicker \(fidelity.flicker.fixed(3))"
  }
}

extension RenderCost {
  /// A line of text for each stage and one for the total.
  public var text: String {
    func line(_ name: String, _ seconds: Double, _ bytes: Int) -> String {
      let thousandths = Int((seconds * 1000).rounded())
      return "\(name): \(thousandths.grouped) ms, peak \((bytes / 1024).grouped) KiB\n"
    }
    return stages.map { line($0.stage.rawValue, $0.seconds, $0.peakBytes) }.joined()
      + line("all", seconds, peakBytes)
  }

  package func write(to object: inout JSONObjectWriter) {
    object.member("seconds", .number(seconds))
    object.member("peakBytes", peakBytes)
    object.objects("stages", stages) { cost, member in
      member.member("stage", cost.stage.rawValue)
      member.member("seconds", .number(cost.seconds))
      member.member("peakBytes", cost.peakBytes)
    }
  }
}

extension Double {
  /// The number in decimal notation with a fixed number of digits after the point, rounded as C does.
  fileprivate func fixed(_ digits: Int) -> String {
    withVaList([self]) { arguments in
      var text = [CChar](repeating: 0, count: 64)
      vsnprintf(&text, text.count, "%.\(digits)f", arguments)
      return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    }
  }
}
