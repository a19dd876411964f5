import FileAccess
import FrameEncoding
import Foundation
import HeaderModel
import HeaderStills
import ImageCodecs
import PortableMath
import Raster
import Rendering
import Scrolling
import TestSupport
import Testing

@Suite struct StillRendererTests {
  private static let curve = """
    {"version": 1, "fps": 10, "keyframes": [{"time": 0, "offset": 0}, {"time": 0.2, "offset": -60},
      {"time": 0.4, "offset": 130}]}
    """

  /// A still at a moment is equal to the frame of a render at that moment, including the header's
  /// memory.
  @Test(arguments: ["mimic", "thinkandbuild", "stretch", "contacts"])
  func stillEqualsFrameAtItsTime(style: String) async throws {
    let folder = try TemporaryFolder()
    let curve = try ScrollCurve.parse(
      Array(Self.curve.utf8), file: "curve", limits: CurveLimits())
    var request = RenderRequest.small
    request.header.style = .named(style)
    request.curve = .curve(curve)
    _ = try await Renderer(request).render(to: [OutputTarget(folder.path + "/f/")])
    for index in [0, 2, 4] {
      let frame = try ImageDecoder.decode(
        bytes: try #require(folder.bytes("f/000\(index).png"))
      ).pixmap
      var still = StillRequest()
      still.header = request.header
      still.moment = .time(Double(index) / 10, .curve(curve), .standard)
      #expect(try StillRenderer(still).render().picture == frame, "frame \(index)")
    }
  }

  @Test func sendsOffsetsInOrder() throws {
    func picture(_ offsets: [Double]) throws -> Pixmap {
      var request = StillRequest()
      request.header = .small
      request.moment = .offsets(offsets)
      return try StillRenderer(request).render().picture
    }
    let rest = try picture([])
    #expect(try picture([-60]) != rest)
    #expect(try picture([0]) == rest)
    #expect(try picture([-60, 20]) == picture([20]))
  }

  @Test func stillIsWrittenAsPNG() throws {
    let folder = try TemporaryFolder()
    var request = StillRequest()
    request.header = .small
    let renderer = StillRenderer(request)
    let outcome = try renderer.write(to: folder.path + "/a.png")
    let bytes = try #require(folder.bytes("a.png"))
    #expect(try ImageDecoder.decode(bytes: bytes).pixmap == renderer.render().picture)
    #expect(outcome.outputs.map(\.bytes) == [bytes.count])
    #expect(throws: HeaderKitError.self) { try renderer.write(to: folder.path + "/a.gif") }
    #expect(!folder.exists("a.gif"))
  }
}
