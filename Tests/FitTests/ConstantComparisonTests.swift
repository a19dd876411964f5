import FileAccess
import HeaderModel
import PortableMath
import Raster
import Testing

@testable import Fit

/// Comparisons of other constant values along a known path.
@Suite struct ConstantComparisonTests {
  private let offsets = [0.0, 10, 14, 20]

  /// Returns the path of a header through frames of another document at the given offsets.
  private func path(
    _ scene: JudgedScene, showing document: HeaderDocument, at offsets: [Double]
  ) throws -> RecordingPath {
    let other = try JudgedScene(document)
    let grid = scene.painter.sweeps.grid
    var start = scene.painter.launch
    try start.scroll(to: offsets[0], at: 0)
    return RecordingPath(
      screen: FoundScreen(
        placement: ScreenPlacement(pixelsPerPoint: 1, x: 0, y: 0), painter: scene.painter),
      grid: scene.grid, frames: try offsets.map { try other.picture($0) },
      times: offsets.indices.map { Double($0) / 10 }, start: start,
      fits: offsets.map { FrameFit(step: grid.step($0), path: .jump, distance: 0) })
  }

  private func comparison(
    _ scene: JudgedScene, _ path: RecordingPath
  ) throws -> ConstantComparison {
    try ConstantComparison(
      try FollowedPath(path).judged, scenes: scene.scenes, path: path, painter: scene.painter,
      grid: path.grid, jobs: 1)
  }

  private func constant(_ name: String, _ value: Double) -> ConstantValue {
    ConstantValue(name: name, value: value)
  }

  /// The value in the recording removes the whole distance. Values farther from it remove less.
  @Test func recordedConstantLeavesNoDifference() async throws {
    let scene = try JudgedScene(try FitScene.document())
    let path = try path(scene, showing: try FitScene.document(badgeTop: 20), at: offsets)
    let scores = try await comparison(scene, path).scores(
      [20, 19.5, 17, 18].map { constant("badgeTop", $0) })
    #expect(scores[0].before > 0 && scores[0].remaining == 0)
    #expect(scores[0].gain == scores[0].before)
    #expect(scores[0].gain > scores[1].gain && scores[1].gain > scores[2].gain)
    // The document's own value changes nothing.
    #expect(scores[3].gain == 0 && scores[3].remaining == 1)
  }

  @Test func usesOnlyRequestedFrames() async throws {
    let scene = try JudgedScene(try FitScene.document())
    let path = try path(scene, showing: try FitScene.document(badgeTop: 20), at: offsets)
    let judged = try FollowedPath(path).judged
    let comparison = try comparison(scene, path)
    let value = [constant("badgeTop", 20)]
    let all = try await comparison.scores(value)[0].gain
    var sum = 0.0
    for frame in judged { sum += try await comparison.scores(value, [frame])[0].gain }
    #expect(sum == all && all > 0)
    #expect(try await comparison.scores(value, [])[0].gain == 0)
  }

  /// The order of badge and banner changes at 12 points. With 8 or 16 it changes in other frames.
  @Test func findsFramesThatDependOnAConstant() throws {
    let scene = try JudgedScene(try FitScene.document())
    let comparison = try comparison(
      scene, try path(scene, showing: try FitScene.document(), at: offsets))
    let flips = comparison.affectedFrames([constant("flip", 8), constant("flip", 16)])
    #expect(flips.frames.map(\.index) == [1, 2])
    #expect(flips.move == 0)
    let moved = comparison.affectedFrames([constant("badgeTop", 15.5), constant("badgeTop", 19)])
    #expect(moved.frames.count == 4 && moved.move == 2.5)
    #expect(comparison.affectedFrames([constant("gap", 9)]).frames.isEmpty)
    // Invalid values are not visible in any frame.
    #expect(comparison.affectedFrames([constant("badgeTop", 99)]).frames.isEmpty)
  }

