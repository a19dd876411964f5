import CodecInterface
import FileAccess
import ImageCodecs
import PortableMath
import VisualDiff

/// One side of a comparison of animations: which frames are compared, and where the file has them.
struct AnimationSide: Sendable {
  let source: ComparedSource
  let clock: FrameClock
  let size: PixelSize
  let hasTimes: Bool
  /// Whether the file's pixels may be others than those that were encoded.
  let isLossy: Bool
  /// What is wrong with the file though it can be read, with its path.
  let warnings: [String]

  /// A side whose frames were read; a manifest has other frames than its file.
  init(_ source: ComparedSource, _ survey: SourceSurvey, manifest: FrameManifest? = nil) {
    self.source = source
    let starts = survey.timeline.frames.map(\.start)
    clock = manifest.map { FrameClock($0.timeline, file: starts) } ?? FrameClock(survey.timeline)
    size = survey.size
    hasTimes = survey.hasTimes || manifest != nil
    isLossy = source.isLossy
    warnings = survey.warnings
  }

  private init(_ source: ComparedSource, clock: FrameClock, _ file: ImageDescription) {
    self.source = source
    self.clock = clock
    size = file.size
    hasTimes = true
    isLossy = file.isLossy
    warnings = file.warnings.map { "\(source.path): \($0)" }
  }

  /// A side whose file records the hashes and times that its frames had before encoding; nil for
  /// others. No frame is decoded: the record holds only for a file that nobody has altered.
  init?(recordOf source: ComparedSource, limits: RenderLimits) throws(HeaderKitError) {
    guard case .file(let path, let bytes) = source, let record = FrameHashes(file: bytes) else {
      return nil
    }
    let file = try HeaderKitError.coding(
      .file(path), ImageInspector.inspect(bytes: bytes, limits: limits.decoding))
    let timeline = Timeline(
      hashes: record.frames.map(\.hash), durations: record.frames.map(\.duration),
      plays: file.plays)
    var starts: [RationalTime] = []
    var end = RationalTime.zero
    for frame in file.frames {
      starts.append(end)
      end = end + frame.duration
    }
    self.init(source, clock: FrameClock(timeline, file: starts), file)
  }
}

/// Two sides whose frames are known as they were before encoding: equal hashes are equal frames,
/// whatever encoders made of them.
struct RecordedPair {
  let first: AnimationSide
  let second: AnimationSide
  /// Whether both files have times as exact as their frames'.
  let hasExactTimes: Bool

  /// Nil unless both files record their frames, or one that is quantised does and the other is
  /// stored without loss.
  init?(
    _ first: ComparedSource, _ second: ComparedSource, limits: RenderLimits
  ) throws(HeaderKitError) {
    let left = try AnimationSide(recordOf: first, limits: limits)
    let right = try AnimationSide(recordOf: second, limits: limits)
    hasExactTimes = left != nil && right != nil
    if let left, let right {
      (self.first, self.second) = (left, right)
    } else if let left, left.isLossy, second.isLossless {
      let survey = try SourceSurvey(second, limits: limits)
      (self.first, self.second) = (left, AnimationSide(second, survey))
    } else if let right, right.isLossy, first.isLossless {
      let survey = try SourceSurvey(first, limits: limits)
      (self.first, self.second) = (AnimationSide(first, survey), right)
    } else {
      return nil
    }
  }

  var isAnimation: Bool { first.clock.fileFrames > 1 || second.clock.fileFrames > 1 }

  var showsSameFrames: Bool {
    first.clock.timeline.frames.map(\.hash) == second.clock.timeline.frames.map(\.hash)
  }
}

extension ComparedSource {
  /// Whether its pixels are those that were encoded, by the name of its format.
  fileprivate var isLossless: Bool {
    switch self {
    case .file(_, let bytes): (try? ImageKind.recognise(bytes)) == .png
    case .frames(_, let paths): paths.allSatisfy { $0.lowercased().hasSuffix(".png") }
    }
  }
}

extension ImageDescription {
  /// How often it plays, nil for ever. A GIF that says nothing plays once.
  fileprivate var plays: Int? {
    guard let loopCount else { return 1 }
    return loopCount == 0 ? nil : loopCount
  }
}

/// Finds the file's frame for a frame of the compared timeline. A manifest has every frame that was
/// painted; the file may have put equal ones together and rounded their delays.
struct FrameClock: Sendable {
  let timeline: Timeline
  /// When the file's frames appear; nil where the timeline is the file's own.
  private let starts: [RationalTime]?

  /// - Parameter starts: where the timeline has the frames before encoding.
  init(_ timeline: Timeline, file starts: [RationalTime]? = nil) {
    (self.timeline, self.starts) = (timeline, starts)
  }

  var fileFrames: Int { starts?.count ?? timeline.frames.count }

  /// The file's frame that is shown in the middle of a frame of the timeline.
  func fileIndex(_ index: Int) -> Int {
    guard let starts else { return index }
    let frame = timeline.frames[index]
    let middle = frame.start + (RationalTime(1, over: 2)?.multiplied(by: frame.duration) ?? .zero)
    // The number of frames that have appeared by then, by bisection.
    var (seen, unseen) = (0, starts.count)
    while seen < unseen {
      let place = (seen + unseen) / 2
      if starts[place] > middle { unseen = place } else { seen = place + 1 }
    }
    return max(0, seen - 1)
  }

  /// The file's frames for neighbouring frames of the timeline.
  func fileIndices(_ indices: ClosedRange<Int>) -> ClosedRange<Int> {
    let first = fileIndex(indices.lowerBound)
    return first...max(first, fileIndex(indices.upperBound))
  }
}
