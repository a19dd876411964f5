import CodecInterface
package import FileAccess
import ImageCodecs
import PortableFoundation
package import PortableMath
package import Raster
import Scrolling

package struct FrameSource: Sendable {
  private let request: EncodeRequest
  private let videos = VideoCache()

  package init(_ request: EncodeRequest) { self.request = request }

  /// The input files. A folder is replaced with the pictures in it.
  package var files: [String] { (try? paths()) ?? request.inputs }

  package struct Frame {
    package var picture: Pixmap
    /// The size of the recorded frame in pixels, if decoding reduced it; `nil` if it did not.
    package var recordedSize: PixelSize?
    package var duration: RationalTime
    /// The frame rate at which each frame of the source gets its own time.
    package var rate: RationalTime
    /// True if the frame's duration in the animation is 0, which some formats cannot express.
    package var isInstant = false
    /// The play count of the animation that contains the frame. 0 loops forever. `nil` if the frame
    /// is not from an animation.
    package var plays: Int?
  }

  /// The highest frame rate that is derived from durations. Higher rates come from rounded times.
  private static let highestRate = 240

  /// Calls `consume` with each frame in order. Returns warnings about damaged files that were still
  /// readable.
  ///
  /// - Throws: `.badData` with the file's name if pictures of several files differ in size.
  @discardableResult
  package func forEach(
    _ consume: (Frame) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) -> [String] {
    if request.inputs == ["-"] {
      try stream(try InputPieces("-"), from: "standard input", consume)
      return []
    }
    let paths = try paths()
    if paths.count == 1, let path = paths.first { return try animation(path, consume) }
    try request.limits.check(frames: paths.count)
    var warnings: [String] = []
    var first: (path: String, size: PixelSize)?
    try pictures(paths) { picture throws(HeaderKitError) in
      let size = picture.pixmap.size
      warnings += picture.warnings
      if let first, first.size != size {
        throw HeaderKitError(
          .badData, subject: .file(picture.path),
          reason: "\(size.width) x \(size.height) pixels, but \(first.path) has "
            + "\(first.size.width) x \(first.size.height)",
          remedy: "all frames of an animation must have the same size")
      }
      if first == nil { first = (picture.path, size) }
      try consume(Frame(picture: picture.pixmap, duration: frameTime, rate: frameRate))
    }
    return warnings
  }

  private var frameTime: RationalTime { frameRate.inverse ?? .zero }

  private var frameRate: RationalTime {
    request.playback.framesPerSecond ?? ScrollCurve.standardFramesPerSecond
  }

  private var keepsTimes: Bool { request.playback.framesPerSecond == nil }

  /// The input files. The files of a folder are sorted by name, with numbers by value.
  private func paths() throws(HeaderKitError) -> [String] {
    guard request.inputs.count == 1, let folder = request.inputs.first else {
      return request.inputs
    }
    guard FileIdentity.isFolder(folder) else { return [folder] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let pictures = names.filter { !$0.hasPrefix(".") && FrameSource.isPicture($0) }
    guard !pictures.isEmpty else {
      throw HeaderKitError(
        .noInput, subject: .file(folder), reason: "contains no images",
        remedy: "pass a folder of PNG, JPEG or WebP files")
    }
    return pictures.sorted { $0.naturallyPrecedes($1) }.map {
      folder.hasSuffix("/") ? folder + $0 : folder + "/" + $0
    }
  }

  private static func isPicture(_ name: String) -> Bool {
    ["png", "jpg", "jpeg", "webp"].contains(FilePath.fileExtension(name).lowercased())
  }

  private func animation(
    _ path: String, _ consume: (Frame) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) -> [String] {
    let pieces = try InputPieces(path)
    let first = try pieces.next()
    if first.starts(with: "YUV4MPEG2".utf8) {
      try stream(pieces, after: first, from: path, consume)
      return []
    }
    if VideoInput.isVideo(first) {
      try video(path, consume)
      return []
    }
    let bytes = try InputFile.read(path, limit: request.limits.inputBytes)
    let file = try HeaderKitError.coding(
      .file(path), ImageInspector.inspect(bytes: bytes, limits: request.limits.decoding))
    let times = file.frames.lazy.map(\.duration).filter { file.isAnimated || $0 != .zero }
    let rate = commonRate(times)
    var reader = try HeaderKitError.coding(
      .file(path), AnimationReader(bytes: bytes, limits: request.limits.decoding))
    var frames = 0
    var instants = 0
    while let frame = try HeaderKitError.coding(.file(path), reader.next()) {
      let isInstant = keepsTimes && file.isAnimated && frame.duration == .zero
      frames += 1
      if isInstant { instants += 1 }
      let own = frame.duration == .zero || !keepsTimes ? frameTime : frame.duration
      try consume(
        Frame(
          picture: frame.pixmap, duration: isInstant ? FrameSource.timeOfInstant : own,
          rate: rate, isInstant: isInstant, plays: file.isAnimated ? file.loopCount ?? 1 : nil))
    }
    var warnings = reader.warnings
    if instants > 0 {
      let (has, it) = instants == 1 ? ("has", "it") : ("have", "them")
      warnings.append(
        "\(instants) of \(frames) frames \(has) no time; GIFs and videos show \(it) for 0.1 s, as "
          + "browsers do")
    }
    return warnings.map { "\(path): \($0)" }
  }

  /// The duration with which browsers show a frame of duration 0.
  private static let timeOfInstant = RationalTime(1, over: 10) ?? .zero

  /// Returns the lowest frame rate of which all times are multiples, or the requested rate if that
  /// is higher than `highestRate`.
  private func commonRate(_ times: some Sequence<RationalTime>) -> RationalTime {
    guard keepsTimes else { return frameRate }
    var (numerator, denominator) = (0, 1)
    for time in times {
      // The greatest common divisor of fractions in lowest terms.
      let duration = time == .zero ? FrameSource.timeOfInstant : time
      numerator = greatestCommonDivisor(numerator, duration.numerator)
      denominator *= duration.denominator / greatestCommonDivisor(denominator, duration.denominator)
      guard denominator <= FrameSource.highestRate * max(1, numerator) else { return frameRate }
    }
    return numerator > 0 ? RationalTime(denominator, over: numerator) ?? frameRate : frameRate
  }

  private func video(
    _ path: String, _ consume: (Frame) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) {
    let video = try videos.video(path, limit: request.limits.frames)
    let rate = commonRate(video.durations)
    try video.forEach { picture, duration throws(HeaderKitError) in
      try consume(
        Frame(
          picture: picture, recordedSize: video.recordedSize,
          duration: keepsTimes ? duration : frameTime, rate: rate))
    }
  }

  /// Decodes a Y4M stream incrementally, so no limit on bytes applies. `first` contains the bytes
  /// that were already read.
  private func stream(
    _ pieces: InputPieces, after first: [UInt8] = [], from subject: String,
    _ consume: (Frame) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) {
    var decoder = Y4MDecoder(limits: request.limits.decoding)
    var piece = first.isEmpty ? try pieces.next() : first
    while !piece.isEmpty {
      for frame in try HeaderKitError.coding(.file(subject), decoder.append(piece)) {
        let duration = keepsTimes ? frame.duration : frameTime
        let rate = RationalTime(duration.denominator, over: max(1, duration.numerator))
        try consume(Frame(picture: frame.pixmap, duration: duration, rate: rate ?? frameRate))
      }
      piece = try pieces.next()
    }
    try HeaderKitError.coding(.file(subject), decoder.finish())
  }

  private typealias Picture = (path: String, pixmap: Pixmap, warnings: [String])

  /// The maximum number of pixels in the pictures that are read concurrently, estimated from the
  /// first.
  private static let maximumPixels = 1 << 24

  /// Calls `consume` with each picture in order.
  ///
  /// - Throws: Errors of `consume` and the first error of a file.
  private func pictures(
    _ paths: [String], _ consume: (Picture) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) {
    let limits = request.limits
    @Sendable func read(_ path: String) throws(HeaderKitError) -> Picture {
      let bytes = try InputFile.read(path, limit: limits.inputBytes)
      let (pixmap, warnings) = try PictureFile.decodeWithWarnings(
        bytes, subject: path, limits: limits)
      return (path, pixmap, warnings)
    }
    guard let first = paths.first else { return }
    let picture = try read(first)
    let jobs = min(request.jobCount, max(1, Self.maximumPixels / picture.pixmap.size.area))
    try consume(picture)
    guard jobs > 1 else {
      for path in paths.dropFirst() { try consume(read(path)) }
      return
    }
    let workers = OrderedWorkers<Result<Picture, HeaderKitError>>(jobs: jobs, waiting: 1)
    for path in paths.dropFirst() {
      let ready = workers.begin { Result { () throws(HeaderKitError) in try read(path) } }
      for picture in ready { try consume(picture.get()) }
    }
    while let picture = workers.next() { try consume(picture.get()) }
  }
}
