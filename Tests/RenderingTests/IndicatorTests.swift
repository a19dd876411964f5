import FileAccess
import HeaderScene
import PortableMath
import Rendering
import Scrolling
import Testing

/// The scroll indicator in a frame: visible while the content moves and shortly afterward.
@Suite struct IndicatorTests {
  /// The content moves until 0.2 s and then rests. There is a frame every 1/40 s.
  @Test func scrollIndicatorShowsFor400MillisecondsAfterMotion() throws {
    let document = """
      {"version": 1, "keyframes": [{"time": 0, "offset": 0}, {"time": 0.2, "offset": -60},
        {"time": 2, "offset": -60}]}
      """
    var request = RenderRequest.small
    request.playback.framesPerSecond = 40
    let scene = try SceneResolver(request.header).resolve(fonts: try SceneFonts.installed())
    let curve = try ScrollCurve.parse(Array(document.utf8), file: "curve", limits: CurveLimits())
    let frames = try FramePlan(request, scene: scene, curve: curve).frames
    let shown = frames.filter(\.isScrolling).map(\.time)
    #expect(frames.first?.isScrolling == false)
    #expect(shown.count > 15)
    #expect(abs((shown.last ?? 0) - 0.5875) <= 0.0125)
  }
}
