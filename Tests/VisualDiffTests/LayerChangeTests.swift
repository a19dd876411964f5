import PortableMath
import Raster
import Testing
import VisualDiff

@Suite struct LayerChangeTests {
  private func frame(
    _ index: Int, avatarY: Double, titleWidth: Double = 50, titleAppearance: String? = nil,
    hasBar: Bool = true
  ) -> FrameManifest.Frame {
    var layers = [
      FrameManifest.Layer(
        name: "avatar", rect: DeviceRect(x: 10, y: avatarY, width: 20, height: 20)),
      FrameManifest.Layer(
        name: "title", rect: DeviceRect(x: 0, y: 0, width: titleWidth, height: 9),
        appearance: titleAppearance),
    ]
    if hasBar {
      layers.append(
        FrameManifest.Layer(name: "bar", rect: DeviceRect(x: 0, y: 0, width: 9, height: 9)))
    }
    return FrameManifest.Frame(
      hash: PixelHash(value: UInt64(bitPattern: Int64(layers.hashValue &+ index))),
      duration: hundredths(4), offset: Double(index) * 1.5, phase: "collapsing", layers: layers)
  }

  private func changes(
    _ first: [FrameManifest.Frame], _ second: [FrameManifest.Frame]
  ) -> [String] {
    let size = flat(4, 4, .white).size
    let left = FrameManifest(size: size, plays: nil, frames: first)
    let right = FrameManifest(size: size, plays: nil, frames: second)
    let difference = AnimationComparison().difference(
      left.timeline, right.timeline, sizes: (size, size),
      firstPicture: { _ in flat(4, 4, .white) }, secondPicture: { _ in flat(4, 4, .black) })
    return difference.layerChanges(
      first: { left.frames[$0].picture }, second: { right.frames[$0].picture }
    ).map(\.description)
  }

  @Test func movedLayerHasFramesOffsetsAndDirection() {
    let first = (0..<6).map { frame($0, avatarY: 5) }
    let second = (0..<6).map { frame($0, avatarY: (2...4).contains($0) ? 7 : 5) }
    #expect(
      changes(first, second) == ["avatar: frames 2-4 (offset 3 to 6): moved 2 px down"])
  }

  @Test func unchangedFrameSplitsAChange() {
    let first = (0..<4).map { frame($0, avatarY: 5) }
    let second = (0..<4).map { frame($0, avatarY: $0 == 1 || $0 == 3 ? 7 : 5) }
    #expect(
      changes(first, second) == [
        "avatar: frame 1 (offset 1.5): moved 2 px down",
        "avatar: frame 3 (offset 4.5): moved 2 px down",
      ])
  }

  @Test func growingDistancesOfOneDirectionAreOneChange() {
    let first = (0..<3).map { frame($0, avatarY: 5) }
    let second = (0..<3).map { frame($0, avatarY: 4.5 - Double($0)) }
    #expect(
      changes(first, second) == [
        "avatar: frames 0-2 (offset 0 to 3): moved 0.5 to 2.5 px up"
      ])
  }

  /// Moving down and then up is two changes.
  @Test func distancesOfTwoDirectionsAreTwoChanges() {
    let first = (0..<4).map { frame($0, avatarY: 5, titleWidth: 50) }
    let second = (0..<4).map { index in
      frame(index, avatarY: index < 2 ? 6 : 4, titleWidth: index < 1 ? 52 : 49)
    }
    #expect(
      Set(changes(first, second)) == [
        "avatar: frames 0-1 (offset 0 to 1.5): moved 1 px down",
        "avatar: frames 2-3 (offset 3 to 4.5): moved 1 px up",
        "title: frame 0 (offset 0): 2 px wider",
        "title: frames 1-3 (offset 1.5 to 4.5): 1 px narrower",
      ])
  }

  @Test func roundingErrorsAreNotMoves() {
    let first = (0..<2).map { frame($0, avatarY: 0.3) }
    #expect(
      changes(
        first,
        [0.1 + 0.2, 0.1 + 0.2].enumerated().map {
          frame($0.offset, avatarY: $0.element)
        }) == [])
    #expect(
      changes(first, [2.3, 0.1 + 2.2].enumerated().map { frame($0.offset, avatarY: $0.element) })
        == ["avatar: frames 0-1 (offset 0 to 1.5): moved 2 px down"])
  }

  @Test func everyKindOfChangeHasADescription() {
    let first = [frame(0, avatarY: 5, hasBar: false)]
    let second = [frame(0, avatarY: 5, titleWidth: 47, hasBar: true)]
    #expect(
      changes(first, second) == [
        "title: frame 0 (offset 0): 3 px narrower", "bar: frame 0 (offset 0): appeared",
      ])
    #expect(
      changes(second, first) == [
        "title: frame 0 (offset 0): 3 px wider", "bar: frame 0 (offset 0): vanished",
      ])
    #expect(
      changes([frame(0, avatarY: 5)], [frame(0, avatarY: 5, titleAppearance: "blur 3")]) == [
        "title: frame 0 (offset 0): painted differently in the same place"
      ])
    #expect(
      changes(
        [frame(0, avatarY: 5, titleAppearance: "opacity 0.5, fill #1ED760")],
        [frame(0, avatarY: 5, titleWidth: 47, titleAppearance: "opacity 0.5, fill #1D9BE8")]
      ) == [
        "title: frame 0 (offset 0): 3 px narrower",
        "title: frame 0 (offset 0): fill #1ED760 -> #1D9BE8",
      ])
    // Records of version 0.7 contain no colors.
    #expect(
      changes(
        [frame(0, avatarY: 5, titleAppearance: "blur 3")],
        [frame(0, avatarY: 5, titleAppearance: "blur 3, fill #1D9BE8")]
      ).isEmpty)
  }
}
