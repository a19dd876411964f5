import PortableMath
import Raster
import Testing
import VisualDiff

/// Twelve kinds of change, each between all pairs of three quantizers. Tests the reported kind,
/// frames and area.
@Suite struct QuantizedAnimationTests {
  enum Change: String, CaseIterable {
    case none, droppedFrame, insertedFrame, flatPixel, smoothSpot, busySpot, longerHold
    case movedAvatar, repeatedFrame, shadedFrames, droppedAndHeld, insertedAndCut

    /// The clip after the change.
    var clip: QuantizedClip {
      var clip = QuantizedClip()
      switch self {
      case .none: break
      case .droppedFrame: clip.frames.remove(at: 7)
      case .insertedFrame: clip.frames.insert((QuantizedClip.frame(50), 8), at: 7)
      case .flatPixel: clip.add(-96, to: QuantizedClip.flatPixel, in: 5...5)
      case .smoothSpot: clip.add(24, to: QuantizedClip.smoothSpot, in: 5...5)
      case .busySpot: clip.add(24, to: QuantizedClip.busySpot, in: 5...5)
      case .longerHold: clip.frames[5].centiseconds = 48
      case .movedAvatar:
        for index in clip.frames.indices {
          clip.frames[index].pixmap = QuantizedClip.frame(index, avatarShift: 2)
        }
      case .repeatedFrame: clip.frames.insert(clip.frames[5], at: 5)
      case .shadedFrames: clip.add(-30, to: QuantizedClip.shade, in: 10...12)
      case .droppedAndHeld:
        clip.frames[6].centiseconds = 16
        clip.frames.remove(at: 7)
      case .insertedAndCut:
        clip.frames[6].centiseconds = 4
        clip.frames.insert((QuantizedClip.frame(50), 4), at: 7)
      }
      return clip
    }

    /// The expected report, without frames that are only shifted.
    var verdict: [String] {
      switch self {
      case .none: []
      case .droppedFrame: ["dropped 7...7"]
      case .insertedFrame: ["inserted 7...7"]
      case .flatPixel, .smoothSpot, .busySpot: ["changed 5...5"]
      case .longerHold, .repeatedFrame: ["held 5...5"]
      case .movedAvatar: ["changed 0...19"]
      case .shadedFrames: ["changed 10...12"]
      case .droppedAndHeld: ["held 6...6", "dropped 7...7"]
      case .insertedAndCut: ["held 6...6", "inserted 7...7"]
      }
    }

    var area: PixelRect? {
      switch self {
      case .flatPixel: QuantizedClip.flatPixel
      case .smoothSpot: QuantizedClip.smoothSpot
      case .busySpot: QuantizedClip.busySpot
      case .movedAvatar: QuantizedClip.avatar
      case .shadedFrames: QuantizedClip.shade
      default: nil
      }
    }
  }

  private typealias Frames = [(Pixmap, RationalTime)]

  /// The unchanged clip, quantized.
  private static let before = Result {
    (
      quality60: try Quantizer.quality60.quantize(QuantizedClip()),
      quality90: try Quantizer.quality90.quantize(QuantizedClip())
    )
  }

  private func timeline(_ frames: Frames) -> Timeline {
    frames.reduce(into: Timeline()) { timeline, frame in
      timeline.append(PixelHash(frame.0), FrameSignature(frame.0), for: frame.1)
    }
  }

  private func compare(
    _ first: Frames, _ second: Frames, strict: Bool = false,
    timelines: (Timeline, Timeline)? = nil
  ) -> AnimationDifference {
    var comparison = AnimationComparison()
    comparison.pictures.metric = .quantized
    comparison.strict = strict
    return comparison.difference(
      timelines?.0 ?? timeline(first), timelines?.1 ?? timeline(second),
      sizes: (QuantizedClip.size, QuantizedClip.size), firstPicture: { first[$0].0 },
      secondPicture: { second[$0].0 })
  }

  private func verdict(_ difference: AnimationDifference) -> [String] {
    difference.events.compactMap { event in
      guard let frames = event.first ?? event.second else { return nil }
      return switch event.kind {
      case .changed: "changed \(frames)"
      case .inserted: "inserted \(frames)"
      case .dropped: "dropped \(frames)"
      case .timing(.repeated), .timing(.retimed): "held \(frames)"
      case .timing(.shifted): nil
      }
    }
  }

  private func checkArea(_ difference: AnimationDifference, _ area: PixelRect) {
    for event in difference.events {
      guard case .changed(_, _, let bounds) = event.kind, let bounds else { continue }
      let around = PixelRect(
        x: area.x - 3, y: area.y - 3, width: area.width + 6, height: area.height + 6)
      #expect(bounds.intersection(around) == bounds)
      #expect(2 * bounds.intersection(area).width >= area.width)
      #expect(2 * bounds.intersection(area).height >= area.height)
    }
  }

  @Test(arguments: Change.allCases)
  func findsChangeForEveryEncoder(change: Change) throws {
    let before = try QuantizedAnimationTests.before.get()
    let clip = change.clip
    for (one, other) in [
      (before.quality60, try Quantizer.quality90.quantize(clip)),
      (before.quality90, try Quantizer.errorDiffusion.quantize(clip)),
    ] {
      let difference = compare(one, other)
      #expect(verdict(difference) == change.verdict)
      if let area = change.area { checkArea(difference, area) }
    }
  }

