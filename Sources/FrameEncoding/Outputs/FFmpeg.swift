import FileAccess
import PortableFoundation

/// An installed ffmpeg. It is the only external program that is run, and only for videos.
package struct FFmpeg: Sendable {
  let path: String

  /// The first executable `ffmpeg` on `PATH`, or `nil` if there is none.
  package static var installed: FFmpeg? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.lazy.map { "\($0)/ffmpeg" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }.map(FFmpeg.init)
  }

  /// Returns the installed ffmpeg and its arguments for a target.
  ///
  /// - Throws: `.cannotCreate` with a command to run manually if ffmpeg is not installed.
  static func installed(
    for target: OutputTarget, quality: Int, effort: Int
  ) throws(HeaderKitError) -> (program: FFmpeg, arguments: [String]) {
    let arguments = Self.arguments(target.format, quality: quality, effort: effort)
    if let program = installed { return (program, arguments) }
    let source = FilePath.withoutExtension(target.path) + ".y4m"
    throw HeaderKitError(
      .cannotCreate, subject: .file(target.path),
      reason: "needs ffmpeg, which is not on PATH",
      remedy:
        "install it, or write \(source) and run: \(line(arguments, from: source, to: target.path))")
  }

  /// The first line of `ffmpeg -version`, or an empty string if it fails.
  package var version: String {
    guard let process = ChildProcess(path, ["-version"], pipes: [.output]) else { return "" }
    let text = process.readToEnd(.output)
    process.wait()
    return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Returns the arguments between input and output: codec, rate factor and colors. `quality` is in
  /// 1...100, `effort` in 1...9.
  ///
  /// Quality 80 corresponds to CRF 19 in H.264 and 27 in VP9 and AV1. The BT.601 stream is
  /// converted to BT.709, which players expect, and tagged as such. The transfer function is sRGB,
  /// that of the frames. Players require 4:2:0 subsampling and therefore even dimensions: an odd
  /// last row or column is cropped.
  static func arguments(_ format: OutputFormat, quality: Int, effort: Int) -> [String] {
    let filters =
      "scale=in_color_matrix=bt601:in_range=tv:out_color_matrix=bt709:out_range=tv:"
      + "flags=accurate_rnd+full_chroma_int,crop=trunc(iw/2)*2:trunc(ih/2)*2"
    let common = [
      "-an", "-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact",
      "-vf", filters, "-pix_fmt", "yuv420p",
      "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1",
      "-color_range", "tv",
    ]
    if format == .mp4 {
      let presets = [
        "ultrafast", "superfast", "veryfast", "fast", "medium", "slow", "slow", "slower",
        "veryslow",
      ]
      return common + [
        "-c:v", "libx264", "-preset", presets[max(1, min(9, effort)) - 1],
        "-crf", "\((45_000 - 325 * quality) / 1000)", "-movflags", "+faststart", "-f", "mp4",
      ]
    }
    let codec =
      format == .avif
      ? ["libaom-av1", "-usage", "good"] : ["libvpx-vp9", "-deadline", "good"]
    return common + ["-c:v"] + codec + [
      "-cpu-used", "\(max(0, 6 - effort * 2 / 3))", "-row-mt", "1", "-b:v", "0",
      "-crf", "\((63_000 - 450 * quality) / 1000)", "-f", format.rawValue,
    ]
  }

  /// Returns the shell command that encodes the Y4M file `source` to the file `path`.
  static func line(_ arguments: [String], from source: String, to path: String) -> String {
    ShellText.quoted(
      ["ffmpeg", "-i", source] + arguments + [path.contains(":") ? "file:\(path)" : path])
  }

  /// Starts an ffmpeg process that prints only errors to its standard error.
  ///
  /// - Parameters:
  ///   - log: A file for the standard error, or `nil` for a pipe or `/dev/null`.
  ///   - code: The code of the error if ffmpeg does not start.
  ///   - subject: The file that this error names.
  func start(
    _ arguments: [String], pipes: Set<ChildProcess.Stream>, log: String? = nil,
    _ code: HeaderKitError.Code, _ subject: String
  ) throws(HeaderKitError) -> ChildProcess {
    let process = TemporaryFiles.start {
      ChildProcess(
        path, ["-loglevel", "error", "-nostats"] + arguments, pipes: pipes, log: log)
    }
    guard let process else {
      throw HeaderKitError(code, subject: .file(subject), reason: "ffmpeg at \(path) did not start")
    }
    return process
  }

  /// Returns the reason for a failure: the last line printed.
  static func reason(in messages: some Collection<UInt8>) -> MessageText {
    let lines = String(decoding: messages, as: UTF8.self).split(separator: "\n")
    return "ffmpeg failed: \(lines.last.map(String.init) ?? "no reason given")"
  }

  final class Encoder {
    private let process: ChildProcess
    private let subject: String
    private let path: String

    /// Starts an encoder that reads Y4M from a pipe.
    ///
    /// - Parameters:
    ///   - subject: The file that errors name.
    ///   - path: The file that ffmpeg writes.
    init(
      _ program: FFmpeg, _ arguments: [String], writing subject: String, to path: String
    ) throws(HeaderKitError) {
      self.subject = subject
      self.path = path
      process = try program.start(
        ["-y", "-f", "yuv4mpegpipe", "-i", "-"] + arguments + ["file:" + path],
        pipes: [.input, .messages], .cannotCreate, subject)
    }

    deinit {
      // Closing the input also ends child processes of ffmpeg that wait for it.
      process.closePipe(.input)
      process.terminate()
      process.wait()
      TemporaryFiles.unregister(process)
    }

    func write(_ bytes: [UInt8]) throws(HeaderKitError) {
      guard process.write(bytes) else { throw failure() }
    }

    /// Waits until ffmpeg exits. Returns the size of the file in bytes.
    func finish() throws(HeaderKitError) -> Int {
      // A full disk does not always cause a nonzero status, so an empty file is an error too.
      process.closePipe(.input)
      let status = process.wait()
      let bytes = FileStatus(path)?.bytes ?? 0
      guard status == 0, bytes > 0 else { throw failure() }
      return bytes
    }

    private func failure() -> HeaderKitError {
      process.terminate()
      let text = process.readToEnd(.messages)
      return HeaderKitError(
        .cannotCreate, subject: .file(subject), reason: FFmpeg.reason(in: text),
        remedy: "write a .y4m file and run ffmpeg on it")
    }
  }
}
