import Rendering
import FileAccess
import FrameEncoding
import PortableMath
import Raster
import Scrolling

/// The properties of a recording that are found in a first pass.
struct RecordingSurvey: Sendable {
  /// The size of the analyzed frames in pixels.
  let size: PixelSize
  /// The pixels of the recording per analyzed pixel.
  let reduction: Reduction
  /// The start of each frame in seconds from the first.
  let times: [Double]
  /// The total duration in seconds.
  let duration: Double
  /// Whether every frame has a single color.
  let isPlain: Bool
  /// The bounding box of the opaque pixels of all samples, or `nil` if all are opaque.
  let opaque: PixelRect?
  /// Frames at even distances, in order, with their index.
  let samples: [(index: Int, picture: Pixmap)]
}

/// The pixels of a recording per analyzed pixel, horizontally and vertically. Both are 1 unless the
/// frames are larger than needed.
struct Reduction: Hashable, Sendable {
  var x = 1.0
  var y = 1.0
}

/// Reads a recording, several times if needed. Standard input is copied to a temporary file first.
struct Recording: Sendable {
  /// The name in messages.
  let name: String
  private let source: FrameSource
  private let path: String
  private let copy: TemporaryDirectory?
  /// The color behind transparent pixels.
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

  /// The paths of the recording's files.
  var files: [String] { source.files }

  /// Copies standard input to a file in a temporary folder, which is removed with its last
  /// reference.
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
    _ consume: (FrameSource.Frame) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) {
    do {
      _ = try source.forEach(consume)
    } catch {
      guard error.subject == .file(path) else { throw error }
      throw HeaderKitError(
        error.code, subject: .file(name), reason: error.reason, remedy: error.remedy)
    }
  }

  /// The maximum number of frames kept for finding the screen.
  private static let maxSampledFrames = 12
  /// The maximum number of analyzed pixels per frame. It is larger than any phone's or tablet's
  /// screen.
  private static let maxPixels = 8_000_000.0

  /// Returns the analyzed picture of a frame, reduced by an integer factor if it is large.
  private static func reduced(_ frame: FrameSource.Frame) -> (picture: Pixmap, Reduction) {
    let picture = frame.picture
    let recorded = frame.recordedSize ?? picture.size
    var reduction = Reduction(
      x: Double(recorded.width) / Double(picture.width),
      y: Double(recorded.height) / Double(picture.height))
    let factor = max(1, Int((Double(picture.size.area) / maxPixels).squareRoot().rounded(.up)))
    guard factor > 1,
      let size = PixelSize(width: picture.width / factor, height: picture.height / factor)
    else { return (picture, reduction) }
    reduction.x *= Double(factor)
    reduction.y *= Double(factor)
    let whole = PixelRect(x: 0, y: 0, width: size.width * factor, height: size.height * factor)
    return (picture.resized(source: DeviceRect(whole), to: size, filter: .area), reduction)
  }

  /// Returns a frame over the background.
  private func opaque(_ frame: Pixmap) -> Pixmap {
    guard !frame.isOpaque else { return frame }
    var picture = Pixmap(size: frame.size, fill: background)
    picture.draw(frame, x: 0, y: 0, opacity: 255, clip: picture.size.bounds)
    return picture
  }

  /// Reads the recording once.
  ///
  /// - Throws: `.badData` if the recording has no frames or all are transparent.
  func survey() throws(HeaderKitError) -> RecordingSurvey {
    var times: [Double] = []
    var time = 0.0
    var reduction = Reduction()
    var (isBlank, isPlain) = (true, true)
    var samples: [(index: Int, picture: Pixmap)] = []
    var bounds = PixelRect.empty
    var stride = 1
    try forEach { recorded throws(HeaderKitError) in
      let frame: Pixmap
      (frame, reduction) = Recording.reduced(recorded)
      isBlank = isBlank && frame.bytes.allSatisfy { $0 == 0 }
      isPlain = isPlain && opaque(frame).isPlain
      if times.count % stride == 0, samples.count == Recording.maxSampledFrames {
        samples = samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        stride *= 2
      }
      if times.count % stride == 0 {
        bounds = bounds.union(frame.opaqueBounds)
        samples.append((times.count, opaque(frame)))
      }
      times.append(time)
      time += recorded.duration.seconds
    }
    func bad(_ reason: MessageText, _ remedy: MessageText) -> HeaderKitError {
      HeaderKitError(.badData, subject: .file(name), reason: reason, remedy: remedy)
    }
    guard let size = samples.first?.picture.size else {
      throw bad("contains no frames", "record some")
    }
    guard !isBlank else {
      throw bad("every frame is transparent", "record it with an opaque background")
    }
    return RecordingSurvey(
      size: size, reduction: reduction, times: times, duration: time, isPlain: isPlain,
      opaque: bounds == size.bounds ? nil : bounds, samples: samples)
  }

  /// Returns the frames with the given indices, in order, reduced to the analyzed size.
  func frames(_ indices: Set<Int>) throws(HeaderKitError) -> [Pixmap] {
    var frames: [Pixmap] = []
    var index = 0
    try forEach { frame throws(HeaderKitError) in
      if indices.contains(index) { frames.append(opaque(Recording.reduced(frame).picture)) }
      index += 1
    }
    return frames
  }

  /// Returns all frames, resampled to a grid.
  func frames(on grid: WorkingGrid) throws(HeaderKitError) -> [Pixmap] {
    var frames: [Pixmap] = []
    try forEach { frame throws(HeaderKitError) in
      // Equal consecutive frames share their memory.
      let reduced = grid.reduced(opaque(Recording.reduced(frame).picture))
      frames.append(frames.last == reduced ? frames[frames.count - 1] : reduced)
    }
    return frames
  }
}

extension Pixmap {
  /// The bounding box of the pixels that are more than half opaque. Empty if there are none.
  fileprivate var opaqueBounds: PixelRect {
    guard !isOpaque else { return size.bounds }
    var (left, top, right, bottom) = (width, height, 0, 0)
    for y in 0..<height {
      for x in 0..<width where bytes[(y * width + x) * 4 + 3] > 127 {
        (left, right) = (min(left, x), max(right, x + 1))
        (top, bottom) = (min(top, y), max(bottom, y + 1))
      }
    }
    return PixelRect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
  }

  /// Whether all pixels have the same color, within the noise of a video.
  fileprivate var isPlain: Bool {
    bytes.indices.allSatisfy { abs(Int(bytes[$0]) - Int(bytes[$0 & 3])) <= 8 }
  }
}
