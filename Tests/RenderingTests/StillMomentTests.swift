import FileAccess
import Foundation
import FrameEncoding
import GIF
import HeaderModel
import HeaderStills
import ImageCodecs
import PortableMath
import Rendering
import Scrolling
import TestSupport
import Testing

/// A still at a time is equal to the frame at that time, for curves that move and hold and for
/// headers with a scroll indicator.
@Suite struct StillMomentTests {
  private static let curve = """
    {"version": 1, "fps": 5, "keyframes": [{"time": 0, "offset": 0}, {"time": 0.2, "offset": 60},
      {"time": 1.2, "offset": 60}, {"time": 1.4, "offset": 0}, {"time": 2, "offset": 0}]}
    """

  @Test(arguments: ["contacts", "mimic"]) func stillEqualsFrame(_ style: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let curve = CurveSource.curve(
      try ScrollCurve.parse(Array(Self.curve.utf8), file: "curve", limits: CurveLimits()))
    var request = RenderRequest.small
    request.header.style = .named(style)
    request.curve = curve
    _ = try await Renderer(request).render(to: [try OutputTarget(folder.path + "/f/%d.png")])
    for index in 0...10 {
      var still = StillRequest()
      still.header = request.header
      still.moment = .time(Double(index) / 5, curve, .standard)
      let picture = try StillRenderer(still).render().picture
      let bytes = try #require(folder.bytes("f/\(index).png"))
      #expect(try ImageDecoder.decode(bytes: bytes).pixmap == picture, "frame \(index)")
    }
  }
}

/// The moments of a curve.
@Suite struct CurveMomentTests {
  private func still(_ time: Double) throws -> StillRequest {
    let curve = """
      {"version": 1, "fps": 5, "keyframes": [{"time": 0, "offset": 0}, {"time": 2, "offset": 60}]}
      """
    var still = StillRequest()
    still.header = try .tiny
    still.moment = .time(
      time,
      .curve(try ScrollCurve.parse(Array(curve.utf8), file: "curve", limits: CurveLimits())),
      .standard)
    return still
  }

  @Test func curveDurationSpansStartToEnd() throws {
    for (time, offset) in [(0.0, 0.0), (2, 60)] {
      var after = try still(time)
      after.moment = .offsets([offset])
      #expect(
        try StillRenderer(try still(time)).render().picture == StillRenderer(after).render().picture
      )
    }
    for time in [-0.001, 2.001] {
      let error = #expect(throws: HeaderKitError.self) {
        try StillRenderer(try still(time)).render()
      }
      #expect(error?.code == .usage)
      #expect(error?.remedy == "it lasts from 0 to 2 s")
    }
  }
}

/// The bytes belong to a version: a change requires a new `Engine.version` and an update of this
/// table.
@Suite struct EngineVersionTests {
  @Test func bytesBelongToEngineVersion() async throws {
    let folder = try TemporaryFolder()
    var digests: [String] = []
    for style in ["mimic", "thinkandbuild", "stretch", "contacts"] {
      var request = RenderRequest.small
      request.header.style = .named(style)
      // Texts depend on the fonts of a machine.
      try folder.write(
        "scene.json",
        Array(
          #"{"version": 1, "texts": {"title": "", "subtitle": "", "name": "", "handle": "", "follow": "", "cancel": "", "row": "", "carrier": "", "time": "", "window": "", "segments": [""]}}"#
            .utf8))
      request.header.scene = folder.path + "/scene.json"
      request.playback.framesPerSecond = 10
      request.playback.frames = 3...6
      let path = folder.path + "/\(style)"
      _ = try await Renderer(request).render(
        to: [try OutputTarget(path + ".gif"), try OutputTarget(path + ".apng")])
      for ending in ["gif", "apng"] {
        let bytes = try #require(folder.bytes("\(style).\(ending)"))
        digests.append(String(ContentDigest(of: bytes).hexadecimal.prefix(16)))
      }
      // The search of the default effort, on part of the screen because it is slower.
      request.encoding.gif = GIFOptions()
      request.header.framing.crop = .rect(PointRect(x: 0, y: 40, width: 120, height: 80))
      _ = try await Renderer(request).render(
        to: [try OutputTarget(path + ".gif")], replacesFrames: true)
      let bytes = try #require(folder.bytes("\(style).gif"))
      digests.append(String(ContentDigest(of: bytes).hexadecimal.prefix(16)))
    }
    #expect([Engine.version: digests] == ["0.8.0": Self.known])
  }

  /// For each style: the GIF at the lowest effort, the APNG, and part of the GIF at the default
  /// effort.
  private static let known = [
    "dd72eb4d3ff8b63c", "98e32a9fa38c90b5", "b3eed156ac329ba5",
    "b9dbaf52bd415a7d", "28cd7b111cb6c5fe", "ddc864b2355eaf4c",
    "69704872321c0254", "926127d1054470b2", "ee79edfa3a624bbc",
    "97d8fa40fa749b8a", "0781176ef7cc5063", "5c7862627f59cb74",
  ]
}
