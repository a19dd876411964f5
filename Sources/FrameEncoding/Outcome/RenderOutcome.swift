public import FileAccess
public import GIF
import PortableFoundation
package import PortableMath
package import StrictJSON

/// What came of a render.
public struct RenderOutcome: Hashable, Sendable {
  /// One output, complete.
  public struct Output: Hashable, Sendable {
    /// As asked for.
    public let path: String
    /// What was written.
    public let format: OutputFormat
    /// 1, or the number of frames in a folder.
    public let files: Int
    /// In all files.
    public let bytes: Int
    /// Of a GIF whose size was limited or that was measured.
    public var gif: GIFReport?
    /// The line of the other program that wrote a video; nil for other formats.
    public var command: String?
    /// What gave way to a size limit, in words: `quality 37, 12 of 25 frames`; nil: nothing.
    public var reduced: String?
  }

  /// Frames shown, equal neighbours counted apart.
  public var frames: Int
  /// Frames painted.
  public var paintedFrames: Int
  /// Device pixels.
  public var width: Int
  /// Device pixels.
  public var height: Int
  /// Seconds.
  public var duration: Double
  /// In the order of the targets.
  public var outputs: [Output]
  /// What a user should know: fonts that are missing.
  public var warnings: [String]
  /// What was spent.
  public var cost: RenderCost

  package init(
    frames: Int, paintedFrames: Int, size: PixelSize, duration: RationalTime, outputs: [Output],
    warnings: [String], clock: StageClock
  ) {
    (self.frames, self.paintedFrames) = (frames, paintedFrames)
    (width, height) = (size.width, size.height)
    self.duration = duration.seconds
    (self.outputs, self.warnings) = (outputs, warnings)
    cost = RenderCost(clock)
  }
}

extension RenderOutcome {
  /// One JSON object on one line, with the cost as `stats` if asked for.
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

  /// The cost and what GIFs became, one JSON object on one line.
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

  /// The same for people: a line for each stage, one for all, one for each GIF.
  public var statsText: String {
    cost.text
      + outputs.compactMap { output in output.gif.map { "\(output.path): \($0.text)\n" } }.joined()
  }
}

/// What a GIF became whose quality was searched or measured.
public struct GIFReport: Hashable, Sendable {
  /// As asked for or found; nil for a lossless one.
  public let quality: Int?
  /// 1...9
  public let effort: Int
  /// Pixels across; less than the frames' where the size gave way.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// Frames that were taken for the file, equal neighbours counted as one.
  public let keptFrames: Int
  /// Bytes by cause.
  public let bytes: GIFByteCounts
  /// Nil unless it was asked for.
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

  /// For people: one line.
  package var text: String {
    let made = quality.map { "quality \($0)" } ?? "lossless"
    let start =
      "\(made), \(width) x \(height) pixels, \(bytes.pictures) pictures, bytes: \(bytes.palettes.grouped) palettes, "
      + "\(bytes.pixels.grouped) pixels, \(bytes.container.grouped) container"
    guard let fidelity else { return start }
    func words(_ name: String, _ mean: Double, _ worst: Double) -> String {
      guard mean.isFinite else { return "\(name) exact" }
      return "\(name) \(mean.fixed(1)) (worst \(worst.fixed(1))) dB"
    }
    return start + ", " + words("PSNR", fidelity.psnr, fidelity.worstPSNR) + ", "
      + words("eye PSNR", fidelity.boxBlurredPSNR, fidelity.worstBoxBlurredPSNR)
      + ", flicker \(fidelity.flicker.fixed(3))"
  }
}

extension RenderCost {
  /// For people: a line for each stage and one for all.
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