  @Test func findsConstantsOfALayer() throws {
    let scene = try JudgedScene(try FitScene.document())
    let comparison = try comparison(
      scene, try path(scene, showing: try FitScene.document(), at: [0, 4]))
    #expect(comparison.changes("badge", with: constant("badgeTop", 20)))
    #expect(!comparison.changes("banner", with: constant("badgeTop", 20)))
    #expect(!comparison.changes("badge", with: constant("gap", 9)))
  }

  @Test func measuresDistanceAroundALayer() throws {
    let scene = try JudgedScene(try FitScene.document())
    let comparison = try comparison(
      scene, try path(scene, showing: try FitScene.document(badgeTop: 20), at: [0, 4]))
    let distance = try comparison.distance(about: "badge").required
    let whole = try comparison.distance(about: nil).required
    #expect(distance > whole && whole > 0)
    #expect(try comparison.distance(about: "badge", with: constant("badgeTop", 20)) == 0)
    #expect(try comparison.distance(about: nil, with: constant("badgeTop", 20)) == 0)
    #expect(try comparison.distance(about: nil, with: constant("badgeTop", 99)) == nil)
  }

  /// If all layers scroll, another value of `top` is equivalent to other offsets. It is not if a
  /// layer does not scroll.
  @Test func offsetsCompensateCommonMoves() throws {
    let scrolling = try JudgedScene(try FitScene.scrolling(top: 20))
    let all = try comparison(
      scrolling,
      try path(scrolling, showing: try FitScene.scrolling(top: 20), at: [0, 4, 9]))
    #expect(try all.isCompensated(constant("top", 23)))
    let scene = try JudgedScene(try FitScene.document())
    let some = try comparison(
      scene, try path(scene, showing: try FitScene.document(), at: [0, 4, 9]))
    #expect(try !some.isCompensated(constant("badgeTop", 21)))
    #expect(try !some.isCompensated(constant("gap", 9)))
  }

  // MARK: - Causes

  @Test(arguments: [19.3, 16.5])
  func findsDifferingConstantAmongAll(top: Double) async throws {
    let scene = try JudgedScene(try FitScene.document())
    let path = try path(scene, showing: try FitScene.document(badgeTop: top), at: offsets)
    let screening = ConstantScreening(
      scenes: scene.scenes, followed: try FollowedPath(path), jobs: 1)
    let suspects = try await screening.suspects(try scene.scenes.constants(.all))
    let first = try suspects.first.required
    #expect(first.constant.original == constant("badgeTop", 18))
    #expect(abs(first.constant.value - top) < 0.15)
    #expect(first.score.remaining < 0.3)
    #expect(!suspects.contains { $0.constant.original.name == "gap" })
  }

  @Test func matchingHeaderHasNoSuspectConstants() async throws {
    let scene = try JudgedScene(try FitScene.document())
    let path = try path(scene, showing: try FitScene.document(), at: offsets)
    let screening = ConstantScreening(
      scenes: scene.scenes, followed: try FollowedPath(path), jobs: 1)
    #expect(try await screening.suspects(try scene.scenes.constants(.all)).isEmpty)
  }

  /// The cause of a deviation is the constant whose value removes the deviation.
  @Test func causeOfDeviationIsTheExplainingConstant() throws {
    let scene = try JudgedScene(try FitScene.document())
    let path = try path(scene, showing: try FitScene.document(badgeTop: 21), at: [0, 3, 6])
    let followed = try FollowedPath(path)
    let causes = ConstantCauses(scenes: scene.scenes, followed: followed, jobs: 1)
    let deviation = DeviationText.deviation("badge", .moved, followed.judged, "stands elsewhere")
    let cause = try causes.cause(of: deviation).required
    #expect(cause.original == constant("badgeTop", 18))
    #expect(abs(cause.value - 21) < 0.15)
    #expect(cause.text.hasPrefix("; badgeTop of 2"))
    #expect(cause.text.hasSuffix(" instead of 18 explains it"))
    let banner = DeviationText.deviation("banner", .moved, followed.judged, "")
    #expect(try causes.cause(of: banner) == nil)
  }
}
