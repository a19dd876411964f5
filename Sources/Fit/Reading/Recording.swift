import Rendering
import FileAccess
import FrameEncoding
import PortableMath
import Raster
import Scrolling

struct RecordingSurvey: Sendable {
  /// Pixels of every frame that is looked at.
  let size: PixelSize
  /// Pixels of the recording to each of them, a side.
  let reduction: Int
  /// When each frame starts, in seconds from the first.
  let times: [Double]
  /// Seconds in all.
  let duration: Double
  /// Whether every frame is of one colour.
  let isPlain: Bool
  /// Frames spread over the recording, as they were recorded, in order.
  let samples: [(index: Int, picture: Pixmap)]
}

/// Reads a recording, as often as needed; one from standard input is put aside.
struct Recording: Sendable {
  /// As messages name it.
  let name: String
  private let source: FrameSource
  private let path: String
  private let copy: TemporaryDirectory?
  /// What lies under transparent pixels.
  private let background: Color

  init(_ request: FitRequest, background: Color) throws(HeaderKitError) {
    name = InputFile.subject(request.recording)
    copy = request.recording == "-" ? try Recording.standardInput() : nil
    path = copy.map(Recording.file(in:)) ?? request.recording
    var encode = EncodeRequest()
    encode.inputs = [path]
    encode.playback.framesPerSecond = request.framesPerSecond
    encode.limits = request.header.limits
    source = FrameSource(encode)
    self.background = background
  }

  var files: [String] { source.files }

  /// Standard input as a file of a folder that goes with its last user.
  private static func standardInput() throws(HeaderKitError) -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    let pieces = try InputPieces("-")
    let copy = try AtomicFile(file(in: folder))
    while case let piece = try pieces.next(), !piece.isEmpty { try copy.write(piece) }
    try copy.commit()
    return folder
  }

  private static func file(in folder: TemporaryDirectory) -> String { folder.path + "/recording" }

  private func forEach(
    _ consume: (Pixmap, Double) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) {
    do {
      _ = try source.forEach { frame throws(HeaderKitError) in
        try consume(frame.picture, frame.duration.seconds)
      }
    } catch {
      guard error.subject == .file(path) else { throw error }
      throw HeaderKitError(
        error.code, subject: .file(name), reason: error.reason, remedy: error.remedy)
    }
  }

  /// The most frames that are kept to find the screen's place with.
  private static let mostSamples = 12
  /// More pixels of a frame, larger than any phone's and tablet's screen, tell nothing more.
  private static let mostPixels = 8_000_000.0

  /// The frame as it is looked at, and whole pixels of the recording to one of it, a side.
  private static func reduced(_ frame: Pixmap) -> (picture: Pixmap, factor: Int) {
    let factor = max(1, Int((Double(frame.size.area) / mostPixels).squareRoot().rounded(.up)))
    guard factor > 1,
      let size = PixelSize(width: frame.width / factor, height: frame.height / factor)
    else { return (frame, factor) }
    let whole = PixelRect(x: 0, y: 0, width: size.width * factor, height: size.height * factor)
    return (frame.resized(source: DeviceRect(whole), to: size, filter: .area), factor)
  }

  private func opaque(_ frame: Pixmap) -> Pixmap {
    guard !frame.isOpaque else { return frame }
    var picture = Pixmap(size: frame.size, fill: background)
    picture.draw(frame, x: 0, y: 0, opacity: 255, clip: picture.size.bounds)
    return picture
  }

  /// Reads the recording once. Throws `.badData` for frames that show nothing.
  func survey() throws(HeaderKitError) -> RecordingSurvey {
    var times: [Double] = []
    var time = 0.0
    var reduction = 1
    var (isBlank, isPlain) = (true, true)
    var samples: [(index: Int, picture: Pixmap)] = []
    var stride = 1
    try forEach { recorded, duration throws(HeaderKitError) in
      let frame: Pixmap
      (frame, reduction) = Recording.reduced(recorded)
      isBlank = isBlank && frame.bytes.allSatisfy { $0 == 0 }
      isPlain = isPlain && opaque(frame).isPlain
      if times.count % stride == 0, samples.count == Recording.mostSamples {
        samples = samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        stride *= 2
      }
      if times.count % stride == 0 { samples.append((times.count, opaque(frame))) }
      times.append(time)
      time += duration
    }
    func bad(_ reason: MessageText, _ remedy: MessageText) -> HeaderKitError {
      HeaderKitError(.badData, subject: .file(name), reason: reason, remedy: remedy)
    }
    guard let size = samples.first?.picture.size else {
      throw bad("holds no frames", "record some")
    }
    guard !isBlank else {
      throw bad("every frame is transparent", "record it with an opaque background")
    }
    return RecordingSurvey(
      size: size, reduction: reduction, times: times, duration: time, isPlain: isPlain,
      samples: samples)
  }

  /// Some frames as they were recorded, in their order.
  func frames(_ indices: Set<Int>) throws(HeaderKitError) -> [Pixmap] {
    var frames: [Pixmap] = []
    var index = 0
    try forEach { picture, _ throws(HeaderKitError) in
      if indices.contains(index) { frames.append(opaque(Recording.reduced(picture).picture)) }
      index += 1
    }
    return frames
  }

  func frames(on grid: WorkingGrid) throws(HeaderKitError) -> [Pixmap] {
    var frames: [Pixmap] = []
    try forEach { picture, _ throws(HeaderKitError) in
      // Frames that repeat share their memory.
      let reduced = grid.reduced(opaque(Recording.reduced(picture).picture))
      frames.append(frames.last == reduced ? frames[frames.count - 1] : reduced)
    }
    return frames
  }
}

extension Pixmap {
  /// Whether all pixels have one colour, but for the noise of a video.
  fileprivate var isPlain: Bool {
    bytes.indices.allSatisfy { abs(Int(bytes[$0]) - Int(bytes[$0 & 3])) <= 8 }
  }
}
