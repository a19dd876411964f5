public import FileAccess
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
    self.frames = frames
    self.paintedFrames = paintedFrames
    (width, height) = (size.width, size.height)
    self.duration = duration.seconds
    self.outputs = outputs
    self.warnings = warnings
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
