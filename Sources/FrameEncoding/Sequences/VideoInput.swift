package import FileAccess
import Foundation

/// Videos as input: ffmpeg unpacks them into an animated PNG, which holds every frame with its own time.
package enum VideoInput {
  /// Pixels across that are of use; wider videos are reduced.
  private static let mostWidth = 1600

  /// Whether a file is a video, by its first bytes: MP4 and MOV, or WebM and Matroska.
  package static func isVideo(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path),
      let first = try? file.read(upToCount: 8), first.count == 8
    else { return false }
    return first.suffix(4).elementsEqual("ftyp".utf8)
      || first.prefix(4).elementsEqual([0x1A, 0x45, 0xDF, 0xA3])
  }

  /// Writes a video's frames to `animation`. Throws `.noInput` where there is no ffmpeg, `.badData`
  /// where it cannot read the video.
  package static func unpack(_ path: String, to animation: String) throws(HeaderKitError) {
    let arguments = [
      "-an", "-fps_mode", "passthrough", "-vf", "scale='min(iw,\(mostWidth))':-1", "-pix_fmt",
      "rgb24", "-f", "apng",
    ]
    guard let program = FFmpeg.installed else {
      throw HeaderKitError(
        .noInput, subject: .file(path), reason: "is a video, read by ffmpeg, which is not on PATH",
        remedy:
          "install it, or run elsewhere: \(FFmpeg.line(arguments, from: path, to: path + ".apng"))")
    }
    let process = Process()
    let messages = Pipe()
    process.executableURL = URL(fileURLWithPath: program.path)
    process.arguments =
      ["-loglevel", "error", "-nostats", "-nostdin", "-y", "-i", "file:" + path] + arguments
      + ["file:" + animation]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = messages
    guard TemporaryFiles.start(process) else {
      throw HeaderKitError(
        .noInput, subject: .file(path), reason: "ffmpeg at \(program.path) did not start")
    }
    let text = (try? messages.fileHandleForReading.readToEnd()).flatMap { $0 } ?? Data()
    process.waitUntilExit()
    TemporaryFiles.forget(process)
    guard process.terminationStatus == 0 else {
      let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
      throw HeaderKitError(
        .badData, subject: .file(path),
        reason: "ffmpeg failed: \(lines.last.map(String.init) ?? "no reason given")",
        remedy: "play the video to see whether it is whole")
    }
  }
}
