import FileAccess
import PortableFoundation
import PortableMath
import Raster
import Synchronization

/// A cache of videos whose frame times are known.
final class VideoCache: Sendable {
  private let videos = Mutex<[String: VideoInput]>([:])

  func video(_ path: String, limit: Int) throws(HeaderKitError) -> VideoInput {
    if let video = videos.withLock({ $0[path] }) { return video }
    let video = try VideoInput(path, limit: limit)
    videos.withLock { $0[path] = video }
    return video
  }
}

/// A video input, decoded by ffmpeg at each read. Frames keep their own times and nothing is
/// cached.
struct VideoInput: Sendable {
  private let path: String
  /// The size of the video's frames in pixels.
  let recordedSize: PixelSize
  /// The size of the decoded frames in pixels.
  private let size: PixelSize
  let durations: [RationalTime]

  /// The maximum number of decoded pixels per frame, more than a phone's screen has points. ffmpeg
  /// reduces larger frames, because decoding them at full size takes most of the time of a fit.
  private static let maximumPixels = 1_440_000

  /// Returns true if a file's first bytes are those of MP4, MOV, WebM or Matroska.
  static func isVideo(_ first: some Sequence<UInt8>) -> Bool {
    let first = Array(first.prefix(8))
    guard first.count == 8 else { return false }
    return first.dropFirst(4).elementsEqual("ftyp".utf8)
      || first.starts(with: [0x1A, 0x45, 0xDF, 0xA3])
  }

  /// Lists the frame times of a video.
  ///
  /// - Throws: `.noInput` if ffmpeg is not installed, `.badData` if it cannot read the video or if
  ///   the video has no frames or more than `limit`.
  init(_ path: String, limit: Int) throws(HeaderKitError) {
    self.path = path
    let process = try Decoding(path, ["-frames:v", "\(limit + 1)", "-f", "framecrc"])
    var unit = RationalTime?.none
    var size = PixelSize?.none
    var times: [(start: Int, length: Int)] = []
    let text = String(decoding: try process.remainingOutput(), as: UTF8.self)
    for line in text.split(separator: "\n") {
      // Example lines: `#tb 0: 1/15360`, `#dimensions 0: 390x844`, `0, pts, pts, duration, size,
      // checksum`.
      let fields = line.split { " ,:".contains($0) }
      guard fields.count > 2 else { continue }
      switch fields[0] {
      case "#tb": unit = RationalTime(String(fields[2]))
      case "#dimensions":
        let sides = fields[2].split(separator: "x").compactMap { Int($0) }
        size = sides.count == 2 ? PixelSize(width: sides[0], height: sides[1]) : nil
      default:
        guard fields.count > 3, let start = Int(fields[2]), let length = Int(fields[3]) else {
          continue
        }
        times.append((start, length))
      }
    }
    guard let size, let unit, let last = times.last else {
      throw HeaderKitError(.badData, subject: .file(path), reason: "is a video without images")
    }
    guard times.count <= limit else {
      throw HeaderKitError(
        .badData, subject: .file(path), reason: "contains more than \(limit.grouped) frames",
        remedy: "cut it, or raise the limit with \(.frameLimit)")
    }
    recordedSize = size
    self.size = VideoInput.reduced(size)
    let ends = times.dropFirst().map(\.start) + [last.start + last.length]
    durations = zip(times, ends).map {
      RationalTime(duration: max(0, $1 - $0.start) * unit.numerator, over: unit.denominator)
        ?? .zero
    }
  }

  /// Returns a size with the same aspect ratio and at most `maximumPixels`, rounded to pixels.
  private static func reduced(_ size: PixelSize) -> PixelSize {
    let most = Double(maximumPixels) * Double(size.width) / Double(size.height)
    let width = min(size.width, Int(most.squareRoot()))
    let height = (2 * width * size.height + size.width) / (2 * size.width)
    return PixelSize(width: width, height: height) ?? size
  }

  func forEach(
    _ consume: (Pixmap, RationalTime) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) {
    let filter = "scale=\(size.width):\(size.height),format=rgb24,format=rgba"
    let process = try Decoding(path, ["-vf", filter, "-f", "rawvideo"])
    for duration in durations {
      let bytes = try process.read(4 * size.area)
      guard let picture = Pixmap(size: size, bytes: bytes) else { throw process.failure() }
      try consume(picture, duration)
    }
  }

  private final class Decoding {
    private let process: ChildProcess
    private let messages: TemporaryDirectory
    private let path: String

    init(_ path: String, _ format: [String]) throws(HeaderKitError) {
      self.path = path
      let arguments = ["-an", "-fps_mode", "passthrough"] + format
      guard let program = FFmpeg.installed else {
        let line = FFmpeg.line(["-an"], from: path, to: path + ".apng")
        throw HeaderKitError(
          .noInput, subject: .file(path),
          reason: "is a video and needs ffmpeg, which is not on PATH",
          remedy: "install it, or run elsewhere: \(line)")
      }
      messages = try TemporaryDirectory()
      let log = messages.path + "/messages"
      process = try program.start(
        ["-nostdin", "-i", "file:" + path] + arguments + ["pipe:1"], pipes: [.output], log: log,
        .noInput, path)
    }

    deinit {
      process.closePipe(.output)
      process.terminate()
      process.wait()
      TemporaryFiles.unregister(process)
    }

    func remainingOutput() throws(HeaderKitError) -> [UInt8] {
      let text = process.readToEnd(.output)
      guard process.wait() == 0 else { throw failure() }
      return text
    }

    /// Returns the next `count` bytes.
    ///
    /// - Throws: The failure of ffmpeg if there are fewer.
    func read(_ count: Int) throws(HeaderKitError) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(count)
      while bytes.count < count {
        let piece = process.read(.output, upTo: count - bytes.count)
        guard !piece.isEmpty else { throw failure() }
        bytes += piece
      }
      return bytes
    }

    func failure() -> HeaderKitError {
      let text = FileManager.default.contents(atPath: messages.path + "/messages") ?? Data()
      return HeaderKitError(
        .badData, subject: .file(path), reason: FFmpeg.reason(in: text),
        remedy: "check that the video plays to its end")
    }
  }
}