  @Test(arguments: Change.allCases)
  func recordedHashesDecideEquality(change: Change) throws {
    let before = QuantizedClip()
    let after = change.clip
    func timeline(_ clip: QuantizedClip) -> Timeline {
      Timeline(
        frames: clip.frames.map { (PixelHash($0.pixmap), hundredths($0.centiseconds)) })
    }
    let first = before.frames.map { ($0.pixmap, hundredths($0.centiseconds)) }
    let second = after.frames.map { ($0.pixmap, hundredths($0.centiseconds)) }
    let difference = compare(first, second, timelines: (timeline(before), timeline(after)))
    #expect(verdict(difference) == change.verdict)
  }

  @Test func strictComparisonReportsEncoderDifferences() throws {
    let (first, second) = try QuantizedAnimationTests.before.get()
    #expect(compare(first, second).isSame)
    var comparison = AnimationComparison()
    comparison.strict = true
    let strict = comparison.difference(
      timeline(first), timeline(second), sizes: (QuantizedClip.size, QuantizedClip.size),
      firstPicture: { first[$0].0 }, secondPicture: { second[$0].0 })
    #expect(verdict(strict) == ["changed 0...19"])
  }

  @Test func pairsFramesThatAnEncoderMerged() throws {
    let clip = QuantizedClip()
    let first = clip.frames.map { ($0.pixmap, hundredths(8)) }
    // Frame 6 has a spot too faint to count. The second animation shows it as frame 5.
    var faint = clip
    faint.frames[6].pixmap = clip.frames[5].pixmap
    faint.add(2, to: QuantizedClip.smoothSpot, in: 6...6)
    var second = first
    second[5].1 = hundredths(16)
    second.remove(at: 6)
    let left = faint.frames.map { ($0.pixmap, hundredths(8)) }
    #expect(compare(left, second).isSame)
    #expect(compare(second, left).isSame)
  }

  @Test func droppedFrameSimilarToItsNeighborIsFound() throws {
    var clip = QuantizedClip()
    clip.frames[6].pixmap = clip.frames[5].pixmap
    clip.add(40, to: QuantizedClip.smoothSpot, in: 6...6)
    let first = clip.frames.map { ($0.pixmap, hundredths(8)) }
    var second = first
    second.remove(at: 6)
    #expect(verdict(compare(first, second)) == ["dropped 6...6"])
    #expect(verdict(compare(second, first)) == ["inserted 6...6"])
  }

  @Test func roundedTimesAreEqualUnlessStrict() {
    let clip = QuantizedClip()
    let first = clip.frames.indices.map { (clip.frames[$0].pixmap, hundredths([3, 3, 4][$0 % 3])) }
    let second = clip.frames.indices.map {
      (clip.frames[$0].pixmap, hundredths([3, 4, 3][$0 % 3]))
    }
    #expect(compare(first, second).isSame)
    #expect(!compare(first, second, strict: true).isSame)
  }

  @Test func findsFrameDroppedFromLongAnimation() {
    let size = QuantizedClip.size
    let frames = (0..<520).map { index in
      (
        flat(96, 80, .white).painted(
          PixelRect(x: index % 80, y: index / 80 * 8, width: 16, height: 8), .black),
        hundredths(4)
      )
    }
    #expect(frames[0].0.size == size)
    var second = frames
    second.remove(at: 333)
    #expect(verdict(compare(frames, second)) == ["dropped 333...333"])
  }

  @Test func findsFrameDroppedDespiteGlobalChange() {
    let first = QuantizedClip().frames.map { ($0.pixmap, hundredths(8)) }
    var shaded = QuantizedClip()
    shaded.add(-40, to: PixelRect(x: 0, y: 40, width: 96, height: 40), in: 0...19)
    var second = shaded.frames.map { ($0.pixmap, hundredths(8)) }
    second.remove(at: 7)
    #expect(
      verdict(compare(first, second)) == ["changed 0...6", "dropped 7...7", "changed 8...19"])
  }

  @Test func replacedFrameIsChanged() {
    let first = QuantizedClip().frames.map { ($0.pixmap, hundredths(8)) }
    var second = first
    second[7].0 = flat(96, 80, .black)
    #expect(verdict(compare(first, second)) == ["changed 7...7"])
  }

  @Test func frameReplacedByALongerPredecessorIsDropped() {
    var clip = QuantizedClip()
    clip.frames[6].pixmap = clip.frames[5].pixmap
    clip.add(-96, to: QuantizedClip.flatPixel, in: 6...6)
    let first = clip.frames.map { ($0.pixmap, hundredths(8)) }
    var second = first
    second[5].1 = hundredths(16)
    second.remove(at: 6)
    #expect(verdict(compare(first, second)) == ["held 5...5", "dropped 6...6"])
  }

  @Test func equalCyclesAreAlignedByTime() {
    let frames = [0, 9, 0, 9, 30].map { (QuantizedClip.frame($0), hundredths(8)) }
    let second = [frames[0], frames[1], frames[4]]
    #expect(verdict(compare(frames, second)) == ["dropped 2...2", "dropped 3...3"])
  }
}
