import FileAccess
import FrameEncoding
import GIF
import HeaderModel
import HeaderScene
import HeaderStills
import ImageCodecs
import PortableMath
import Raster
import Rendering
import Scrolling
import TestSupport
import Testing

/// A header whose transitions last longer than the curve: frames, stills and plans continue until
/// they end.
@Suite struct SettlingTests {
  private static let document = """
    {"version": 1, "name": "fading", "screen": {"device": "20x40@1"},
     "scroll": {"maximumOffset": "banner.height > 0 ? 100 : 0"},
     "memory": {"shade": {"value": 0, "transition": {"duration": 0.5}}},
     "onScroll": [{"set": {"shade": "offset > 50 ? 1 : 0"}}],
     "layers": [{"id": "shade", "type": "rectangle", "fill": "#000", "opacity": "shade"}]}
    """
  private static let curve = """
    {"version": 1, "fps": 10, "keyframes": [{"time": 0, "offset": 0, "easing": "step-end"},
      {"time": 0.2, "offset": 60}]}
    """

  private func request() throws -> RenderRequest {
    var request = RenderRequest()
    request.header.style = .document(try HeaderDocument.parse(Array(Self.document.utf8)))
    request.curve = .curve(try ScrollCurve.parse(Array(Self.curve.utf8)))
    request.encoding.gif.effort = 1
    return request
  }

  private func plan(_ request: RenderRequest) throws -> FramePlan {
    let scene = try SceneResolver(request.header).resolve(fonts: SceneFonts.installed())
    return try FramePlan(request, scene: scene, curve: ScrollCurve.parse(Array(Self.curve.utf8)))
  }

  @Test func framesContinueUntilTransitionEnds() throws {
    let plan = try plan(request())
    #expect(plan.frames.count == 8 && plan.frames.last?.time == 0.7)
    #expect(plan.events.count == 2)
    let scene = try SceneResolver(request().header).resolve(fonts: SceneFonts.installed())
    var states = FrameStates(plan, of: scene.header)
    var opacities: [Double] = []
    for frame in plan.frames {
      opacities.append(try #require(try states.state(of: frame).layer("shade")).opacity)
    }
    #expect(opacities[2] == 0 && opacities[7] == 1)
    for (index, opacity) in opacities[2...].enumerated() {
      #expect((opacity - Double(index) / 5).magnitude < 1e-12)
    }
  }

  @Test func frameLimitIncludesSettlingFrames() throws {
    var request = try request()
    request.header.limits.frames = 8
    #expect(try plan(request).frames.count == 8)
    request.header.limits.frames = 7
    let error = #expect(throws: HeaderKitError.self) { _ = try plan(request) }
    #expect(error?.reason == "found 8, but at most 7 are allowed")
  }

  @Test func stillCanShowTimeAfterTheCurve() throws {
    let request = try request()
    var still = StillRequest()
    still.header = request.header
    still.moment = .time(0.7, request.curve, .standard)
    let black = try StillRenderer(still).render().picture
    #expect(black.bytes[4 * (5 * 20 + 5)] == 0)
    still.moment = .time(0.8, request.curve, .standard)
    let error = #expect(throws: HeaderKitError.self) { _ = try StillRenderer(still).render() }
    #expect(error?.remedy == "it lasts from 0 to 0.7 s")
  }
}
